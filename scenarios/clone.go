package scenarios

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// clone copies whole entities, like prefabs.
var clone = Scenario{
	Name:     "clone",
	Title:    "Clone",
	Doc:      "copy each of N entities with K components",
	OnDemand: true,
	Axes:     []Axis{components, entities, aged},
	Options:  []impls.Option{registerOption},
	Open: func(c Case) (Workload, error) {
		creation, err := newCreation(c)
		creation.cfg.Limit *= 2
		return &cloning{creation: creation}, err
	},
}

// cloning is a creation whose copies are timed.
type cloning struct {
	*creation
	waiting []copied // prepared, not yet copied
	copied  []copied // of the last run
}

type copied struct {
	impls.Cloner
	filledWorld
	copies impls.Handles
}

func (w *cloning) Warm() (float64, error) { return warmOnce(w) }

func (w *cloning) Prepare(n int) error {
	err := fill(w.creation, n, func(cloner impls.Cloner, f filledWorld) {
		w.waiting = append(w.waiting, copied{cloner, f, f.Handles(f.entities.Len())})
	})
	w.copied = slices.Clone(w.waiting)
	return err
}

func (w *cloning) Run(n int) {
	for _, c := range w.waiting[:n] {
		c.Clone(c.entities, c.copies)
	}
	w.waiting = w.waiting[n:]
}

// Verify checks copies and originals after an update of both.
func (w *cloning) Verify() error {
	for _, c := range w.copied {
		n := c.entities.Len()
		if err := verifyCount("entities alive after Clone", c.filledWorld.Len(), 2*n); err != nil {
			return err
		}
		if err := verifyRun(c.filledWorld, 2*n); err != nil {
			return err
		}
		ran := []kernel.Ran{{Kernel: w.cfg.Systems[0].Kernel, Times: 1}}
		for _, r := range []impls.Handles{c.entities, c.copies} {
			if err := verifyState(c.filledWorld, w.cfg.Types, r, group{set: w.cfg.Bundles[0], to: n, ran: ran}); err != nil {
				return err
			}
		}
	}
	return nil
}
