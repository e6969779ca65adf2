package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
)

// create is the first benchmark of seed 004. Fresh worlds are opened outside
// of the timed part; filling them, with all the growing that it takes, is
// timed.
var create = Scenario{
	Name:       "create",
	Title:      "Create",
	Doc:        "in a fresh world, create N entities with K components each",
	Verb:       "creates",
	Seed:       "004",
	Components: true,
	Options:    []impls.Option{reserveOption, registerOption},
	Open: func(c Case) (Workload, error) {
		w := &creation{c: c, cfg: config(c, [][]impls.Component{seedSet(c.Components)}, seedKernels[c.Components])}
		if c.Options["reserve"] == "yes" {
			w.cfg.Capacity = c.Entities
		}
		return w, nil
	},
}

type creation struct {
	c      Case
	cfg    impls.Config
	fresh  []impls.World // prepared and not used yet
	filled []filledWorld // those of the last run

	// The worlds of the run before stay alive meanwhile, as one level of a
	// game does while the next one is loaded. Without them the run-time would
	// return their memory to the operating system, and sometimes it would come
	// back in time and sometimes not.
	previous []filledWorld
}

type filledWorld struct {
	impls.World
	entities []impls.Entity
}

func (w *creation) Entities() int      { return w.c.Entities }
func (w *creation) MaxOperations() int { return 1 << 30 }

func (w *creation) Warm() (float64, error) {
	if err := w.Prepare(1); err != nil {
		return 0, err
	}
	w.Run(1)
	return 1, nil
}

func (w *creation) Prepare(n int) error {
	w.previous, w.filled = w.filled, nil
	for range n {
		world, err := w.c.OpenWorld(w.cfg)
		if err != nil {
			return err
		}
		w.fresh = append(w.fresh, world)
		w.filled = append(w.filled, filledWorld{world, make([]impls.Entity, w.c.Entities)})
	}
	return nil
}

func (w *creation) Run(n int) {
	for i, world := range w.fresh[:n] {
		world.Spawn(0, 0, w.filled[i].entities)
	}
	w.fresh = w.fresh[:0]
}

func (w *creation) Verify() error {
	for _, f := range w.filled {
		if err := verifyCount("entities alive", f.Len(), w.c.Entities); err != nil {
			return err
		}
		// One update shows that the system knows all its members.
		if err := verifyCount("entities visited by an update", f.Update(0, impls.DeltaTime), w.c.Entities); err != nil {
			return err
		}
		p := population{
			set:      w.cfg.Sets[0],
			entities: f.entities,
			ran:      []impls.Ran{{Kernel: w.cfg.Systems[0].Kernel, Times: 1}},
		}
		if err := verifyState(f, w.cfg.Components, p); err != nil {
			return err
		}
	}
	return nil
}
