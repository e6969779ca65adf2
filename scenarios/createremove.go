package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// createRemove creates and destroys in cycles, so work deferred by destruction is included.
var createRemove = Scenario{
	Name:  "create-remove",
	Title: "CreateRemove",
	Doc:   "create N entities with K components, destroy them all, and this 10 times",
	From:  "P. Vigier's ECS in C++",
	Axes:  []Axis{components, entities},
	Options: []impls.Option{
		filterModes,
		{Name: "cycles", Doc: "cycles of creation and destruction per operation", Default: "10", Min: 1, Max: 1000},
		registerOption,
	},
	Open: openTurnover,
}

type turnover struct {
	cfg       impls.Config
	cycles    int
	world     impls.World
	entities  impls.Handles
	destroy   func() int // all entities
	created   int
	destroyed int
}

func openTurnover(c Setup) (Workload, error) {
	k := seedKernel(c.At[components.Name])
	cfg, err := config(c, [][]kernel.Component{seedSet(c.At[components.Name])}, k)
	if err != nil {
		return nil, err
	}
	w := &turnover{cycles: c.Options.Int("cycles"), cfg: cfg}
	w.cfg.Change = results.AccessMode(c.Options[ModeOption])
	w.cfg.Create = w.cfg.Change
	if w.world, err = c.OpenWorld(w.cfg); err != nil {
		return nil, err
	}
	w.entities = w.world.Handles(c.entities())
	destroyer, err := impls.As[impls.Destroyer](w.world, c.Impl)
	switch {
	case err == nil:
		w.destroy = func() int { return destroyer.Destroy(w.entities) }
	case w.cfg.Change == results.BatchByList: // one call destroys all entities
		w.destroy = w.world.Clear
	default:
		return nil, err
	}
	return w, nil
}

func (w *turnover) Entities() int      { return w.entities.Len() * w.cycles }
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
		w.destroyed += w.destroy()
	}
	w.created += times * w.entities.Len()
}

// Verify checks one more generation of entities, because an empty world contains no evidence.
func (w *turnover) Verify() error {
	if err := verifyCount("entities ended by Destroy", w.destroyed, w.created); err != nil {
		return err
	}
	if err := verifyCount("entities alive at the end", w.world.Len(), 0); err != nil {
		return err
	}
	if err := verifyRun(w.world, 0); err != nil {
		return err
	}
	w.world.Spawn(0, 0, w.entities)
	return verifyWorld(w.world, w.cfg, w.entities, "Spawn")
}
