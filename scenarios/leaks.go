package scenarios

import (
	"math"
	"runtime"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/measure/heap"
	"github.com/ecsbench/ecsbench/kernel"
)

// leaks is what a long session pays and no average shows: worlds that keep a
// little more each time they are filled and emptied, and goroutines that outlive
// their world.
var leaks = Scenario{
	Name:     "leaks",
	Title:    "Leaks",
	Doc:      "what a world keeps more of each time N entities with K components come, are ticked and end, and goroutines that outlive it",
	Verb:     "keeps",
	OnDemand: true,
	Axes:     []Axis{components, entities},
	Options:  []impls.Option{changeModes, registerOption},
	Open: func(c Case) (Workload, error) {
		creation, err := newCreation(c)
		return &leaking{creation}, err
	},
}

// leaking is one creation, undone again and again.
type leaking struct{ *creation }

// Measure is Measured.Measure. What the first rounds leave is room that later
// ones use; what later ones add, the second half of them as well as the first,
// is lost. It is in whole bytes: the run-time itself keeps a little now and then.
func (w *leaking) Measure() ([]Value, error) {
	const first, least = 8, 20_000 // rounds; entities that come and go in the others
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
		settled := heap.Live()
		if err := w.rounds(one, more); err != nil {
			return nil, err
		}
		grown = min(grown, float64(max(0, heap.Live()-settled)))
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
	return []Value{
		{math.Floor(grown / float64(more*w.c.entities())), "grown-B/entity"},
		{float64(goroutinesLeft(before)) / worlds, "left-goroutines/world"},
	}, nil
}

// rounds fills a world, runs its systems, by two workers where it has them, and
// ends all entities.
func (w *leaking) rounds(f filledWorld, n int) error {
	for range n {
		f.Spawn(0, 0, f.entities)
		if ticker, err := impls.As[impls.Ticker](f.World, w.c.Impl); err == nil && ticksBy(ticker, 2) {
			ticker.Tick(2, kernel.DeltaTime)
		} else {
			f.Run(0, kernel.DeltaTime)
		}
		if changer, err := impls.As[impls.Changer](f.World, w.c.Impl); err == nil {
			changer.Destroy(f.entities)
		} else {
			f.Clear()
		}
		if err := verifyCount("entities alive after all have ended", f.Len(), 0); err != nil {
			return err
		}
	}
	return nil
}

// ticksBy tells whether a world can tick with so many workers.
func ticksBy(t impls.Ticker, workers int) bool {
	fixed, ok := t.(impls.FixedTicker)
	return !ok || fixed.Workers(workers) == nil
}

// goroutinesLeft returns how many more goroutines there are than before, once
// those have ended that are about to.
func goroutinesLeft(before int) int {
	const patience = 200 * time.Millisecond
	for start := time.Now(); ; time.Sleep(time.Millisecond) {
		heap.Collect() // what ends them may be a finalizer
		left := runtime.NumGoroutine() - before
		if left <= 0 || time.Since(start) > patience {
			return max(0, left)
		}
	}
}

// Verify is Workload.Verify: the world is empty, and as good as new.
func (w *leaking) Verify() error { return w.verifyEmptied() }
