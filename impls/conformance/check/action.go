package check

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

func (m *Machine) spawn(src Source) error {
	bundle, first, n := src.IntN(len(m.cfg.Bundles)), uint32(src.IntN(3000)), src.IntN(20)
	if src.IntN(8) == 0 {
		n = 70
	}
	return m.spawnSome(bundle, first, min(n, maxEntities-m.model.Len(), maxHandles-m.count))
}

func (m *Machine) spawnSome(bundle int, first uint32, n int) error {
	m.world.Spawn(bundle, first, m.theirs.Slice(m.count, m.count+n))
	m.model.Spawn(bundle, first, m.ours.Slice(m.count, m.count+n))
	m.count += n
	if got, want := m.world.Len(), m.model.Len(); got != want {
		return errorf("Spawn", "of %d entities made Len %d, want %d", n, got, want)
	}
	return nil
}

func (m *Machine) run(src Source) error { return m.runSystem(src.IntN(len(m.cfg.Systems))) }

func (m *Machine) runSystem(system int) error {
	got := m.world.Run(system, kernel.DeltaTime)
	return m.visited("Run", system, got, m.model.Run(system, kernel.DeltaTime))
}

func (m *Machine) visited(method string, system, got, want int) error {
	if got != want {
		s := m.cfg.Systems[system]
		return errorf(method, "of system %d (%v, components %v without %v) visited %d entities, want %d", system, s.Kernel, s.Requires, s.Without, got, want)
	}
	return nil
}

func (m *Machine) tick(src Source) error {
	workers := 1 + src.IntN(4)
	got, want := m.world.(impls.Ticker).Tick(workers, kernel.DeltaTime), m.model.Tick(workers, kernel.DeltaTime)
	if len(got) != len(want) {
		return errorf("Tick", "told of %d systems, want %d", len(got), len(want))
	}
	for system := range want {
		if err := m.visited("Tick", system, got[system], want[system]); err != nil {
			return err
		}
	}
	return nil
}

func (m *Machine) clear(Source) error {
	if got, want := m.world.Clear(), m.model.Clear(); got != want {
		return errorf("Clear", "ended %d entities, want %d", got, want)
	}
	if _, lasting := m.world.(impls.Changer); !lasting { // then old handles may be given out again
		m.count = 0
	}
	return nil
}

func (m *Machine) destroy(src Source) error {
	theirs, ours := m.pick(src)
	if got, want := m.world.(impls.Changer).Destroy(theirs), m.model.Destroy(ours); got != want {
		return errorf("Destroy", "of %d handles ended %d entities, want %d", theirs.Len(), got, want)
	}
	return nil
}

func (m *Machine) exchange(src Source) error {
	move, first := src.IntN(len(m.cfg.Moves)), uint32(src.IntN(3000))
	theirs, ours := m.pick(src)
	return m.exchangeSome(move, theirs, ours, first)
}

func (m *Machine) exchangeSome(move int, theirs, ours impls.Roster, first uint32) error {
	got, want := m.world.(impls.Changer).Exchange(move, theirs, first), m.model.Exchange(move, ours, first)
	if got != want {
		do := m.cfg.Moves[move]
		return errorf("Exchange", "that adds %v and removes %v changed %d of %d handles, want %d", do.Add, do.Remove, got, theirs.Len(), want)
	}
	return nil
}

func (m *Machine) lookup(src Source) error {
	theirs, ours := m.pick(src)
	if got, want := m.world.(impls.Looker).Lookup(theirs), m.model.Lookup(ours); got != want {
		return errorf("Lookup", "of %d handles saw other Positions than there are (sum %#x, want %#x)", theirs.Len(), got, want)
	}
	return nil
}

// later asks for a change; nothing may have happened yet.
func (m *Machine) later(src Source) error {
	move, first := src.IntN(len(m.cfg.Moves)+3)-3, uint32(src.IntN(3000))
	theirs, ours := m.pick(src)
	m.world.(impls.Deferrer).Later(max(-1, move), theirs, first)
	m.model.Later(max(-1, move), ours, first)
	return nil
}

// flush has the changes made, once, and runs what depends on them.
func (m *Machine) flush(src Source) error {
	for range 2 {
		if got, want := m.world.(impls.Deferrer).Flush(), m.model.Flush(); got != want {
			return errorf("Flush", "changed %d entities, want %d", got, want)
		}
		if err := m.run(src); err != nil {
			return err
		}
	}
	return nil
}
