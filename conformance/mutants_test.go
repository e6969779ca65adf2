package conformance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/kernel"
)

// A mutant is a correct world with faulty overrides. It has only the checked methods,
// since each is compiled for each mutant.
type mutant struct {
	checked
	inside *seed.World
	cfg    impls.Config
}

type checked interface {
	impls.World
	impls.Changer
	impls.Looker
	impls.Deferrer
	impls.Ticker
}

type handles = impls.HandlesOf[seed.Entity]

func openMutant(cfg impls.Config) (mutant, error) {
	w, err := dense.Implementation.Open(cfg, impls.Values{"dispatch": "shared", "ids": "constant"})
	if err != nil {
		return mutant{}, err
	}
	return mutant{w.(checked), w.(*seed.World), cfg}, nil
}

// with opens a correct world inside a wrong one.
func with(wrong func(mutant) impls.World) impls.Open {
	return func(cfg impls.Config) (impls.World, error) {
		m, err := openMutant(cfg)
		if err != nil {
			return nil, err
		}
		return wrong(m), nil
	}
}

// TestMutants: no faulty world passes. The second half are bugs found in adapters of
// real suites.
func TestMutants(t *testing.T) {
	fixture.Long(t)
	mutants := []struct {
		name    string
		open    impls.Open
		message string // part of the error
	}{
		{"a correct world", with(func(m mutant) impls.World { return m }), ""},
		{"a correct storage", openBroken(""), ""},
		{"the model", func(cfg impls.Config) (impls.World, error) { return impls.NewModel(cfg), nil }, ""},

		{"forgets the swap", openBroken("swap"), "panic: runtime error: index out of range"},
		{"loses a component on growth", openBroken("growth"), "it must be Position{X:206.78125 Y:0.78125}"},
		{"keeps the position of the deleted", openBroken("delete"), "its hash is 0x"},
		{"hands out an initial value twice", openBroken("fill"), "its hash is 0x"},
		{"visits one entity twice", with(func(m mutant) impls.World { return twice{m} }), "its hash is 0x"},
		{"does nothing but counts", with(func(m mutant) impls.World { return idle{m} }), "its hash is 0x"},
		{"counts one too few", with(func(m mutant) impls.World { return miscounts{m} }), "it visited 4 entities, want 5"},
		{"numbers values from 0", with(func(m mutant) impls.World { return numbersFromZero{m} }), "it must be Force{X:-1"},
		{"sets a component it has anew", with(func(m mutant) impls.World { return overwrites{m} }), "want 0; entity 7 (inventory): its hash is"},
		{"leaves the last one alive", with(func(m mutant) impls.World { return spares{m} }), "Destroy ended 5 entities, want 6; the handle of entity 2 is stale"},
		{"removes nothing", with(func(m mutant) impls.World { return keeps{m} }), "its hash is 0x"},
		{"panics on an empty handles", with(func(m mutant) impls.World { return panics{m} }), "(at conformance/mutants_test.go:"},
		{"ignores what is excluded", with(func(m mutant) impls.World { return includes{m} }), "Run of Coast (position, velocity without mass): it visited"},
		{"looks up the dead", with(func(m mutant) impls.World { return seances{m} }), "with a stale handle"},
		{"ticks the last system only once for all", with(func(m mutant) impls.World { return skipsSystem{m} }), "Tick on 1 worker: entity 1"},

		{"creates N entities for each of N", with(func(m mutant) impls.World { return multiplies{m} }), "after Spawn of 5 entities (position, velocity, mass, ..., filler511): Len is 25, want 5"},
		{"swaps two of three components", openSwapped, "in seed.(*World).number)"},
		{"runs its buffer twice", with(func(m mutant) impls.World { return &rerunsBuffer{mutant: m} }), "want 0; entity 1 ("},
		{"matches one archetype only", with(func(m mutant) impls.World { return &oneArchetype{mutant: m} }), "it visited 0 entities, want "},
		{"keeps no handles of a batch", with(func(m mutant) impls.World { return losesHandles{m} }), "is not alive by the handle that Spawn wrote to the handles"},
		{"forgets to flush", with(func(m mutant) impls.World { return neverFlushes{m} }), "Flush changed 0 entities, want 10"},
		{"flushes at once", with(func(m mutant) impls.World { return hasty{m} }), "its hash is 0x"},
		{"accepts a stale handle", with(func(m mutant) impls.World { return &ageless{mutant: m, now: make(map[seed.ID]seed.Entity)} }), "Hash treats it as alive: it has the state of entity 30"},
		{"compacts only when it runs", with(func(m mutant) impls.World { return &lazy{mutant: m} }), "after Spawn of 16 entities (position, velocity, stats, filler69), Destroy of 6 handles: Len is 16, want 10"},
		{"ignores the higher bits of a mask", openNarrow, "its hash is 0x"},
	}
	const correct = 3
	for i, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			err := impls.Check(m.open, impls.QuickCheck)
			if i < correct && err != nil {
				t.Errorf("a correct world fails: %v", err)
			}
			if i >= correct && err == nil {
				t.Fatal("passes")
			}
			if i >= correct && !strings.Contains(err.Error(), m.message) {
				t.Errorf("the error lacks %q:\n%.2000v", m.message, err)
			}
		})
	}
}

