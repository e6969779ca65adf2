package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
)

// iterate is the second benchmark of seed 004.
var iterate = Scenario{
	Name:       "iterate",
	Title:      "Iterate",
	Doc:        "one system visits N entities that have K components",
	Verb:       "iterates over",
	Seed:       "004",
	Components: true,
	Options:    []impls.Option{decoysOption, registerOption},
	Open: func(c Case) (Workload, error) {
		return openUpdates(c, seedKernels[c.Components], 1)
	},
}

// physics is the example that the seeds profile: 100 ticks of moving positions
// by velocities.
var physics = Scenario{
	Name:    "physics",
	Title:   "Physics",
	Doc:     "100 updates of Position by Velocity over N entities that have both",
	Verb:    "moves",
	Seed:    "000, 004",
	Options: []impls.Option{decoysOption, registerOption},
	Open: func(c Case) (Workload, error) {
		return openUpdates(c, impls.MovePos, 100)
	},
}

// updates is a workload of running one system over and over.
type updates struct {
	c       Case
	cfg     impls.Config
	world   impls.World
	matched population
	decoys  []population
	perOp   int // updates in an operation
	done    int // updates since the world was opened
	visited int
}

// decoySets returns the sets of entities that lack one of the components that
// the kernel requires and have the other ones, or something else at least.
func decoySets(requires []impls.Component) [][]impls.Component {
	if len(requires) == 1 {
		other := impls.VelocityID
		if requires[0] == other {
			other = impls.PositionID
		}
		return [][]impls.Component{{other}}
	}
	var sets [][]impls.Component
	for lacking := range requires {
		var set []impls.Component
		for i, c := range requires {
			if i != lacking {
				set = append(set, c)
			}
		}
		sets = append(sets, set)
	}
	return sets
}

// chunk is how many entities of a kind are created in a row when several kinds
// are mixed.
const chunk = 64

func openUpdates(c Case, kernel impls.Kernel, perOp int) (Workload, error) {
	w := &updates{c: c, perOp: perOp}
	sets := [][]impls.Component{kernel.Requires()}
	decoys := c.Options.Int("decoys")
	if decoys > 0 {
		sets = append(sets, decoySets(kernel.Requires())...)
	}
	w.cfg = config(c, sets, kernel)
	var err error
	if w.world, err = c.OpenWorld(w.cfg); err != nil {
		return nil, err
	}
	w.matched = population{set: sets[0], entities: make([]impls.Entity, c.Entities)}
	if decoys == 0 {
		w.world.Spawn(0, 0, w.matched.entities)
		return w, nil
	}
	for at := 0; at < c.Entities; at += chunk {
		part := w.matched.entities[at:min(at+chunk, c.Entities)]
		w.world.Spawn(0, uint32(at), part)
		for i := range decoys {
			which := 1 + i%(len(sets)-1)
			p := population{set: sets[which], entities: make([]impls.Entity, len(part)), first: uint32(at)}
			w.world.Spawn(which, p.first, p.entities)
			w.decoys = append(w.decoys, p)
		}
	}
	return w, nil
}

func (w *updates) Entities() int { return w.c.Entities * w.perOp }

func (w *updates) MaxOperations() int { return impls.MaxUpdates / w.perOp }

func (w *updates) Prepare(int) error { return nil }

func (w *updates) Warm() (float64, error) {
	w.update(1)
	return 1 / float64(w.perOp), nil
}

func (w *updates) Run(n int)      { w.update(n * w.perOp) }
func (w *updates) Parts() int     { return w.perOp }
func (w *updates) RunParts(n int) { w.update(n) }

func (w *updates) update(times int) {
	for range times {
		w.visited += w.world.Update(0, impls.DeltaTime)
	}
	w.done += times
}

func (w *updates) Verify() error {
	if err := verifyCount("entities visited", w.visited, w.c.Entities*w.done); err != nil {
		return err
	}
	all := append([]population{w.matched}, w.decoys...)
	for i := range all {
		all[i].ran = []impls.Ran{{Kernel: w.cfg.Systems[0].Kernel, Times: w.done}}
	}
	return verifyState(w.world, w.cfg.Components, all...)
}
