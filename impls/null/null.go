// Package null is an implementation that does nothing. What a measurement of
// it shows is the cost of measuring: the calls through the interface and the
// loops of the scenario.
package null

import "github.com/ecsbench/ecsbench/impls"

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name: "null",
	Doc:  "does nothing: the cost of the harness itself",
	Role: impls.Null,
	Open: func(impls.Config, impls.Values) (impls.World, error) { return &world{}, nil },
}

// world remembers how many handles it has given out, so that they differ, and
// nothing else.
type world struct{ spawned impls.Entity }

func (w *world) Spawn(_ int, _ uint32, dst []impls.Entity) {
	for i := range dst {
		w.spawned++
		dst[i] = w.spawned
	}
}

func (w *world) Destroy([]impls.Entity) int                      { return 0 }
func (w *world) Add(impls.Component, []impls.Entity, uint32) int { return 0 }
func (w *world) Remove(impls.Component, []impls.Entity) int      { return 0 }
func (w *world) Alive(impls.Entity) bool                         { return false }
func (w *world) Has(impls.Entity, impls.Component) bool          { return false }
func (w *world) Len() int                                        { return 0 }
func (w *world) Update(int, float32) int                         { return 0 }
func (w *world) Each(int, func(impls.Entity))                    {}
func (w *world) Hash([]impls.Entity, []uint64)                   {}
