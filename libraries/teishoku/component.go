package teishoku

import (
	"unsafe"

	"github.com/edwinsyarief/teishoku"

	"github.com/ecsbench/ecsbench/kernel"
)

// A componentType is what a program writes out for a type.
type componentType interface {
	get(w *teishoku.World, e teishoku.Entity) unsafe.Pointer // nil if the entity has none
	set(w *teishoku.World, e teishoku.Entity, n uint32)
	all(w *teishoku.World) []teishoku.Entity
	// A builder looks up what the generic function looks up, and keeps the number of the
	// component.
	builder(w *teishoku.World) any
	lookup(builder any, es handles) (sum uint64)
	add(w *world, es handles, first uint32) (changed int)
	remove(w *world, es handles) (changed int)
}

type componentOf[T any] struct{ shape *kernel.Shape }

func (componentOf[T]) get(w *teishoku.World, e teishoku.Entity) unsafe.Pointer {
	return unsafe.Pointer(teishoku.GetComponent[T](w, e))
}

func (c componentOf[T]) set(w *teishoku.World, e teishoku.Entity, n uint32) {
	var v T
	c.shape.Init(unsafe.Pointer(&v), n)
	teishoku.SetComponent(w, e, v)
}

func (componentOf[T]) all(w *teishoku.World) []teishoku.Entity {
	return teishoku.NewFilter[T](w).Entities()
}

func (componentOf[T]) builder(w *teishoku.World) any { return teishoku.NewBuilder[T](w) }

func (componentOf[T]) lookup(builder any, es handles) (sum uint64) {
	b := builder.(*teishoku.Builder[T])
	for _, e := range es {
		if p := b.Get(e); p != nil {
			sum += kernel.Glance(p)
		}
	}
	return sum
}

func (c componentOf[T]) add(w *world, es handles, first uint32) (changed int) {
	var v T
	for i, e := range es {
		if w.trust || w.inner.IsValidNoLock(e) && teishoku.GetComponent[T](w.inner, e) == nil {
			c.shape.Init(unsafe.Pointer(&v), first+uint32(i))
			teishoku.SetComponent(w.inner, e, v)
			changed++
		}
	}
	return changed
}

func (componentOf[T]) remove(w *world, es handles) (changed int) {
	for _, e := range es {
		if w.trust || teishoku.GetComponent[T](w.inner, e) != nil { // nil too if the handle is stale
			teishoku.RemoveComponent[T](w.inner, e)
			changed++
		}
	}
	return changed
}
