package ooftn

import (
	"reflect"
	"unsafe"

	"github.com/plus3/ooftn/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

// A componentType is what a program writes out for a type.
type componentType interface {
	register(r *ecs.ComponentRegistry)
	value(n uint32) any // the initial value numbered n
	lookup(s *ecs.Storage, es handles) (sum uint64)
	add(s *ecs.Storage, es handles, first uint32) (changed int)
	remove(s *ecs.Storage, es handles) (changed int)
}

type componentOf[T any] struct{ shape *kernel.Shape }

func (componentOf[T]) register(r *ecs.ComponentRegistry) { ecs.RegisterComponent[T](r) }

func (c componentOf[T]) value(n uint32) any {
	var v T
	c.shape.Init(unsafe.Pointer(&v), n)
	return v
}

func (componentOf[T]) lookup(s *ecs.Storage, es handles) (sum uint64) {
	t := reflect.TypeFor[T]()
	for _, ref := range es {
		if id, alive := s.ResolveEntityRef(ref); alive {
			if p, has := s.GetComponent(id, t).(*T); has {
				sum += kernel.Glance(p)
			}
		}
	}
	return sum
}

func (c componentOf[T]) add(s *ecs.Storage, es handles, first uint32) (changed int) {
	t := reflect.TypeFor[T]()
	for i, ref := range es {
		if id, alive := s.ResolveEntityRef(ref); alive && !s.HasComponent(id, t) {
			var v T
			c.shape.Init(unsafe.Pointer(&v), first+uint32(i))
			s.AddComponent(id, v)
			changed++
		}
	}
	return changed
}

func (componentOf[T]) remove(s *ecs.Storage, es handles) (changed int) {
	t := reflect.TypeFor[T]()
	for _, ref := range es {
		if id, alive := s.ResolveEntityRef(ref); alive && s.HasComponent(id, t) {
			s.RemoveComponent(id, t)
			changed++
		}
	}
	return changed
}
