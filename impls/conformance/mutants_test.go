package conformance_test

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/conformance/check"
	"github.com/ecsbench/ecsbench/impls/dense"
)

// A mutant is a world with one thing wrong.
type mutant struct {
	name string
	open check.Open
}

func openDense(cfg impls.Config) (impls.World, error) {
	return dense.Implementation.Open(cfg, impls.Values{"dispatch": "shared", "ids": "constant"})
}

// wrapped is a correct world inside a wrong one.
func wrapped(wrap func(impls.World) impls.World) check.Open {
	return func(cfg impls.Config) (impls.World, error) {
		w, err := openDense(cfg)
		if err != nil {
			return nil, err
		}
		return wrap(w), nil
	}
}

// TestMutants: a world that is wrong in any way does not pass. A check that lets
// a mutant through is one that cannot fail.
func TestMutants(t *testing.T) {
	mutants := []mutant{
		{"a correct world", openDense},
		{"a correct storage", openBroken("")},
		{"the model", func(cfg impls.Config) (impls.World, error) { return check.NewModel(cfg), nil }},

		{"visits one entity twice", wrapped(func(w impls.World) impls.World { return &twice{w} })},
		{"does nothing but counts", wrapped(func(w impls.World) impls.World { return &idle{w} })},
		{"counts one too few", wrapped(func(w impls.World) impls.World { return &miscounts{w} })},
		{"ignores the generation", wrapped(func(w impls.World) impls.World { return &ageless{World: w, now: make(map[ecs.ID]impls.Entity)} })},
		{"numbers values from 0", wrapped(func(w impls.World) impls.World { return &numbersFromZero{w} })},
		{"sets a component it has anew", wrapped(func(w impls.World) impls.World { return &overwrites{w} })},
		{"leaves the last one alive", wrapped(func(w impls.World) impls.World { return &spares{w} })},
		{"does not remove", wrapped(func(w impls.World) impls.World { return &keeps{w} })},
		{"Each stops when the world changes", wrapped(func(w impls.World) impls.World { return &stops{w} })},
		{"Each visits who is a member no longer", wrapped(func(w impls.World) impls.World { return &snapshot{w} })},
		{"Each visits twice", wrapped(func(w impls.World) impls.World { return &eachTwice{w} })},
		{"panics on an empty slice", wrapped(func(w impls.World) impls.World { return &panics{w} })},

		{"forgets the swap", openBroken("swap")},
		{"loses a component on growth", openBroken("growth")},
		{"keeps the position of the deleted", openBroken("delete")},
		{"hands out an initial value twice", openBroken("fill")},
		{"registers only 64 types", openNarrow},
	}
	for i, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			err := check.World(m.open, check.Quick)
			if i < 3 && err != nil {
				t.Errorf("a correct world fails: %v", err)
			}
			if i >= 3 && err == nil {
				t.Error("passes")
			}
		})
	}
}

type twice struct{ impls.World }

func (w *twice) Update(system int, dt float32) int {
	n := w.World.Update(system, dt)
	if n > 1 {
		w.World.Update(system, dt)
	}
	return n
}

type idle struct{ impls.World }

func (w *idle) Update(system int, _ float32) int { return w.World.Update(system, 0) }

type miscounts struct{ impls.World }

func (w *miscounts) Update(system int, dt float32) int { return max(0, w.World.Update(system, dt)-1) }

// ageless has handles that say only the ID, and takes a handle for whichever
// entity has the ID now.
type ageless struct {
	impls.World
	now map[ecs.ID]impls.Entity
}

func (w *ageless) Spawn(set int, first uint32, dst []impls.Entity) {
	w.World.Spawn(set, first, dst)
	for _, e := range dst {
		w.now[e.ID()] = e
	}
}

func (w *ageless) current(es []impls.Entity) []impls.Entity {
	fresh := slices.Clone(es)
	for i, e := range fresh {
		if e != 0 {
			fresh[i] = w.now[e.ID()]
		}
	}
	return fresh
}

func (w *ageless) Alive(e impls.Entity) bool            { return w.World.Alive(w.current([]impls.Entity{e})[0]) }
func (w *ageless) Destroy(es []impls.Entity) int        { return w.World.Destroy(w.current(es)) }
func (w *ageless) Hash(es []impls.Entity, dst []uint64) { w.World.Hash(w.current(es), dst) }
func (w *ageless) Add(c impls.Component, es []impls.Entity, first uint32) int {
	return w.World.Add(c, w.current(es), first)
}
func (w *ageless) Remove(c impls.Component, es []impls.Entity) int {
	return w.World.Remove(c, w.current(es))
}

type numbersFromZero struct{ impls.World }

func (w *numbersFromZero) Add(c impls.Component, es []impls.Entity, _ uint32) int {
	return w.World.Add(c, es, 0)
}

type overwrites struct{ impls.World }

func (w *overwrites) Add(c impls.Component, es []impls.Entity, first uint32) (added int) {
	for i, e := range es {
		w.World.Remove(c, es[i:i+1])
		added += w.World.Add(c, []impls.Entity{e}, first+uint32(i))
	}
	return added
}

type spares struct{ impls.World }

func (w *spares) Destroy(es []impls.Entity) int {
	return w.World.Destroy(es[:max(0, len(es)-1)])
}

type keeps struct{ impls.World }

func (w *keeps) Remove(c impls.Component, es []impls.Entity) (removed int) {
	for _, e := range es {
		if w.Has(e, c) {
			removed++
		}
	}
	return removed
}

type stops struct{ impls.World }

func (w *stops) Each(system int, visit func(impls.Entity)) {
	n, stopped := w.Len(), false
	w.World.Each(system, func(e impls.Entity) {
		if !stopped {
			visit(e)
		}
		stopped = stopped || w.Len() != n
	})
}

type snapshot struct{ impls.World }

func (w *snapshot) Each(system int, visit func(impls.Entity)) {
	var members []impls.Entity
	w.World.Each(system, func(e impls.Entity) { members = append(members, e) })
	for _, e := range members {
		visit(e)
	}
}

type eachTwice struct{ impls.World }

func (w *eachTwice) Each(system int, visit func(impls.Entity)) {
	w.World.Each(system, visit)
	w.World.Each(system, visit)
}

type panics struct{ impls.World }

func (w *panics) Destroy(es []impls.Entity) int {
	_ = es[0]
	return w.World.Destroy(es)
}

// openNarrow opens a world that silently loses the higher bits of a mask.
func openNarrow(cfg impls.Config) (impls.World, error) {
	cfg.Sets = slices.Clone(cfg.Sets)
	for i, set := range cfg.Sets {
		cfg.Sets[i] = slices.DeleteFunc(slices.Clone(set), func(c impls.Component) bool { return c >= 64 })
	}
	return openDense(cfg)
}
