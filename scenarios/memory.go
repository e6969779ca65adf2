package scenarios

import (
	"runtime"

	"github.com/ecsbench/ecsbench/impls"
)

// memory measures what a world keeps of the heap, where averages of time say
// nothing: slack of growing slices, indices, signatures and sets.
var memory = Scenario{
	Name:    "memory",
	Title:   "Memory",
	Doc:     "bytes that a world retains for each of N entities with K components",
	Verb:    "keeps",
	Axes:    []Axis{components, entities},
	Options: []impls.Option{callChanges, reserveOption, registerOption},
	Open: func(c Case) (Workload, error) {
		creation, err := newCreation(c)
		return &retention{creation}, err
	},
}

// retention is one creation, weighed.
type retention struct{ *creation }

// Measure is Measured.Measure. The roster is the scenario's own, so it is made
// before and kept out of the bill.
func (w *retention) Measure() ([]Value, error) {
	world, err := w.c.OpenWorld(w.cfg)
	if err != nil {
		return nil, err
	}
	w.filled = []filledWorld{{world, world.Roster(w.c.entities())}}
	empty := live()
	world.Spawn(0, 0, w.filled[0].entities)
	full := live()
	return []Value{{(full - empty) / float64(w.c.entities()), "retained-B/entity"}}, nil
}

// live returns the bytes that a forced collection leaves. The second one frees
// what finalizers and pools held on to.
func live() float64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return float64(s.HeapAlloc)
}
