package ecs

import (
	"reflect"
	"unsafe"
)

// A Read is a component that a query reads and does not write: the query
// Query2[Position, Read[Velocity]] writes positions and reads velocities.
type Read[T any] struct{ value T } // in memory just a T

// Get returns the component. In tight loops v.Get().X reads one field, while v :=
// v.Get() copies them all.
func (r *Read[T]) Get() T { return r.value }

// A Maybe is a component that entities of a query need not have. Maybe[Shield]
// may be written, Maybe[Read[Shield]] is read only.
type Maybe[T any] struct{ value T } // in memory just a T

// Get returns the component, or nil if the entity has none.
func (m *Maybe[T]) Get() *T {
	if uintptr(unsafe.Pointer(m))-uintptr(unsafe.Pointer(&absent)) < unsafe.Sizeof(absent) {
		return nil
	}
	return (*T)(unsafe.Pointer(m))
}

// absent is where missing components of a loop are. The loop moves its pointers through it as
// through a column. It is never read nor written, so that it takes no memory.
var absent [1 << 17]uint64

// fitsAbsent returns whether so many components of a kind have room there.
func fitsAbsent(k *kind, n int) bool { return k.size*uintptr(n) <= unsafe.Sizeof(absent) }

// A use is the access of a query or a map to a component type.
type use struct {
	component reflect.Type
	reads     bool // read only
	optional  bool
}

// used returns the use of a type named in a query, given a pointer to it.
func used(pointer any) use {
	if special, ok := pointer.(interface{ use() use }); ok {
		return special.use()
	}
	return use{component: reflect.TypeOf(pointer).Elem()}
}

func (*Read[T]) use() use  { return use{component: reflect.TypeFor[T](), reads: true} }
func (*Maybe[T]) use() use { u := used((*T)(nil)); u.optional = true; return u }

// A binding is one component type of a query.
type binding struct {
	base  unsafe.Pointer // of the current rows; nil or in absent if they have none
	use   use
	kind  *kind
	query *query
}

// of returns the component of an entity at a place, nil if it is missing.
func (b *binding) of(p *place, e Entity) unsafe.Pointer {
	if b.kind.tracked && !b.use.reads {
		b.query.w.touch(p, b.kind)
	}
	return b.query.w.pointer(e, b.kind.number)
}

// nth returns the component of a later row, given the first.
func nth[A any](a *A, row int) *A {
	return (*A)(unsafe.Add(unsafe.Pointer(a), uintptr(row)*unsafe.Sizeof(*a)))
}

// list returns the components of n rows; none if they are missing.
func list[A any](b *binding, n int) []A {
	if b.base == nil {
		return nil
	}
	return unsafe.Slice((*A)(b.base), n)
}
