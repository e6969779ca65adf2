package ark

import (
	"unsafe"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

// A componentType is what a program writes out for a type.
type componentType struct {
	comp func() ecs.Comp
	make func(w *ecs.World, shape *kernel.Shape) component
}

// A component reaches the components of one type by its typed map, adds and removes
// them.
type component interface {
	lookup(es handles, trust bool) (sum uint64)
	// touch and changed are of those whose writes are observed, see detect.
	detect()
	touch(es handles)
	changed() (visited int, sum uint64)
	add(es handles, first uint32, trust bool) (changed int)
	remove(es handles, trust bool) (changed int)
	// addAll and removeAll change all entities of a filter.
	addAll(of ecs.Batch, n uint32)
	removeAll(of ecs.Batch)
}

type componentMap[T any] struct {
	world *ecs.World
	typed *ecs.Map[T]
	init  func(p unsafe.Pointer, n uint32)
	value T // to be added next
	writes
}

func mapOf[T any](w *ecs.World, shape *kernel.Shape) componentMap[T] {
	return componentMap[T]{world: w, typed: ecs.NewMap[T](w), init: shape.Init}
}

func newComponent[T any](w *ecs.World, shape *kernel.Shape) component {
	m := mapOf[T](w, shape)
	return &m
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

// Ark's own checks panic, so entities are checked before. Programs that keep their
// handles current need no check of their own.

func (m *componentMap[T]) add(es handles, first uint32, trust bool) (changed int) {
	for i, e := range es {
		if trust || m.world.Alive(e) && !m.typed.HasUnchecked(e) {
			m.init(unsafe.Pointer(&m.value), first+uint32(i))
			m.typed.Add(e, &m.value)
			changed++
		}
	}
	return changed
}

func (m *componentMap[T]) remove(es handles, trust bool) (changed int) {
	for _, e := range es {
		if trust || m.world.Alive(e) && m.typed.HasUnchecked(e) {
			m.typed.Remove(e)
			changed++
		}
	}
	return changed
}

func (m *componentMap[T]) addAll(of ecs.Batch, n uint32) {
	m.init(unsafe.Pointer(&m.value), n)
	m.typed.AddBatch(of, &m.value)
}

func (m *componentMap[T]) removeAll(of ecs.Batch) { m.typed.RemoveBatch(of, nil) }
