package check

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
)

func (m *Machine) spawn(src Source) error {
	set, first, n := src.IntN(len(m.model.cfg.Sets)), uint32(src.IntN(3000)), src.IntN(20)
	if src.IntN(8) == 0 {
		n = 70
	}
	n = min(n, maxEntities-m.model.Len())
	theirs, ours := make([]impls.Entity, n), make([]impls.Entity, n)
	m.world.Spawn(set, first, theirs)
	m.model.Spawn(set, first, ours)
	return m.learn(theirs, ours)
}

func (m *Machine) update(src Source) error {
	system := src.IntN(len(m.model.cfg.Systems))
	got := m.world.Update(system, impls.DeltaTime)
	if want := m.model.Update(system, impls.DeltaTime); got != want {
		return fmt.Errorf("Update of system %d visited %d entities, want %d", system, got, want)
	}
	return nil
}

func (m *Machine) destroyAll(Source) error {
	var theirs, ours []impls.Entity
	for i, e := range m.ours {
		if m.model.Alive(e) {
			theirs, ours = append(theirs, m.theirs[i]), append(ours, e)
		}
	}
	got := m.world.Destroy(theirs)
	if want := m.model.Destroy(ours); got != want {
		return fmt.Errorf("Destroy of all ended %d entities, want %d", got, want)
	}
	if !m.handles { // then what dead ones were called may be used again
		m.theirs, m.ours = nil, nil
		clear(m.known)
	}
	return nil
}

func (m *Machine) destroy(src Source) error {
	theirs, ours := m.pick(src)
	got := m.world.Destroy(theirs)
	if want := m.model.Destroy(ours); got != want {
		return fmt.Errorf("Destroy of %d handles ended %d entities, want %d", len(theirs), got, want)
	}
	return nil
}

func (m *Machine) add(src Source) error {
	c, first := touched[src.IntN(len(touched))], uint32(src.IntN(3000))
	theirs, ours := m.pick(src)
	got := m.world.Add(c, theirs, first)
	if want := m.model.Add(c, ours, first); got != want {
		return fmt.Errorf("Add of component %d to %d handles added %d, want %d", c, len(theirs), got, want)
	}
	return nil
}

func (m *Machine) remove(src Source) error {
	c := touched[src.IntN(len(touched))]
	theirs, ours := m.pick(src)
	got := m.world.Remove(c, theirs)
	if want := m.model.Remove(c, ours); got != want {
		return fmt.Errorf("Remove of component %d from %d handles removed %d, want %d", c, len(theirs), got, want)
	}
	return nil
}

func (m *Machine) each(src Source) error {
	return m.visit(src.IntN(len(m.model.cfg.Systems)), func(int) error { return nil })
}

// eachChanging changes the world from inside the iteration: the entity that is
// visited, others before and after it, and by new ones.
func (m *Machine) eachChanging(src Source) error {
	system := src.IntN(len(m.model.cfg.Systems))
	do := []func(Source) error{m.destroy, m.add, m.remove}
	budget := 30 // changes; the state is compared after each
	return m.visit(system, func(i int) error {
		if budget--; budget < 0 {
			return nil
		}
		theirs, ours := m.theirs[i:i+1], m.ours[i:i+1]
		switch way := src.IntN(8); way {
		case 0:
			m.world.Destroy(theirs)
			m.model.Destroy(ours)
		case 1, 2:
			c := touched[src.IntN(len(touched))]
			m.world.Remove(c, theirs)
			m.model.Remove(c, ours)
		case 3:
			c := touched[src.IntN(len(touched))]
			m.world.Add(c, theirs, 5)
			m.model.Add(c, ours, 5)
		case 4:
			return m.spawn(src)
		case 5:
			return do[src.IntN(len(do))](src)
		default:
			return nil
		}
		return m.Compare()
	})
}

// visit runs Each over the world and checks who is visited. Who lost
// membership at any time may or may not be met after regaining it.
func (m *Machine) visit(system int, change func(i int) error) error {
	expected := make(map[int]bool)
	for i, e := range m.ours {
		if m.model.satisfies(e, system) {
			expected[i] = true
		}
	}
	visited := make(map[int]bool)
	faltered := make(map[int]bool)
	var failed error
	m.world.Each(system, func(e impls.Entity) {
		if failed != nil {
			return
		}
		i, known := m.known[e]
		switch {
		case !known:
			failed = fmt.Errorf("Each of system %d visited %#x, which no entity was called", system, uint64(e))
		case !expected[i]:
			failed = fmt.Errorf("Each of system %d visited %#x, which was no member at the start", system, uint64(e))
		case visited[i]:
			failed = fmt.Errorf("Each of system %d visited %#x twice", system, uint64(e))
		case !m.model.satisfies(m.ours[i], system):
			failed = fmt.Errorf("Each of system %d visited %#x, which was a member no longer", system, uint64(e))
		}
		if failed != nil {
			return
		}
		visited[i] = true
		failed = change(i)
		for i := range expected {
			if !m.model.satisfies(m.ours[i], system) {
				faltered[i] = true
			}
		}
	})
	if failed != nil {
		return failed
	}
	for i := range expected {
		if !visited[i] && !faltered[i] {
			return fmt.Errorf("Each of system %d did not visit %#x, a member throughout", system, uint64(m.theirs[i]))
		}
	}
	return nil
}