type twice struct{ mutant }

func (w twice) Run(system int, dt float32) int {
	n := w.checked.Run(system, dt)
	if n > 1 {
		w.checked.Run(system, dt)
	}
	return n
}

type idle struct{ mutant }

func (w idle) Run(system int, _ float32) int { return w.checked.Run(system, 0) }

type miscounts struct{ mutant }

func (w miscounts) Run(system int, dt float32) int { return max(0, w.checked.Run(system, dt)-1) }

type numbersFromZero struct{ mutant }

func (w numbersFromZero) Exchange(move int, r impls.Handles, _ uint32) int {
	return w.checked.Exchange(move, r, 0)
}

// overwrites removes the component to add first, so that entities with it get an initial
// value.
type overwrites struct{ mutant }

func (w overwrites) Exchange(move int, r impls.Handles, first uint32) int {
	if !w.cfg.Moves[move].Remove {
		w.checked.Exchange(move+1, r, 0) // which removes it
	}
	return w.checked.Exchange(move, r, first)
}

type spares struct{ mutant }

func (w spares) Destroy(r impls.Handles) int {
	return w.checked.Destroy(r.Slice(0, max(0, r.Len()-1)))
}

type keeps struct{ mutant }

func (w keeps) Exchange(move int, r impls.Handles, first uint32) int {
	if !w.cfg.Moves[move].Remove {
		return w.checked.Exchange(move, r, first)
	}
	fitting := 0
	for _, e := range slices.Compact(slices.Sorted(slices.Values(r.(handles)))) {
		if slices.Contains(w.inside.Components(e), w.cfg.Moves[move].Component) {
			fitting++
		}
	}
	return fitting
}

type panics struct{ mutant }

func (w panics) Destroy(r impls.Handles) int {
	_ = r.(handles)[0]
	return w.checked.Destroy(r)
}

// includes ignores the exclusions of systems.
type includes struct{ mutant }

func (w includes) Run(system int, dt float32) int {
	if len(w.cfg.Systems[system].Without) == 0 {
		return w.checked.Run(system, dt)
	}
	w.checked.Run(system, dt)
	without := slices.IndexFunc(w.cfg.Systems, func(s impls.System) bool { return slices.Equal(s.Requires, w.cfg.Systems[system].Requires) })
	return len(w.inside.Members(without))
}

type seances struct{ mutant }

func (w seances) Lookup(r impls.Handles, c kernel.Component) (sum uint64) {
	for _, e := range r.(handles) {
		if !w.inside.Alive(e) && e != 0 {
			sum++
		}
	}
	return sum + w.checked.Lookup(r, c)
}

type skipsSystem struct{ mutant }

func (w skipsSystem) Tick(workers int, dt float32) []int {
	var visited []int
	for system := range w.cfg.Systems {
		visited = append(visited, len(w.inside.Members(system)))
		if system < len(w.cfg.Systems)-1 {
			w.checked.Run(system, dt)
		}
	}
	return visited
}

type multiplies struct{ mutant }

