package check

import "github.com/ecsbench/ecsbench/impls"

// A Model is the impls.World that others are compared with: every entity a map
// of values, every handle a number that is never given out again, every pass a
// walk over all of them.
type Model struct {
	cfg      impls.Config
	entities map[impls.Entity]entity
	last     impls.Entity
}

// NewModel returns an empty model.
func NewModel(cfg impls.Config) *Model {
	return &Model{cfg: cfg, entities: make(map[impls.Entity]entity)}
}

// Spawn is impls.World.Spawn.
func (m *Model) Spawn(set int, first uint32, dst []impls.Entity) {
	for i := range dst {
		e := make(entity)
		for _, c := range m.cfg.Sets[set] {
			e[c] = initial(m.cfg.Components[c], first+uint32(i))
		}
		m.last++
		m.entities[m.last] = e
		dst[i] = m.last
	}
}

// Destroy is impls.World.Destroy.
func (m *Model) Destroy(es []impls.Entity) (destroyed int) {
	for _, e := range es {
		if m.Alive(e) {
			delete(m.entities, e)
			destroyed++
		}
	}
	return destroyed
}

// Add is impls.World.Add.
func (m *Model) Add(c impls.Component, es []impls.Entity, first uint32) (added int) {
	for i, e := range es {
		if m.Alive(e) && !m.Has(e, c) {
			m.entities[e][c] = initial(m.cfg.Components[c], first+uint32(i))
			added++
		}
	}
	return added
}

// Remove is impls.World.Remove.
func (m *Model) Remove(c impls.Component, es []impls.Entity) (removed int) {
	for _, e := range es {
		if m.Has(e, c) {
			delete(m.entities[e], c)
			removed++
		}
	}
	return removed
}

// Alive is impls.World.Alive.
func (m *Model) Alive(e impls.Entity) bool { return m.entities[e] != nil }

// Has is impls.World.Has.
func (m *Model) Has(e impls.Entity, c impls.Component) bool { return m.entities[e][c] != nil }

// Len is impls.World.Len.
func (m *Model) Len() int { return len(m.entities) }

// Update is impls.World.Update.
func (m *Model) Update(system int, dt float32) (visited int) {
	s := m.cfg.Systems[system]
	for _, e := range m.entities {
		if e.hasAll(s.Requires) {
			e.run(s.Kernel, dt)
			visited++
		}
	}
	return visited
}

// satisfies tells whether an entity is alive and a member of a system.
func (m *Model) satisfies(e impls.Entity, system int) bool {
	return m.Alive(e) && m.entities[e].hasAll(m.cfg.Systems[system].Requires)
}

// Each is impls.World.Each.
func (m *Model) Each(system int, visit func(impls.Entity)) {
	var members []impls.Entity
	for e := range m.entities {
		if m.satisfies(e, system) {
			members = append(members, e)
		}
	}
	for _, e := range members {
		if m.satisfies(e, system) {
			visit(e)
		}
	}
}

// Hash is impls.World.Hash.
func (m *Model) Hash(es []impls.Entity, dst []uint64) {
	for i, e := range es {
		dst[i] = 0
		if m.Alive(e) {
			dst[i] = m.entities[e].hash()
		}
	}
}
