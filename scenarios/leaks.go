package scenarios

import (
	"math"
	"runtime"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// leaks measures growth over long sessions: memory kept by worlds that are repeatedly filled
// and emptied, and goroutines that outlive their world.
var leaks = Scenario{
	Name:     "leaks",
	Title:    "Leaks",
	Doc:      "memory that a world loses each time N entities with K components are created, ticked and destroyed, and goroutines that outlive it",
	OnDemand: true,
	Axes:     []Axis{components, entities},
	Options:  []impls.Option{changeModes, registerOption},
	Open: func(c Setup) (Workload, error) {
		creation, err := newCreation(c)
		return &leaking{creation}, err
	},
}

// leaking repeats one creation.
type leaking struct{ *creation }

// Measure implements Measured. Later rounds reuse the memory of the first ones; what they add
// is lost. It is in whole bytes, because the runtime itself keeps a little.
func (w *leaking) Measure() ([]results.Value, error) {
	const first, least = 8, 20_000 // rounds; entities replaced in the others
	more := max(12, least/w.c.entities())
	world, err := w.c.OpenWorld(w.cfg)
	if err != nil {
		return nil, err
	}
	one := filledWorld{world, world.Handles(w.c.entities())}
	w.filled = []filledWorld{one}
	if err := w.rounds(one, first); err != nil {
		return nil, err
	}
	grown := math.Inf(1)
	for range 2 {
		settled := timing.LiveHeap()
		if err := w.rounds(one, more); err != nil {
			return nil, err
		}
		grown = min(grown, float64(max(0, timing.LiveHeap()-settled)))
	}

	const worlds = 8
	before := runtime.NumGoroutine()
	for range worlds {
		world, err := w.c.OpenWorld(w.cfg)
		if err != nil {
			return nil, err
		}
		if err := w.rounds(filledWorld{world, world.Handles(w.c.entities())}, 1); err != nil {
			return nil, err
		}
	}
	return []results.Value{
		{Value: math.Floor(grown / float64(more*w.c.entities())), Unit: "grown-B/entity"},
		{Value: float64(timing.GoroutinesLeft(before)) / worlds, Unit: "left-goroutines/world"},
	}, nil
}

// rounds fills a world, runs its systems, by two workers if supported, and destroys all
// entities.
func (w *leaking) rounds(f filledWorld, n int) error {
	for range n {
		f.Spawn(0, 0, f.entities)
		if ticker, err := impls.As[impls.Ticker](f.World, w.c.Impl); err == nil {
			ticker.Tick(2, kernel.DeltaTime)
		} else {
			f.Run(0, kernel.DeltaTime)
		}
		if destroyer, err := impls.As[impls.Destroyer](f.World, w.c.Impl); err == nil {
			destroyer.Destroy(f.entities)
		} else {
			f.Clear()
		}
		if err := verifyCount("entities alive after all have ended", f.Len(), 0); err != nil {
			return err
		}
	}
	return nil
}

// Verify checks that the world is empty and usable.
func (w *leaking) Verify() error { return w.verifyEmptied() }
