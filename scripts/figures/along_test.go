package figures

import (
	"fmt"
	"strings"
	"testing"
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
	want := map[string]string{
		"time-fragments":     "Fragments, entity by entity: time per entity",
		"value-memory":       "Memory, entity by entity: memory retained per entity",
		"value-memory-batch": "Memory, in batches: memory retained per entity",
	}
	for _, f := range Of(build(t, []byte(b.String()))) {
		if f.Title != want[f.Name] || len(f.legend) == 0 {
			t.Errorf("%s is %q, want a line for each implementation of %q", f.Name, f.Title, want[f.Name])
		}
		delete(want, f.Name)
	}
	for name := range want {
		t.Errorf("there is no %s", name)
	}
}
