package scenarios

import (
	"runtime"
	"runtime/debug"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// memory measures the heap that a world retains: slack of growing slices, indices,
// signatures, sets.
var memory = Scenario{
	Name:    "memory",
	Title:   "Memory",
	Doc:     "bytes that a world retains for each of N entities with K components",
	Axes:    []Axis{components, entities, aged},
	Options: []impls.Option{changeModes, reserveOption, registerOption},
	Open: func(c Setup) (Workload, error) {
		creation, err := newCreation(c)
		return &retention{creation}, err
	},
}

// retention measures one creation.
type retention struct{ *creation }

// Measure implements Measured. The scenario's own handles are excluded.
//
// A world is filled in parts, and garbage is collected only between them. The growth during a
// part is the memory needed at once, such as an old slice and its copy.
func (w *retention) Measure() ([]results.Value, error) {
	const parts = 128
	n := w.c.entities()
	world, err := w.c.OpenWorld(w.cfg)
	if err != nil {
		return nil, err
	}
	all := filledWorld{world, world.Handles(n)}
	w.filled = []filledWorld{all}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer timing.OneProcessor()()
	empty := timing.LiveHeap()
	peak := empty
	for part := range min(parts, n) {
		from, to := n*part/min(parts, n), n*(part+1)/min(parts, n)
		world.Spawn(0, uint32(from), all.entities.Slice(from, to))
		peak = max(peak, timing.AllocatedHeap())
		timing.CollectGarbage()
	}
	if err := w.age(all); err != nil {
		return nil, err
	}
	timing.CollectGarbage()
	full := timing.LiveHeap()

	gone, err := w.emptied()
	if err != nil {
		return nil, err
	}
	per := func(bytes int64) float64 { return float64(max(0, bytes-empty)) / float64(n) }
	return []results.Value{
		{Value: per(full), Unit: "retained-B/entity"},
		{Value: per(peak), Unit: "peak-B/entity"},
		{Value: gone / float64(n), Unit: "destroyed-B/entity"},
	}, nil
}

// emptied returns the bytes that a world keeps after all entities were destroyed in random
// order, or at once if singly is unsupported.
func (w *retention) emptied() (float64, error) {
	world, err := w.c.OpenWorld(w.cfg)
	if err != nil {
		return 0, err
	}
	r := world.Handles(w.c.entities())
	empty := timing.LiveHeap()
	world.Spawn(0, 0, r)
	if _, err := impls.As[impls.Destroyer](world, w.c.Impl); err != nil {
		world.Clear()
	} else if err := w.empty(filledWorld{world, r}); err != nil {
		return 0, err
	}
	kept := timing.LiveHeap()
	runtime.KeepAlive(world)
	runtime.KeepAlive(r)
	return float64(max(0, kept-empty)), nil
}

// archetypes measures component sets with one entity each.
var archetypes = Scenario{
	Name:     "archetypes",
	Title:    "Archetypes",
	Doc:      "bytes that a world retains for each of A sets of components with one entity each",
	OnDemand: true,
	Axes: []Axis{{
		Name: "archetypes", Title: "archetypes", Doc: "different sets of components",
		Default: []int{64, 1024, 4096}, Min: 1, Max: 4096, Size: true,
	}},
	Options: []impls.Option{registerOption},
	Open: func(c Setup) (Workload, error) {
		w := &sets{}
		one := c
		one.OpenWorld = func(cfg impls.Config) (impls.World, error) {
			world, err := c.OpenWorld(cfg)
			w.empty = timing.LiveHeap()
			return world, err
		}
		one.At = Point{"archetypes": c.At["archetypes"], entities.Name: c.At["archetypes"]}
		var err error
		w.updates, err = openFragments(one, 1)
		return w, err
	},
}

// sets measures a world with one entity per set.
type sets struct {
	*updates
	empty int64
}

// Measure implements Measured. The handles are included: 8 to 16 bytes per entity.
func (w *sets) Measure() ([]results.Value, error) {
	n := w.entities.Len()
	return []results.Value{{Value: float64(max(0, timing.LiveHeap()-w.empty)) / float64(n), Unit: "retained-B/archetype"}}, nil
}
