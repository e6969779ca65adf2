package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
)

// destroy destroys all entities of filled worlds; filling is not timed. create-remove and churn
// include deferred work.
var destroy = Scenario{
	Name:    "destroy",
	Title:   "Destroy",
	Doc:     "destroy all of N entities with K components each",
	Axes:    []Axis{components, entities, aged},
	Options: []impls.Option{filterModes, orderOption, registerOption},
	Open: func(c Setup) (Workload, error) {
		creation, err := newCreation(c)
		return &destruction{creation: creation}, err
	},
}

// destruction is a creation whose end is timed.
type destruction struct {
	*creation
	doomed []doomed
	ended  int
	want   int
}

type doomed struct {
	world    impls.Destroyer
	entities impls.Handles // in the order of their end
}

func (w *destruction) Warm() (float64, error) { return w.warmPart(w) }

func (w *destruction) Prepare(n int) error {
	if err := w.creation.Prepare(n); err != nil {
		return err
	}
	w.creation.Run(n)
	for _, f := range w.filled {
		if err := w.age(f); err != nil {
			return err
		}
		destroyer, err := impls.As[impls.Destroyer](f.World, w.c.Impl)
		if err != nil {
			return err
		}
		w.doomed = append(w.doomed, doomed{destroyer, ordered(w.c, f.entities)})
	}
	return nil
}

func (w *destruction) Run(n int) {
	for _, d := range w.doomed[:n] {
		w.ended += d.world.Destroy(d.entities)
		w.want += d.entities.Len()
	}
	w.doomed = w.doomed[:0]
}

// Verify looks up every entity of the last run, and fills its worlds again.
func (w *destruction) Verify() error {
	if err := verifyCount("entities ended by Destroy", w.ended, w.want); err != nil {
		return err
	}
	for _, f := range w.filled {
		hashes := make([]uint64, f.entities.Len())
		f.Hash(f.entities, hashes)
		for i, h := range hashes {
			if h != 0 {
				return fmt.Errorf("wrong state: entity %d is still alive after Destroy", i+1)
			}
		}
	}
	return w.verifyEmptied()
}
