package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
)

// createRemove is the third benchmark of seed 004. What an implementation
// puts off when it destroys entities it pays for in the next cycle, so
// deferred work is charged to the operation that caused it.
var createRemove = Scenario{
	Name:       "create-remove",
	Title:      "CreateRemove",
	Doc:        "create N entities with K components, destroy them all, and this 10 times",
	Verb:       "creates and removes",
	Seed:       "004",
	Components: true,
	Options: []impls.Option{
		{Name: "cycles", Doc: "how often entities are created and destroyed in an operation", Default: "10", Min: 1, Max: 1000},
		registerOption,
	},
	Open: func(c Case) (Workload, error) {
		w := &turnover{c: c, cycles: c.Options.Int("cycles"), entities: make([]impls.Entity, c.Entities)}
		w.cfg = config(c, [][]impls.Component{seedSet(c.Components)}, seedKernels[c.Components])
		var err error
		w.world, err = c.OpenWorld(w.cfg)
		return w, err
	},
}

type turnover struct {
	c         Case
	cfg       impls.Config
	cycles    int
	world     impls.World
	entities  []impls.Entity
	created   int
	destroyed int
}

func (w *turnover) Entities() int      { return w.c.Entities * w.cycles }
func (w *turnover) MaxOperations() int { return 1 << 30 }
func (w *turnover) Prepare(int) error  { return nil }

func (w *turnover) Warm() (float64, error) {
	w.turn(1)
	return 1 / float64(w.cycles), nil
}

func (w *turnover) Run(n int)      { w.turn(n * w.cycles) }
func (w *turnover) Parts() int     { return w.cycles }
func (w *turnover) RunParts(n int) { w.turn(n) }

func (w *turnover) turn(times int) {
	for range times {
		w.world.Spawn(0, 0, w.entities)
		w.destroyed += w.world.Destroy(w.entities)
	}
	w.created += times * w.c.Entities
}

// Verify looks at one more generation of entities, since an empty world looks
// the same whatever was done before.
func (w *turnover) Verify() error {
	if err := verifyCount("entities destroyed", w.destroyed, w.created); err != nil {
		return err
	}
	if err := verifyCount("entities alive at the end", w.world.Len(), 0); err != nil {
		return err
	}
	if err := verifyCount("entities visited in the empty world", w.world.Update(0, impls.DeltaTime), 0); err != nil {
		return err
	}
	w.world.Spawn(0, 0, w.entities)
	if err := verifyCount("entities visited by an update", w.world.Update(0, impls.DeltaTime), w.c.Entities); err != nil {
		return err
	}
	p := population{
		set:      w.cfg.Sets[0],
		entities: w.entities,
		ran:      []impls.Ran{{Kernel: w.cfg.Systems[0].Kernel, Times: 1}},
	}
	if err := verifyState(w.world, w.cfg.Components, p); err != nil {
		return err
	}
	if got := w.world.Destroy(w.entities); got != w.c.Entities {
		return fmt.Errorf("wrong work: destroyed %d entities at the end, want %d", got, w.c.Entities)
	}
	return nil
}
