package ark

import (
	"testing"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// BenchmarkMove is what it costs to add and remove a component, by the adapter,
// by plain Ark with the same checks, without these, and by ID as it was once:
//
//	go test -C libraries -run none -bench Move ./ark
func BenchmarkMove(b *testing.B) {
	const n = 1000
	const c = kernel.FirstFiller + 7
	cfg := impls.Config{
		Types:   kernel.Types(32),
		Bundles: [][]kernel.Component{{kernel.PositionID, kernel.VelocityID}},
		Moves:   []impls.Move{{Add: []kernel.Component{c}}, {Remove: []kernel.Component{c}}},
	}
	opened, err := open(cfg, nil)
	if err != nil {
		b.Fatal(err)
	}
	w := opened.(*world)
	es := w.Roster(n).(handles)
	w.Spawn(0, 0, es)
	plain := ecs.NewMap[kernel.Filler15](w.inner)
	moves := map[string]func(){
		"adapter": func() {
			w.Exchange(0, es, 0)
			w.Exchange(1, es, 0)
		},
		"plain": func() {
			for _, e := range es {
				if w.inner.Alive(e) && !plain.HasUnchecked(e) {
					plain.Add(e, &kernel.Filler15{})
				}
			}
			for _, e := range es {
				if w.inner.Alive(e) && plain.HasUnchecked(e) {
					plain.Remove(e)
				}
			}
		},
		"unchecked": func() {
			for _, e := range es {
				plain.Add(e, &kernel.Filler15{})
			}
			for _, e := range es {
				plain.Remove(e)
			}
		},
	}
	typed := w.moves
	moves["by ID"] = func() {
		w.moves = make([]mover, len(typed))
		moves["adapter"]()
		w.moves = typed
	}
	for _, name := range []string{"adapter", "plain", "unchecked", "by ID"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				moves[name]()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/entity")
		})
	}
}
