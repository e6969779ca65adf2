package volt

import (
	"unsafe"

	"github.com/akmonengine/volt"

	"github.com/ecsbench/ecsbench/kernel"
)

// A componentType is what a program writes out for a type.
type componentType interface {
	register(w *volt.World)
	set(w *volt.World, e volt.EntityId, n uint32)
	get(w *volt.World, e volt.EntityId) unsafe.Pointer // nil if the entity has none
	count(w *volt.World) int                           // entities that have one
	lookup(w *world, es handles) (sum uint64)
	add(w *world, es handles, first uint32) (changed int)
	remove(w *world, es handles) (changed int)
}

type componentOf[T volt.ComponentInterface] struct{ shape *kernel.Shape }

func (componentOf[T]) register(w *volt.World) {
	volt.RegisterComponent[T](w, &volt.ComponentConfig[T]{})
}

func (c componentOf[T]) set(w *volt.World, e volt.EntityId, n uint32) {
	var v T
	c.shape.Init(unsafe.Pointer(&v), n)
	must(volt.AddComponent(w, e, v))
}

func (componentOf[T]) get(w *volt.World, e volt.EntityId) unsafe.Pointer {
	return unsafe.Pointer(volt.GetComponent[T](w, e))
}

func (componentOf[T]) count(w *volt.World) int {
	q := volt.CreateQuery1[T](w, volt.QueryConfiguration{})
	return q.Count()
}

func (componentOf[T]) lookup(w *world, es handles) (sum uint64) {
	inner := w.inner
	for _, h := range es {
		if w.alive(h) {
			if p := volt.GetComponent[T](inner, h.entity); p != nil {
				sum += kernel.Glance(p)
			}
		}
	}
	return sum
}

// add leaves to the library what it checks: AddComponent returns an error if the
// entity has the component.
func (c componentOf[T]) add(w *world, es handles, first uint32) (changed int) {
	var v T
	for i, h := range es {
		if w.alive(h) {
			c.shape.Init(unsafe.Pointer(&v), first+uint32(i))
			if volt.AddComponent(w.inner, h.entity, v) == nil {
				changed++
			}
		}
	}
	return changed
}

// remove leaves to the library what it checks, as add does.
func (componentOf[T]) remove(w *world, es handles) (changed int) {
	for _, h := range es {
		if w.alive(h) && volt.RemoveComponent[T](w.inner, h.entity) == nil {
			changed++
		}
	}
	return changed
}

// must is for errors that only a fault of this package could cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
