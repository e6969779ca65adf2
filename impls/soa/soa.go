// Package soa is the lower bound: a hand-written struct of arrays without an ECS. A program with
// fixed kinds of objects keeps one table for each kind, and runs plain loops over slices.
//
// A handle is a table and a row, so it does not survive a change. Single entities cannot be
// destroyed or changed, only all at once.
package soa

import (
	"embed"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

//go:embed *.go
var source embed.FS

// Implementation is the entry of the registry.
var Implementation = impls.Implementation{
	Name:    "soa",
	Doc:     "hand-written struct of arrays, no entity handles: the lower bound",
	From:    "the book of an ECS in 500 lines",
	Role:    results.Reference,
	Modes:   []results.AccessMode{results.BatchByList, results.Chunk},
	Options: []impls.Option{impls.Loops},
	Parts:   []impls.Part{{Functions: "soa.(*column[…])", Memory: impls.ForComponents}},
	Source:  source,
	Open:    open,
}

type world struct {
	impls.MakesHandles[handle]
	cfg     impls.Config
	tables  []table // by bundle
	systems [][]int // by system: its tables, which an author would write out
	live    int
	bodies  []any // by system, see impls.Bodies
}

// A handle has a table and a row; rows count from 1, because the zero handle is no
// entity.
type handle struct{ table, row uint32 }

type handles = impls.HandlesOf[handle]

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	bodies, err := impls.Bodies(cfg, options)
	if err != nil {
		return nil, err
	}
	w := &world{cfg: cfg, tables: make([]table, len(cfg.Bundles)), bodies: bodies}
	for i, set := range cfg.Bundles {
		w.tables[i] = newTable(set, cfg.Types)
		w.tables[i].reserve((cfg.Capacity + len(cfg.Bundles) - 1) / len(cfg.Bundles))
	}
	for _, s := range cfg.Systems {
		var runs []int
		for i := range w.tables {
			if s.Wants(w.tables[i].set) {
				runs = append(runs, i)
			}
		}
		w.systems = append(w.systems, runs)
	}
	return w, nil
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es, t := dst.(handles), &w.tables[bundle]
	row := t.rows
	if w.cfg.Create == results.PerEntity {
		t.appendEach(len(es), first)
	} else {
		t.append(len(es), first)
	}
	for i := range es {
		es[i] = handle{uint32(bundle), uint32(row + i + 1)}
	}
	w.live += len(es)
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) (visited int) {
	for _, i := range w.systems[system] {
		t := &w.tables[i]
		w.run(system, rows{t, 0, t.rows}, dt)
		visited += t.rows
	}
	return visited
}

func (w *world) run(system int, r rows, dt float32) {
	if k := w.cfg.Systems[system].Kernel; k != kernel.Idle && r.from < r.to {
		chunk(k, r, w.bodies[system], dt)
	}
}

// leastRows is the least number of rows for another worker, which needs some microseconds to begin.
const leastRows = 16 << 10

// Tick is impls.Ticker. The rows of each table are divided among the workers.
func (w *world) Tick(workers int, dt float32) []int {
	visited := make([]int, len(w.systems))
	for system, tables := range w.systems {
		all := 0
		for _, i := range tables {
			all += w.tables[i].rows
		}
		parts := max(1, min(workers, all/leastRows))
		visited[system] = impls.Divide(parts, func(part int) (visited int) {
			for _, i := range tables {
				t := &w.tables[i]
				r := rows{t, t.rows * part / parts, t.rows * (part + 1) / parts}
				w.run(system, r, dt)
				visited += r.to - r.from
			}
			return visited
		})
	}
	return visited
}

// Clear is impls.World.Clear.
func (w *world) Clear() int {
	cleared := w.live
	for i := range w.tables {
		w.tables[i].truncate()
	}
	w.live = 0
	return cleared
}

// Len is impls.World.Len.
func (w *world) Len() int { return w.live }

// column returns the first of the columns of a component, nil if no table has any.
func (w *world) column(c kernel.Component) anyColumn {
	for i := range w.tables {
		if found := w.tables[i].column(c); found != nil {
			return found
		}
	}
	return nil
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	if typed := w.column(c); typed != nil {
		return typed.lookup(w.tables, r.(handles), c)
	}
	return 0
}

// Touch is impls.Detector: a flag for each row of the component.
func (w *world) Touch(r impls.Handles, c kernel.Component) {
	if typed := w.column(c); typed != nil {
		typed.touch(w.tables, r.(handles), c)
	}
}

// Changed is impls.Detector.
func (w *world) Changed(c kernel.Component) (visited int, sum uint64) {
	for i := range w.tables {
		if found := w.tables[i].column(c); found != nil {
			n, part := found.changed()
			visited, sum = visited+n, sum+part
		}
	}
	return visited, sum
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	sums := make([][]uint64, len(w.tables))
	for i := range w.tables {
		sums[i] = w.tables[i].hash()
	}
	for i, e := range r.(handles) {
		dst[i] = 0
		if e.row > 0 && int(e.row) <= len(sums[e.table]) {
			dst[i] = kernel.EntityHash(sums[e.table][e.row-1])
		}
	}
}
