package ark

import (
	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// writes list the entities whose component is set: Map.Set fires an event for each,
// which writes by pointer do not.
type writes struct {
	changes []ecs.Entity
	listed  []listed // by entity ID
	pass    uint32
}

// listed is when an entity was listed last. Its ID may have been another one's before.
type listed struct{ generation, pass uint32 }

// detect makes the world list what is set.
func (m *componentMap[T]) detect() {
	m.pass = 1
	ecs.Observe1[T](ecs.OnSetComponents).Do(func(e ecs.Entity, _ *T) {
		for int(e.ID()) >= len(m.listed) {
			m.listed = append(m.listed, listed{})
		}
		if now := (listed{e.Gen(), m.pass}); m.listed[e.ID()] != now {
			m.listed[e.ID()] = now
			m.changes = append(m.changes, e)
		}
	}).Register(m.world)
}

func (m *componentMap[T]) touch(es handles) {
	for _, e := range es {
		if m.world.Alive(e) {
			if p := m.typed.GetUnchecked(e); p != nil {
				value := *p
				kernel.Touch(&value)
				m.typed.Set(e, &value)
			}
		}
	}
}

func (m *componentMap[T]) changed() (visited int, sum uint64) {
	for _, e := range m.changes {
		if m.world.Alive(e) {
			if p := m.typed.GetUnchecked(e); p != nil {
				sum += kernel.Glance(p)
				visited++
			}
		}
	}
	m.changes, m.pass = m.changes[:0], m.pass+1
	return visited, sum
}

// Touch is impls.Detector.
func (w *world) Touch(r impls.Handles, c kernel.Component) { w.component(c).touch(r.(handles)) }

// Changed is impls.Detector.
func (w *world) Changed(c kernel.Component) (visited int, sum uint64) {
	return w.component(c).changed()
}
