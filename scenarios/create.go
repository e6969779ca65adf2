package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// create is the first benchmark of seed 004. Fresh worlds are opened outside
// of the timed part; filling them, with all the growing that it takes, is
// timed. Used worlds have held as many entities before.
var create = Scenario{
	Name:  "create",
	Title: "Create",
	Doc:   "create N entities with K components each",
	Verb:  "creates",
	Seed:  "004",
	Axes:  []Axis{components, entities},
	Options: []impls.Option{
		callChanges,
		{Name: "world", Doc: "a fresh world, or one that has held as many entities before", Default: "fresh", Values: []string{"fresh", "used"}},
		reserveOption, registerOption,
	},
	Open: func(c Case) (Workload, error) { return newCreation(c) },
}

func newCreation(c Case) (*creation, error) {
	k := seedKernel(c.At[components.Name])
	cfg, err := config(c, [][]kernel.Component{seedSet(c.At[components.Name])}, k)
	w := &creation{c: c, cfg: cfg}
	w.cfg.Change = impls.Call(c.Options["call"])
	if c.Options["reserve"] == "yes" {
		w.cfg.Capacity = c.entities()
	}
	return w, err
}

type creation struct {
	c      Case
	cfg    impls.Config
	fresh  []filledWorld // prepared and not used yet
	filled []filledWorld // those of the last run

	// The worlds of the run before stay alive meanwhile, as one level of a
	// game does while the next one is loaded. Without them the run-time would
	// return their memory to the operating system, and sometimes it would come
	// back in time and sometimes not.
	previous []filledWorld
}

type filledWorld struct {
	impls.World
	entities impls.Roster
}

func (w *creation) Entities() int      { return w.c.entities() }
func (w *creation) MaxOperations() int { return 1 << 30 }

func (w *creation) Warm() (float64, error) { return warmOnce(w) }

// warmOnce does an operation of a workload that has to be prepared for it.
func warmOnce(w Workload) (share float64, err error) {
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
		f := filledWorld{world, world.Roster(w.c.entities())}
		if w.c.Options["world"] == "used" {
			world.Spawn(0, 0, f.entities)
			world.Clear()
		}
		w.fresh = append(w.fresh, f)
	}
	w.filled = append(w.filled, w.fresh...)
	return nil
}

func (w *creation) Run(n int) {
	for _, f := range w.fresh[:n] {
		f.Spawn(0, 0, f.entities)
	}
	w.fresh = w.fresh[:0]
}

// verifyEmptied is Verify where the entities have ended since: the worlds are
// empty, and are filled again.
func (w *creation) verifyEmptied() error {
	for _, f := range w.filled {
		if err := verifyCount("entities alive at the end", f.Len(), 0); err != nil {
			return err
		}
		f.Spawn(0, 0, f.entities)
	}
	return w.Verify()
}

func (w *creation) Verify() error {
	for _, f := range w.filled {
		n := w.c.entities()
		if err := verifyCount("entities alive after Spawn", f.Len(), n); err != nil {
			return err
		}
		if err := verifyRun(f, n); err != nil {
			return err
		}
		ran := []kernel.Ran{{Kernel: w.cfg.Systems[0].Kernel, Times: 1}}
		if err := verifyState(f, w.cfg.Types, f.entities, group{set: w.cfg.Bundles[0], to: n, ran: ran}); err != nil {
			return err
		}
	}
	return nil
}
