package scenarios

import (
	"fmt"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/mismatch"
	"github.com/ecsbench/ecsbench/kernel"
)

// detect writes to some entities by handle, and then runs a system over just
// those: what rendering and networking do that only look at what has changed.
var detect = Scenario{
	Name:     "detect",
	Title:    "Detect",
	Doc:      "write to C in a thousand of N entities, then update what depends on those alone",
	Verb:     "finds what has changed among",
	OnDemand: true,
	Axes: []Axis{{
		Name: "changes", Title: "changes per 1,000", Doc: "entities of a thousand that change in each frame",
		Default: []int{0, 1, 500, 1000}, Max: 1000, Size: true,
	}, {
		Name: entities.Name, Title: entities.Title, Doc: entities.Doc,
		Default: []int{10_000}, Min: 1, Max: entities.Max,
	}},
	Options: []impls.Option{
		{Name: "part", Doc: "what is timed: writing and finding, or writing alone", Default: "both", Values: []string{"both", "write"}},
		orderOption, registerOption,
	},
	Open: func(c Case) (Workload, error) {
		inner := c
		inner.OpenWorld = func(cfg impls.Config) (impls.World, error) {
			cfg.Detect = true
			return c.OpenWorld(cfg)
		}
		updates, err := openUpdates(inner, [][]kernel.Component{kernel.PlaceID.Get().Needs}, kernel.PlaceID, []row{{0, c.entities(), 0}})
		if err != nil {
			return nil, err
		}
		w := &detection{updates: updates, both: c.Options["part"] == "both"}
		if w.detector, err = impls.As[impls.Detector](w.world, c.Impl); err != nil {
			return nil, err
		}
		order := make([]int, c.entities())
		for i := range order {
			order[i] = i
		}
		if c.Options["order"] == "random" {
			order = rand.New(rand.NewPCG(c.Seed, 3)).Perm(len(order))
		}
		w.order = order[:(c.entities()*c.At["changes"]+999)/1000]
		w.touched = w.entities.Pick(w.order)
		return w, nil
	},
}

type detection struct {
	*updates
	detector impls.Detector
	both     bool
	order    []int // which entities are touched
	touched  impls.Handles
	passes   int
	found    int
}

func (w *detection) Entities() int          { return w.entities.Len() }
func (w *detection) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *detection) Run(n int) {
	for range n {
		w.detector.Touch(w.touched, kernel.DeltaTime)
		if w.both {
			w.found += w.detector.Changed(kernel.DeltaTime)
		}
		w.passes++
	}
}

// Verify finds what is left to be found, and nothing a second time. What was
// not touched must not have been updated either.
func (w *detection) Verify() error {
	w.found += w.detector.Changed(kernel.DeltaTime)
	want := min(1, w.passes) * len(w.order)
	if w.both {
		want = w.passes * len(w.order)
	}
	if err := verifyCount("changed entities found", w.found, want); err != nil {
		return err
	}
	if err := verifyCount("changed entities found where nothing was touched since", w.detector.Changed(kernel.DeltaTime), 0); err != nil {
		return err
	}
	expected := kernel.Expect(w.cfg.Types)
	hashes := make([]uint64, w.entities.Len())
	w.world.Hash(w.entities, hashes)
	ran := make([][]kernel.Ran, len(hashes))
	for _, at := range w.order {
		ran[at] = []kernel.Ran{{Kernel: kernel.DriftID, Times: w.passes}, {Kernel: kernel.PlaceID, Times: min(1, w.passes)}}
	}
	for i, got := range hashes {
		one := []uint64{got}
		if err := mismatch.First(expected, w.cfg.Bundles[0], ran[i], one, func(int) uint32 { return uint32(i) }); err != nil {
			return fmt.Errorf("wrong state of entity %d, touched: %v: %w", i+1, ran[i] != nil, err)
		}
	}
	return nil
}
