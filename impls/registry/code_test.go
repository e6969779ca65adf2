package registry_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/suite/generator"
	"github.com/ecsbench/ecsbench/results"
)

// TestCodeOfACell: for each implementation that works and each scenario, the code has what does
// the work, and no code of another design.
func TestCodeOfACell(t *testing.T) {
	columns := []string{"DenseColumn[T])", "*SparseSet)", "*HashSet)", "*TreeSet)"}
	foreign := map[string][]string{
		"dense": columns[2:], "sortedslice": {columns[0], columns[2], columns[3]}, "paged": {columns[0], columns[2], columns[3]},
		"hashmap": {columns[0], columns[1], columns[3]}, "mapvalues": {columns[0], columns[1], columns[3]},
		"treemap": columns[:3], "soa": columns, "objects": columns,
	}
	for _, i := range worldly {
		for scenario, want := range map[string][]string{ // of a design, or else of others
			"iterate":   {"kernel.Move("},
			"create":    {") Insert(ids []", ".Fill("},
			"exchange":  {") Insert(ids []", ") Delete(ids []", ") exchange("},
			"destroy":   {") Delete(ids []", ") destroy("},
			"lookup":    {"kernel.Glance("},
			"new-world": {"func open("},
		} {
			var printed strings.Builder
			err := generator.Excerpt(&printed, i.Source, scenario)
			if lacks := i.Name == "soa" && (scenario == "exchange" || scenario == "destroy"); lacks != (err != nil) {
				t.Errorf("%s, %s: %v", i.Name, scenario, err)
			}
			if err != nil {
				continue
			}
			text := printed.String()
			lacks := func(part string) bool { return !strings.Contains(text, part) }
			if i.Role == results.Design && slices.ContainsFunc(want, lacks) || len(want) == 1 && lacks(want[0]) {
				t.Errorf("%s: the code of %s lacks some of %q:\n%s", i.Name, scenario, want, text)
			}
			for _, part := range append(foreign[i.Name], "kernel.Steer(") {
				if !lacks(part) {
					t.Errorf("%s: the code of %s has %q:\n%s", i.Name, scenario, part, text)
				}
			}
		}
	}
	var printed strings.Builder
	if err := generator.Excerpt(&printed, registry.Null.Source, "exchange"); err != nil || !strings.Contains(printed.String(), "func (nullWorld) Exchange(") {
		t.Errorf("null: %v\n%s", err, printed.String())
	}
}
