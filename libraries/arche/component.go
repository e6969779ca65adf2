package arche

import (
	"unsafe"

	"github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/ecsbench/ecsbench/kernel"
)

// A component reaches the components of one type by its typed map, adds and removes
// them.
type component interface {
	lookup(es handles, trust bool) (sum uint64)
	add(es handles, first uint32, trust bool) (changed int)
	remove(es handles, trust bool) (changed int)
	// addAll and removeAll change all entities of a filter.
	addAll(of ecs.Filter, n uint32) (changed int)
	removeAll(of ecs.Filter) (changed int)
}

type componentMap[T any] struct {
	world *ecs.World
	typed generic.Map1[T]
	id    ecs.ID
	init  func(p unsafe.Pointer, n uint32)
}

func newComponent[T any](w *ecs.World, shape *kernel.Shape) component {
	return &componentMap[T]{world: w, typed: generic.NewMap1[T](w), id: ecs.ComponentID[T](w), init: shape.Init}
}

func (m *componentMap[T]) lookup(es handles, trust bool) (sum uint64) {
	world, typed := m.world, m.typed // loaded once
	for _, e := range es {
		if trust || world.Alive(e) {
			if p := typed.GetUnchecked(e); p != nil {
				sum += kernel.Glance(p)
			}
		}
	}
	return sum
}

func (m *componentMap[T]) add(es handles, first uint32, trust bool) (changed int) {
	for i, e := range es {
		if trust || m.world.Alive(e) && !m.world.HasUnchecked(e, m.id) {
			m.typed.Add(e)
			m.init(unsafe.Pointer(m.typed.GetUnchecked(e)), first+uint32(i))
			changed++
		}
	}
	return changed
}

func (m *componentMap[T]) remove(es handles, trust bool) (changed int) {
	for _, e := range es {
		if trust || m.world.Alive(e) && m.world.HasUnchecked(e, m.id) {
			m.typed.Remove(e)
			changed++
		}
	}
	return changed
}

func (m *componentMap[T]) addAll(of ecs.Filter, n uint32) (changed int) {
	var value T
	m.init(unsafe.Pointer(&value), n)
	query := m.typed.AddBatchQ(of)
	changed = query.Count()
	for query.Next() {
		*query.Get() = value
	}
	return changed
}

func (m *componentMap[T]) removeAll(of ecs.Filter) int { return m.typed.RemoveBatch(of) }
