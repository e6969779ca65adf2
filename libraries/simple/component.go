package simple

import (
	"unsafe"

	ecs "github.com/BrownNPC/simple-ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

// A componentType is what a program writes out for a type. Storages are fetched
// once a pass.
type componentType interface {
	has(p *ecs.Pool, e ecs.Entity) bool
	all(p *ecs.Pool) []ecs.Entity
	hash(p *ecs.Pool, e ecs.Entity) uint64
	set(p *ecs.Pool, e ecs.Entity, n uint32)
	lookup(p *ecs.Pool, es handles) (sum uint64)
	add(p *ecs.Pool, es handles, first uint32) (changed int)
	remove(p *ecs.Pool, es handles) (changed int)
}

type componentOf[T any] struct {
	shape   *kernel.Shape
	initial func(n uint32) T
}

func (componentOf[T]) has(p *ecs.Pool, e ecs.Entity) bool {
	return ecs.GetStorage[T](p).EntityHasComponent(e)
}

func (componentOf[T]) all(p *ecs.Pool) []ecs.Entity { return ecs.GetStorage[T](p).All() }

func (c componentOf[T]) hash(p *ecs.Pool, e ecs.Entity) uint64 {
	value := ecs.GetStorage[T](p).Get(e)
	return c.shape.Hash(unsafe.Pointer(&value))
}

func (c componentOf[T]) set(p *ecs.Pool, e ecs.Entity, n uint32) {
	ecs.Add(p, e, c.initial(n))
}

func (componentOf[T]) lookup(p *ecs.Pool, es handles) (sum uint64) {
	storage := ecs.GetStorage[T](p)
	for _, h := range es {
		if alive(p, h) && storage.EntityHasComponent(h.entity) {
			value := storage.Get(h.entity)
			sum += kernel.Glance(&value)
		}
	}
	return sum
}

// add and remove count what they leave out, since a program that counts nothing is as fast.
func (c componentOf[T]) add(p *ecs.Pool, es handles, first uint32) (changed int) {
	storage := ecs.GetStorage[T](p)
	changed = len(es)
	for i, h := range es {
		if !alive(p, h) || storage.EntityHasComponent(h.entity) {
			changed--
			continue
		}
		ecs.Add(p, h.entity, c.initial(first+uint32(i)))
	}
	return changed
}

func (componentOf[T]) remove(p *ecs.Pool, es handles) (changed int) {
	storage := ecs.GetStorage[T](p)
	changed = len(es)
	for _, h := range es {
		if !alive(p, h) || !storage.EntityHasComponent(h.entity) {
			changed--
			continue
		}
		ecs.Remove[T](p, h.entity)
	}
	return changed
}
