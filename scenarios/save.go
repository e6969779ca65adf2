package scenarios

import (
	"bytes"
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// save writes a world to memory and reads it into an empty one.
var save = Scenario{
	Name:     "save",
	Title:    "Save",
	Doc:      "save a world of N entities with K components, and load it into an empty one",
	OnDemand: true,
	Axes:     []Axis{components, entities},
	Options:  []impls.Option{registerOption},
	Open: func(c Setup) (Workload, error) {
		set := seedSet(c.At[components.Name])
		updates, err := openUpdates(c, [][]kernel.Component{set}, seedKernel(len(set)), []row{{0, c.entities(), 0}})
		if err != nil {
			return nil, err
		}
		w := &saving{updates: updates, c: c}
		w.saver, err = impls.As[impls.Saver](w.world, c.Impl)
		return w, err
	},
}

type saving struct {
	*updates
	c      Setup
	saver  impls.Saver
	file   bytes.Buffer
	empty  []impls.World // to load into
	loaded []impls.World // of the last run
	failed error
}

func (w *saving) Entities() int      { return w.entities.Len() }
func (w *saving) MaxOperations() int { return 1 << 30 }

func (w *saving) Warm() (float64, error) { return warmOnce(w) }

func (w *saving) Prepare(n int) error {
	w.loaded = nil
	for range n {
		world, err := w.c.OpenWorld(w.cfg)
		if err != nil {
			return err
		}
		w.empty = append(w.empty, world)
	}
	return nil
}

func (w *saving) Run(n int) {
	for _, world := range w.empty[:n] {
		w.file.Reset()
		err := w.saver.Save(&w.file)
		if err == nil {
			saver, _ := impls.As[impls.Saver](world, w.c.Impl)
			err = saver.Load(&w.file)
		}
		if err != nil && w.failed == nil {
			w.failed = err
		}
	}
	w.loaded = append(w.loaded, w.empty[:n]...)
	w.empty = w.empty[n:]
}

// Verify looks up entities of the loaded worlds by the saved handles, and updates them.
func (w *saving) Verify() error {
	if w.failed != nil {
		return fmt.Errorf("saving and loading: %w", w.failed)
	}
	for _, world := range w.loaded {
		if err := verifyWorld(world, w.cfg, w.entities, "Load"); err != nil {
			return err
		}
	}
	return w.updates.Verify()
}
