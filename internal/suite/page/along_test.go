package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Figures have the varying axis and its title.
func TestFiguresGoAlongTheirAxis(t *testing.T) {
	var b strings.Builder
	add := func(name, unit string, value int) {
		for i := range 6 {
			fmt.Fprintf(&b, "Benchmark%s-2 1 %d.%d %s\n", name, value, i, unit)
		}
	}
	for _, impl := range []string{"dense", "soa"} {
		for _, k := range []int{1, 32, 256} {
			add(fmt.Sprintf("Fragments/impl=%s/archetypes=%d/n=1000", impl, k), "ns/entity", 2+k)
		}
		for _, call := range []string{"entity", "batch"} {
			for _, n := range []int{10, 1000} {
				add(fmt.Sprintf("Memory/impl=%s/comps=2/n=%d/mode=%s", impl, n, call), "retained-B/entity", n)
			}
		}
	}
	want := map[string][]string{
		"time-fragments":     {"Fragments, entity by entity: time per entity", ">archetypes<", ">256<", ">1,000 entities<"},
		"value-memory":       {"Memory, entity by entity: memory retained per entity", ">entities<", ">2 components<", " B<"},
		"value-memory-batch": {"Memory, in batches: memory retained per entity"},
	}
	for _, f := range Figures(build(t, []byte(b.String()))) {
		text, err := f.SVG()
		fixture.Check(t, err)
		for _, w := range want[f.Name] {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s does not say %q", f.Name, w)
			}
		}
		delete(want, f.Name)
	}
	for name := range want {
		t.Errorf("there is no %s", name)
	}
}
