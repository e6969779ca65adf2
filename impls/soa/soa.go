// Package soa is the physical floor: a hand-written struct of arrays, with no
// ECS around it (seed 002). A program that knows its kinds of objects keeps one
// table for each kind, and runs plain loops over slices.
//
// There are no entity handles that survive a change: a handle only says table
// and row, for checking the results. So single entities cannot be destroyed or
// changed, only all of them at once.
package soa

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name: "soa",
	Doc:  "hand-written struct of arrays, no entity handles: the floor",
	Seed: "002",
	Role: impls.Floor,
	Open: open,
}

type world struct {
	tables  []table // by set
	systems []system
	live    int
}

// A system knows which tables it runs over, as its author would have written
// them out.
type system struct {
	requires []impls.Component
	kernel   impls.Kernel
	tables   []int
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if cfg.Needs&impls.Handles != 0 {
		return nil, impls.NeedsHandles("soa")
	}
	w := &world{tables: make([]table, len(cfg.Sets))}
	for i, set := range cfg.Sets {
		w.tables[i] = newTable(set, cfg.Components)
		w.tables[i].reserve((cfg.Capacity + len(cfg.Sets) - 1) / len(cfg.Sets))
	}
	for _, s := range cfg.Systems {
		runs := system{requires: s.Requires, kernel: s.Kernel}
		for i := range w.tables {
			if w.tables[i].hasAll(s.Requires) {
				runs.tables = append(runs.tables, i)
			}
		}
		w.systems = append(w.systems, runs)
	}
	return w, nil
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(set int, first uint32, dst []impls.Entity) {
	t := &w.tables[set]
	row := t.rows
	t.append(len(dst), first)
	for i := range dst {
		dst[i] = handle(set, row+i)
	}
	w.live += len(dst)
}

// Destroy empties all tables if it is given as many entities as there are, and
// does nothing otherwise.
func (w *world) Destroy(es []impls.Entity) int {
	destroyed := w.live
	if len(es) != destroyed {
		return 0
	}
	for i := range w.tables {
		w.tables[i].truncate()
	}
	w.live = 0
	return destroyed
}

// Add does nothing: it would need handles.
func (w *world) Add(impls.Component, []impls.Entity, uint32) int { return 0 }

// Remove does nothing: it would need handles.
func (w *world) Remove(impls.Component, []impls.Entity) int { return 0 }

// Alive tells whether there is such a row.
func (w *world) Alive(e impls.Entity) bool {
	set, row := locate(e)
	return set < len(w.tables) && row < w.tables[set].rows
}

// Has is impls.World.Has.
func (w *world) Has(e impls.Entity, c impls.Component) bool {
	set, _ := locate(e)
	return w.Alive(e) && slices.Contains(w.tables[set].set, c)
}

// Len is impls.World.Len.
func (w *world) Len() int { return w.live }

// Each is impls.World.Each.
func (w *world) Each(system int, visit func(impls.Entity)) {
	for _, set := range w.systems[system].tables {
		for row := range w.tables[set].rows {
			if e := handle(set, row); w.Alive(e) {
				visit(e)
			}
		}
	}
}

// Hash is impls.World.Hash.
func (w *world) Hash(es []impls.Entity, dst []uint64) {
	sums := make([][]uint64, len(w.tables))
	for i := range w.tables {
		sums[i] = w.tables[i].hash()
	}
	for i, e := range es {
		dst[i] = 0
		if w.Alive(e) {
			set, row := locate(e)
			dst[i] = impls.EntityHash(sums[set][row])
		}
	}
}

// handle numbers the rows of each table from 1, because 0 is no entity.
func handle(set, row int) impls.Entity { return impls.Entity(set)<<32 | impls.Entity(row+1) }

// locate takes a handle apart; the row of no entity is beyond every table.
func locate(e impls.Entity) (set, row int) { return int(e >> 32), int(uint32(e) - 1) }
