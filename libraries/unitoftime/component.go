package unitoftime

import (
	"unsafe"

	"github.com/unitoftime/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

// A componentType is what a program writes out for a type.
type componentType interface {
	register()
	boxed(n uint32) ecs.Component // the initial value numbered n
	count(w *ecs.World) int       // entities that have one
	in(w *ecs.World) component
}

// A component reaches, adds and removes a component in a world.
type component interface {
	read(id ecs.Id) unsafe.Pointer // nil if the entity has none
	lookup(ids handles) (sum uint64)
	add(ids handles, first uint32) (changed int)
	remove(ids handles) (changed int)
}

type componentOf[T any] struct{ shape *kernel.Shape }

func (componentOf[T]) register() { ecs.NewComp[T]() }

func (c componentOf[T]) boxed(n uint32) ecs.Component {
	var v T
	c.shape.Init(unsafe.Pointer(&v), n)
	return ecs.C(v)
}

func (componentOf[T]) count(w *ecs.World) int { return ecs.Query1[T](w).Count() }

func (c componentOf[T]) in(w *ecs.World) component { return c.viewOf(w) }

func (c componentOf[T]) viewOf(w *ecs.World) *view[T] {
	return &view[T]{world: w, View1: ecs.Query1[T](w), shape: c.shape}
}

type view[T any] struct {
	*ecs.View1[T]
	world *ecs.World
	shape *kernel.Shape
	value T // to be added next
}

func (v *view[T]) read(id ecs.Id) unsafe.Pointer { return unsafe.Pointer(v.Read(id)) }

func (v *view[T]) lookup(ids handles) (sum uint64) {
	for _, id := range ids {
		if p := v.Read(id); p != nil {
			sum += kernel.Glance(p)
		}
	}
	return sum
}

func (v *view[T]) add(ids handles, first uint32) (changed int) {
	for i, id := range ids {
		if v.Read(id) == nil && v.world.Exists(id) {
			v.shape.Init(unsafe.Pointer(&v.value), first+uint32(i))
			v.world.Write(id, ecs.C(v.value))
			changed++
		}
	}
	return changed
}

func (v *view[T]) remove(ids handles) (changed int) {
	var box ecs.Component = ecs.C(v.value)
	for _, id := range ids {
		if v.Read(id) != nil {
			ecs.DeleteComponent(v.world, id, box)
			changed++
		}
	}
	return changed
}
