package scenarios

import (
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// tail measures rare slow structural changes, such as growth of a slice or a garbage
// collection. A world grows to N entities frame by frame. In each frame, entities are created,
// changed and destroyed one by one, and each call is timed.
var tail = Scenario{
	Name:     "tail",
	Title:    "Tail",
	Doc:      "slowest of many single structural changes while a world grows to N entities",
	OnDemand: true,
	Axes:     []Axis{{Name: entities.Name, Title: entities.Title, Doc: entities.Doc, Default: []int{1_000_000}, Min: 1, Max: entities.Max, Size: true}},
	Options: []impls.Option{
		{Name: "frames", Doc: "number of frames", Default: "500", Min: 1, Max: 100_000},
		registerOption,
	},
	Open: func(c Setup) (Workload, error) {
		set := kernel.MoveID.Get().Needs
		with := impls.Move{Component: gained}.Of(set)
		cfg, err := config(c, [][]kernel.Component{set, with}, kernel.MoveID)
		if err != nil {
			return nil, err
		}
		cfg.Create, cfg.Change = results.PerEntity, results.PerEntity
		cfg.Moves = []impls.Move{{Component: gained}, {Component: gained, Remove: true}}
		w := &growth{cfg: cfg, frames: min(c.Options.Int("frames"), c.entities()), n: c.entities()}
		if w.world, err = c.OpenWorld(cfg); err != nil {
			return nil, err
		}
		if w.changer, err = impls.As[impls.Changer](w.world, c.Impl); err != nil {
			return nil, err
		}
		w.entities = w.world.Handles(w.n)
		return w, nil
	},
}

type growth struct {
	cfg      impls.Config
	world    impls.World
	changer  impls.Changer
	entities impls.Handles
	n        int
	frames   int
	grown    bool
	changes  []float64 // nanoseconds of each
	missed   int
	changed  int // by Exchange
	ended    int
	churned  int // changed and replaced entities
}

func (w *growth) Entities() int          { return w.n }
func (w *growth) MaxOperations() int     { return 1 }
func (w *growth) Prepare(int) error      { return nil }
func (w *growth) Warm() (float64, error) { return 1, nil }

// frame is the time per frame of a game with 60 frames per second.
const frame = time.Second / 60

// Run grows the world once.
func (w *growth) Run(int) {
	if w.grown {
		return
	}
	w.grown = true
	w.changes = make([]float64, 0, 2*w.n)
	timed := func(change func()) {
		start := time.Now()
		change()
		w.changes = append(w.changes, float64(time.Since(start)))
	}
	for f := range w.frames {
		from, to := w.n*f/w.frames, w.n*(f+1)/w.frames
		start := time.Now()
		for i := from; i < to; i++ {
			one := w.entities.Slice(i, i+1)
			timed(func() { w.world.Spawn(0, uint32(i), one) })
		}
		// A tenth of the new entities changes twice and is replaced.
		for i := from; i < to; i += 10 {
			at := i * 7919 % to // arbitrary
			one := w.entities.Slice(at, at+1)
			timed(func() { w.changed += w.changer.Exchange(0, one, uint32(at)) })
			timed(func() { w.changed += w.changer.Exchange(1, one, 0) })
			timed(func() { w.ended += w.changer.Destroy(one) })
			timed(func() { w.world.Spawn(0, uint32(at), one) })
			w.churned++
		}
		if time.Since(start) > frame {
			w.missed++
		}
	}
}

// Measure implements Measured. Each value includes reading the clock: some tens of nanoseconds.
func (w *growth) Measure() ([]results.Value, error) {
	timing.CollectGarbage()
	w.Run(1)
	slices.Sort(w.changes)
	return []results.Value{
		{Value: timing.Quantile(w.changes, 0.999), Unit: "p99.9-ns/change"},
		{Value: timing.Quantile(w.changes, 0.5), Unit: "p50-ns/change"},
		{Value: timing.Quantile(w.changes, 0.99), Unit: "p99-ns/change"},
		{Value: timing.Quantile(w.changes, 1), Unit: "max-ns/change"},
		{Value: float64(w.missed), Unit: "missed-frames"},
	}, nil
}

func (w *growth) Verify() error {
	if err := verifyCount("entities changed by Exchange", w.changed, 2*w.churned); err != nil {
		return err
	}
	if err := verifyCount("entities ended by Destroy", w.ended, w.churned); err != nil {
		return err
	}
	return verifyWorld(w.world, w.cfg, w.entities, "all that")
}