func (w multiplies) Spawn(bundle int, first uint32, dst impls.Handles) {
	for range min(5, dst.Len()) { // a few, since all are the same mistake
		w.checked.Spawn(bundle, first, dst)
	}
}

// openSwapped opens a world that exchanges Velocity and Mass in the third bundle.
func openSwapped(cfg impls.Config) (impls.World, error) {
	changed := cfg
	changed.Bundles = slices.Clone(cfg.Bundles)
	for i, set := range changed.Bundles {
		if slices.Equal(set, kernel.MoveID.Get().Needs) {
			changed.Bundles[i] = []kernel.Component{kernel.PositionID, kernel.MassID}
		}
	}
	m, err := openMutant(changed)
	return m, err
}

type rerunsBuffer struct {
	mutant
	asked []func()
}

func (w *rerunsBuffer) Later(move int, r impls.Handles, first uint32) {
	w.asked = append(w.asked, func() { w.checked.Later(move, r, first) })
}

func (w *rerunsBuffer) Flush() int {
	for _, ask := range w.asked { // and repeats earlier requests
		ask()
	}
	return w.checked.Flush()
}

// oneArchetype runs systems only over entities with exactly the required components.
type oneArchetype struct {
	mutant
	spawned []seed.Entity
}

func (w *oneArchetype) Spawn(bundle int, first uint32, dst impls.Handles) {
	w.checked.Spawn(bundle, first, dst)
	w.spawned = append(w.spawned, dst.(handles)...)
}

func (w *oneArchetype) Run(system int, dt float32) int {
	n := lists.Count(w.spawned, func(e seed.Entity) bool { return slices.Equal(w.inside.Components(e), w.cfg.Systems[system].Requires) })
	w.checked.Run(system, dt)
	return n
}

type losesHandles struct{ mutant }

func (w losesHandles) Spawn(bundle int, first uint32, dst impls.Handles) {
	if dst.Len() > 1 {
		dst = make(handles, dst.Len())
	}
	w.checked.Spawn(bundle, first, dst)
}

type neverFlushes struct{ mutant }

func (w neverFlushes) Flush() int { return 0 }

type hasty struct{ mutant }

func (w hasty) Later(move int, r impls.Handles, first uint32) {
	w.checked.Later(move, r, first)
	w.checked.Flush()
}

// ageless has handles without generation, which match any later entity with the ID.
type ageless struct {
	mutant
	now map[seed.ID]seed.Entity
}

func (w *ageless) Spawn(bundle int, first uint32, dst impls.Handles) {
	w.checked.Spawn(bundle, first, dst)
	for _, e := range dst.(handles) {
		w.now[e.ID()] = e
	}
}

func (w *ageless) current(r impls.Handles) impls.Handles {
	fresh := slices.Clone(r.(handles))
	for i, e := range fresh {
		if e != 0 {
			fresh[i] = w.now[e.ID()]
		}
	}
	return fresh
}

func (w *ageless) Destroy(r impls.Handles) int { return w.checked.Destroy(w.current(r)) }

func (w *ageless) Hash(r impls.Handles, dst []uint64) { w.checked.Hash(w.current(r), dst) }

// lazy keeps dead entities until the next Run.
type lazy struct {
	mutant
	dead []impls.Handles
}

func (w *lazy) Destroy(r impls.Handles) int {
	n := lists.Count(slices.Compact(slices.Sorted(slices.Values(r.(handles)))), func(e seed.Entity) bool { return w.inside.Alive(e) })
	w.dead = append(w.dead, r)
	return n
}

func (w *lazy) Run(system int, dt float32) int {
	for _, r := range w.dead {
		w.checked.Destroy(r)
	}
	w.dead = nil
	return w.checked.Run(system, dt)
}

// openNarrow opens a world that silently loses the higher bits of a mask.
func openNarrow(cfg impls.Config) (impls.World, error) {
	changed := cfg
	changed.Bundles = slices.Clone(cfg.Bundles)
	for i, set := range changed.Bundles {
		changed.Bundles[i] = slices.DeleteFunc(slices.Clone(set), func(c kernel.Component) bool { return c >= 64 })
	}
	m, err := openMutant(changed)
	return m, err
}
