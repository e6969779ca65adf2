package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// updates runs one system repeatedly.
type updates struct {
	cfg      impls.Config
	world    impls.World
	entities impls.Handles
	groups   []group
	members  int // matching entities
	done     int // updates since the world was opened
	visited  int
}

// A row is a group of entities created in one call.
type row struct {
	bundle int
	size   int
	first  uint32 // number of the initial values
}

// openUpdates opens a world and creates the rows.
func openUpdates(c Setup, bundles [][]kernel.Component, k kernel.ID, rows []row) (*updates, error) {
	cfg, err := config(c, bundles, k)
	if err != nil {
		return nil, err
	}
	w := &updates{cfg: cfg}
	w.cfg.Visit = results.AccessMode(c.Options[ModeOption])
	total := 0
	for _, r := range rows {
		total += r.size
	}
	if w.world, err = c.OpenWorld(w.cfg); err != nil {
		return nil, err
	}
	w.entities = w.world.Handles(total)
	at := 0
	for _, r := range rows {
		w.world.Spawn(r.bundle, r.first, w.entities.Slice(at, at+r.size))
		w.groups = append(w.groups, group{bundle: r.bundle, set: bundles[r.bundle], from: at, to: at + r.size, first: r.first})
		at += r.size
		if w.cfg.Systems[0].Wants(bundles[r.bundle]) {
			w.members += r.size
		}
	}
	return w, nil
}

// age ages the world, see [population.age].
func (w *updates) age(c Setup, rounds int) error {
	at := make([]int, 0, w.entities.Len()) // the group of each entity
	for g := range w.groups {
		for range w.groups[g].to - w.groups[g].from {
			at = append(at, g)
		}
	}
	return population{w.world, w.entities, len(w.cfg.Bundles), func(i int) (int, uint32) {
		g := w.groups[at[i]]
		return g.bundle, g.first + uint32(i-g.from)
	}}.age(c, rounds)
}

func (w *updates) Entities() int          { return w.members }
func (w *updates) MaxOperations() int     { return kernel.MaxRuns }
func (w *updates) Prepare(int) error      { return nil }
func (w *updates) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *updates) Run(n int) {
	for range n {
		w.visited += w.world.Run(0, kernel.DeltaTime)
	}
	w.done += n
}

func (w *updates) Verify() error {
	if err := verifyCount("entities visited by Run", w.visited, w.members*w.done); err != nil {
		return err
	}
	return w.verifyState()
}

func (w *updates) verifyState() error {
	for i := range w.groups {
		w.groups[i].ran = []kernel.Ran{{Kernel: w.cfg.Systems[0].Kernel, Times: w.done}}
	}
	return verifyState(w.world, w.cfg.Types, w.entities, w.groups...)
}
