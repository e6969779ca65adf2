package check

import (
	"errors"
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
)

// empty asks a world that never had an entity.
func empty(open Open) error {
	m, err := NewMachine(open)
	if err != nil {
		return err
	}
	for system := range m.model.cfg.Systems {
		if n := m.world.Update(system, impls.DeltaTime); n != 0 {
			return fmt.Errorf("Update of system %d visited %d entities of an empty world", system, n)
		}
		m.world.Each(system, func(e impls.Entity) {
			err = fmt.Errorf("Each of system %d visited %#x in an empty world", system, uint64(e))
		})
	}
	none := []impls.Entity{0}
	hash := []uint64{1}
	m.world.Hash(none, hash)
	switch {
	case err != nil:
		return err
	case m.world.Alive(0) || m.world.Has(0, impls.PositionID):
		return errors.New("0 means no entity, but is alive")
	case hash[0] != 0:
		return fmt.Errorf("Hash of no entity is %#x, want 0", hash[0])
	case m.world.Destroy(nil) != 0:
		return errors.New("Destroy of nothing ended something")
	}
	m.world.Spawn(0, 0, nil)
	return m.Compare()
}

// wide registers all component types of the largest profile, and has entities
// with all of them, with none, and with the last one only.
func wide(open Open) error {
	const types = 512
	cfg := impls.Config{
		Components: impls.ComponentKinds(types),
		Sets:       [][]impls.Component{allOf(types), {}, {types - 1}},
		Systems: []impls.System{
			{Requires: allOf(types)},
			{Requires: []impls.Component{types - 1}},
			{Requires: impls.MovePos.Requires(), Kernel: impls.MovePos},
		},
	}
	w, handles, err := open.open(cfg)
	if err != nil {
		return fmt.Errorf("open a world of %d component types: %w", types, err)
	}
	m := &Machine{world: w, model: NewModel(cfg), handles: handles, known: make(map[impls.Entity]int)}
	for set := range cfg.Sets {
		theirs, ours := make([]impls.Entity, 5), make([]impls.Entity, 5)
		w.Spawn(set, 1, theirs)
		m.model.Spawn(set, 1, ours)
		if err := m.learn(theirs, ours); err != nil {
			return err
		}
	}
	for system := range cfg.Systems {
		got := w.Update(system, impls.DeltaTime)
		if want := m.model.Update(system, impls.DeltaTime); got != want {
			return fmt.Errorf("Update of system %d visited %d entities, want %d", system, got, want)
		}
	}
	if err := m.Compare(); err != nil || !handles {
		return err
	}
	for c := range impls.Component(types) { // the third entity of each set loses all it has
		theirs, ours := []impls.Entity{m.theirs[2], m.theirs[12]}, []impls.Entity{m.ours[2], m.ours[12]}
		if got, want := w.Remove(c, theirs), m.model.Remove(c, ours); got != want {
			return fmt.Errorf("Remove of component %d removed %d, want %d", c, got, want)
		}
	}
	return m.Compare()
}

// sparse registers fewer types than there are kernels for.
func sparse(open Open) error {
	cfg := impls.Config{
		Components: impls.ComponentKinds(int(impls.FirstFiller))[:2],
		Sets:       [][]impls.Component{{0, 1}},
		Systems:    []impls.System{{Requires: impls.MovePos.Requires(), Kernel: impls.MovePos}},
		Capacity:   100,
	}
	return closedForm(open, cfg, 100, 3, 1)
}

// longRun compares many ticks of all kernels with the closed form.
func longRun(open Open) error { return closedForm(open, arena(), 200, 50, 1) }

// million compares a world of a million entities with the closed form, for
// every 1009th of them.
func million(open Open) error {
	cfg := impls.Config{
		Components: impls.ComponentKinds(32),
		Sets:       [][]impls.Component{{impls.PositionID, impls.VelocityID}},
		Systems:    []impls.System{{Requires: impls.MovePos.Requires(), Kernel: impls.MovePos}},
	}
	return closedForm(open, cfg, 1_000_000, 2, 1009)
}

// closedForm spawns n entities of each set, runs all systems some times, and
// compares every stride-th entity with its expected hash; then destroys all.
func closedForm(open Open, cfg impls.Config, n, times, stride int) error {
	w, err := open(cfg)
	if err != nil {
		return fmt.Errorf("open a world of %d component types: %w", len(cfg.Components), err)
	}
	all := make([]impls.Entity, 0, n*len(cfg.Sets))
	for set := range cfg.Sets {
		start := len(all)
		all = all[:start+n]
		w.Spawn(set, 7, all[start:])
	}
	for system, s := range cfg.Systems {
		members := 0
		for _, set := range cfg.Sets {
			if contains(set, s.Requires) {
				members += n
			}
		}
		for range times {
			if got := w.Update(system, impls.DeltaTime); got != members {
				return fmt.Errorf("Update of system %d visited %d entities, want %d", system, got, members)
			}
		}
	}
	var sample []impls.Entity
	var want []uint64
	expect := impls.Expect(cfg.Components)
	for set, cs := range cfg.Sets {
		var ran []impls.Ran // by the systems whose requirement the set satisfies
		for _, s := range cfg.Systems {
			if contains(cs, s.Requires) {
				ran = append(ran, impls.Ran{Kernel: s.Kernel, Times: times})
			}
		}
		for i := 0; i < n; i += stride {
			sample = append(sample, all[set*n+i])
			want = append(want, expect.Hash(cs, 7+uint32(i), ran...))
		}
	}
	got := make([]uint64, len(sample))
	w.Hash(sample, got)
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("Hash of entity %#x is %#x, want %#x", uint64(sample[i]), got[i], want[i])
		}
	}
	if got := w.Destroy(all); got != len(all) || w.Len() != 0 {
		return fmt.Errorf("Destroy of all %d entities ended %d, and left %d", len(all), got, w.Len())
	}
	return nil
}

func contains(set, required []impls.Component) bool {
	has := make(map[impls.Component]bool)
	for _, c := range set {
		has[c] = true
	}
	for _, c := range required {
		if !has[c] {
			return false
		}
	}
	return true
}
