package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// newWorld opens empty worlds, as tests, levels and short simulations do.
var newWorld = Scenario{
	Name:     "new-world",
	Title:    "NewWorld",
	Doc:      "open an empty world, with all component types and systems of the profile",
	OnDemand: true,
	Options:  []impls.Option{registerOption},
	Open: func(c Setup) (Workload, error) {
		creation, err := newCreation(Setup{
			Profile: c.Profile, Seed: c.Seed, Options: c.Options, Impl: c.Impl, OpenWorld: c.OpenWorld,
			At: Point{components.Name: 2, entities.Name: 1},
		})
		return &opening{creation}, err
	},
}

// opening measures the first part of a creation.
type opening struct{ *creation }

// Measure implements Measured.
func (w *opening) Measure() ([]results.Value, error) {
	fastest, err := timing.Shortest(func() error {
		_, err := w.c.OpenWorld(w.cfg)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer timing.OneProcessor()()
	empty := timing.LiveHeap()
	worlds := make([]impls.World, 16)
	for i := range worlds {
		world, err := w.c.OpenWorld(w.cfg)
		if err != nil {
			return nil, err
		}
		worlds[i] = world
	}
	kept := float64(max(0, timing.LiveHeap()-empty)) / float64(len(worlds))
	if err := verifyCount("entities in a new world", worlds[0].Len(), 0); err != nil {
		return nil, err
	}
	if got := worlds[0].Run(0, kernel.DeltaTime); got != 0 {
		return nil, verifyCount("entities visited by Run in a new world", got, 0)
	}
	if err := w.Prepare(1); err != nil {
		return nil, err
	}
	w.Run(1)
	return []results.Value{{Value: fastest, Unit: "ns/world"}, {Value: kept, Unit: "retained-B/world"}}, nil
}
