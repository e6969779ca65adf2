package ark

import (
	"unsafe"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

// A mover adds a component to entities and removes it, by its typed map, as
// Ark's users do.
type mover interface {
	add(es handles, first uint32) (changed int)
	remove(es handles) (changed int)
}

type componentMap[T any] struct {
	world      *ecs.World
	typed      *ecs.Map[T]
	initialise func(p unsafe.Pointer, n uint32)
	value      T // to be added next
}

func newMover[T any](w *ecs.World, shape *kernel.Shape) mover {
	return &componentMap[T]{world: w, typed: ecs.NewMap[T](w), initialise: shape.Init}
}

func (m *componentMap[T]) add(es handles, first uint32) (changed int) {
	for i, e := range es {
		if m.world.Alive(e) && !m.typed.HasUnchecked(e) {
			m.initialise(unsafe.Pointer(&m.value), first+uint32(i))
			m.typed.Add(e, &m.value)
			changed++
		}
	}
	return changed
}

func (m *componentMap[T]) remove(es handles) (changed int) {
	for _, e := range es {
		if m.world.Alive(e) && m.typed.HasUnchecked(e) {
			m.typed.Remove(e)
			changed++
		}
	}
	return changed
}
