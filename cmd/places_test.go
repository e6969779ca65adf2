package cmd

import (
	"io"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/impls/registry"
)

// An implementation without a source has no places to print, and that is an error.
func TestPlacesWithoutSource(t *testing.T) {
	if err := writePlaces(io.Discard, nil, "iterate"); err == nil || !strings.Contains(err.Error(), "set Source") {
		t.Errorf("%v", err)
	}
}

// TestCodeOfACell: for each implementation that works and each scenario, the places of the code that
// does the work are known.
func TestCodeOfACell(t *testing.T) {
	for _, i := range registry.All() {
		if i.Null {
			continue
		}
		for scenario, want := range map[string]string{"iterate": ") Run(", "create": ") Spawn(", "exchange": ") Exchange(", "destroy": ") Destroy(", "lookup": ") Lookup(", "new-world": "func open("} {
			var printed strings.Builder
			err := writePlaces(&printed, i.Source, scenario)
			if lacks := i.Name == "soa" && (scenario == "exchange" || scenario == "destroy"); lacks != (err != nil) {
				t.Errorf("%s, %s: %v", i.Name, scenario, err)
			}
			if err == nil && !strings.Contains(printed.String(), want) {
				t.Errorf("%s: the places of %s lack %q:\n%s", i.Name, scenario, want, printed.String())
			}
		}
	}
	var printed strings.Builder
	if err := writePlaces(&printed, registry.Null.Source, "exchange"); err != nil || !strings.Contains(printed.String(), "func (nullWorld) Exchange(") {
		t.Errorf("null: %v\n%s", err, printed.String())
	}
}
