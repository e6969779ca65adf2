package registry_test

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/suite/generator"
)

// TestCodeOfACell: for each implementation that works and each scenario, the places of the code that
// does the work are known.
func TestCodeOfACell(t *testing.T) {
	for _, i := range worldly {
		for scenario, want := range map[string]string{"iterate": ") Run(", "create": ") Spawn(", "exchange": ") Exchange(", "destroy": ") Destroy(", "lookup": ") Lookup(", "new-world": "func open("} {
			var printed strings.Builder
			err := generator.Places(&printed, i.Source, scenario)
			if lacks := i.Name == "soa" && (scenario == "exchange" || scenario == "destroy"); lacks != (err != nil) {
				t.Errorf("%s, %s: %v", i.Name, scenario, err)
			}
			if err == nil && !strings.Contains(printed.String(), want) {
				t.Errorf("%s: the places of %s lack %q:\n%s", i.Name, scenario, want, printed.String())
			}
		}
	}
	var printed strings.Builder
	if err := generator.Places(&printed, registry.Null.Source, "exchange"); err != nil || !strings.Contains(printed.String(), "func (nullWorld) Exchange(") {
		t.Errorf("null: %v\n%s", err, printed.String())
	}
}
