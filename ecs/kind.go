package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"
)

// A Component is the number of a component type in its world.
type Component uint16

// MaxComponents is the largest number of component types.
const MaxComponents = 1 << 16

// A Store keeps the components of one type outside of the tables, by entity. A sparse
// set is one. For types that are often added and removed, or rare and large, changes
// are cheaper and visits more expensive. See [DefineIn].
type Store[T any] interface {
	// At returns the component of an entity that has one. The pointer is valid
	// until the next insertion or deletion.
	At(id ID) *T
	// Put adds a component to an entity that has none.
	Put(id ID, value T)
	// Delete removes the components of entities that have one.
	Delete(ids []ID)
}

// A kind is a component type.
type kind struct {
	world    *World
	number   Component
	name     string
	goType   reflect.Type
	size     uintptr
	pointers bool
	tracked  bool     // see Track
	store    anyStore // outside of the tables; nil if in them
	event    bool
	relation *relation // nil if it is none

	addition, removal *Change // of this component alone, once needed

	// bases are the first values of the columns of this type, by chunk, for types of maps: see
	// spread. They find a component by handle without its table.
	bases  []unsafe.Pointer
	trails []*trail                     // of writes, by chunk; of tracked types
	latest uint32                       // stamp of a write
	spare  [chunkSizes][]unsafe.Pointer // columns of freed chunks, see sizeOf

	make  func(n int) unsafe.Pointer
	copy  func(dst, src unsafe.Pointer, n int)
	clear func(dst unsafe.Pointer, n int)
}

// An anyStore is a store of any type.
type anyStore interface {
	at(id ID) unsafe.Pointer
	put(id ID, value unsafe.Pointer)
	delete(id ID)
}

type storeOf[T any] struct {
	store Store[T]
	one   [1]ID
}

func (s *storeOf[T]) at(id ID) unsafe.Pointer         { return unsafe.Pointer(s.store.At(id)) }
func (s *storeOf[T]) put(id ID, value unsafe.Pointer) { s.store.Put(id, *(*T)(value)) }
func (s *storeOf[T]) delete(id ID)                    { s.one[0] = id; s.store.Delete(s.one[:]) }

// Define makes T a component type of the world. It may be any type of Go: of size
// 0, with pointers, of any size.
func Define[T any](w *World) error { return define[T](w, nil) }

// DefineIn makes T a component type of the world whose components are kept in a
// store of their own.
func DefineIn[T any](w *World, store Store[T]) error {
	if store == nil {
		return fmt.Errorf("define component %v: its store is nil", reflect.TypeFor[T]())
	}
	return define[T](w, &storeOf[T]{store: store})
}

func define[T any](w *World, store anyStore) error {
	return w.define((*T)(nil), &kind{
		store: store,
		make:  func(n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]T, n))) },
		copy: func(dst, src unsafe.Pointer, n int) {
			copy(unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(src), n))
		},
		clear: func(dst unsafe.Pointer, n int) { clear(unsafe.Slice((*T)(dst), n)) },
	})
}

// define is the type-independent part of Define. It takes a pointer to the type.
func (w *World) define(pointer any, k *kind) error {
	t, special := reflect.TypeOf(pointer).Elem(), used(pointer)
	if w == nil || w.later == nil || w.locked != 0 {
		return w.ready("define component " + typeName(t))
	}
	switch {
	case w.types.of(t) != nil:
		return fmt.Errorf("define component %v: it is defined already", t)
	case special.component != t:
		return fmt.Errorf("define component %v: define %v itself", t, special.component)
	case t == reflect.TypeFor[Entity]():
		return errors.New("define component ecs.Entity: wrap it in a type that names the purpose of the handle")
	case len(w.kinds) == MaxComponents:
		return fmt.Errorf("define component %v: the world has %d component types, and no more are possible: use one type with a field instead of many types", t, MaxComponents)
	}
	k.world = w
	k.number, k.name, k.goType = Component(len(w.kinds)), t.Name(), t
	k.size, k.pointers = t.Size(), hasPointers(t)
	if k.name == "" {
		k.name = t.String()
	}
	w.kinds = append(w.kinds, k)
	w.types.add(k)
	return nil
}

// A typeTable finds component types in a few nanoseconds, by open addressing.
type typeTable struct {
	slots []typeSlot // a power of two, at least half of them empty
	n     int
}

type typeSlot struct {
	goType unsafe.Pointer
	kind   *kind // nil if the slot is empty
}

// pointerOf returns the pointer that a type is: the second word of the interface.
func pointerOf(of reflect.Type) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(&of))[1] }

// slot returns the slot of a type, or the empty one where it belongs.
func (t *typeTable) slot(of reflect.Type) *typeSlot {
	p := pointerOf(of)
	i := uint64(uintptr(p)) * 0x9e3779b97f4a7c15 >> 32
	for {
		s := &t.slots[i&uint64(len(t.slots)-1)]
		if s.goType == p || s.kind == nil {
			return s
		}
		i++
	}
}

// of returns the component type, nil if it is not defined.
func (t *typeTable) of(of reflect.Type) *kind {
	if of == nil || t.n == 0 {
		return nil
	}
	return t.slot(of).kind
}

func (t *typeTable) add(k *kind) {
	if 2*(t.n+1) > len(t.slots) {
		old := t.slots
		t.slots = make([]typeSlot, max(64, 2*len(old)))
		for _, s := range old {
			if s.kind != nil {
				*t.slot(s.kind.goType) = s
			}
		}
	}
	t.n++
	*t.slot(k.goType) = typeSlot{pointerOf(k.goType), k}
}

func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	}
	return true
}

// column makes room for n values.
func (k *kind) column(n int) unsafe.Pointer {
	if k.pointers {
		return k.make(n)
	}
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, (k.size*uintptr(n)+7)/8)))
}

// move copies n values to free memory with write barriers for the garbage collector.
func (k *kind) move(dst, src unsafe.Pointer, n uint32) {
	if k.pointers {
		k.copy(dst, src, int(n))
		return
	}
	bytes := k.size * uintptr(n)
	copy(unsafe.Slice((*byte)(dst), bytes), unsafe.Slice((*byte)(src), bytes))
}

// putZero adds a zero component to a store.
func (k *kind) putZero(id ID) { k.store.put(id, k.make(1)) }

// putAll adds components to a store.
func (k *kind) putAll(entities []Entity, values unsafe.Pointer) {
	for i, e := range entities {
		k.store.put(e.ID(), unsafe.Add(values, uintptr(i)*k.size))
	}
}

// component returns the kind of a component type.
func (w *World) component(t reflect.Type) (*kind, error) {
	w.exists("component type")
	switch k := w.types.of(t); {
	case k != nil:
		return k, nil
	case t == nil:
		return nil, errors.New("nil is no component type: give a reflect.Type")
	case t.Kind() == reflect.Pointer && w.types.of(t.Elem()) != nil:
		return nil, fmt.Errorf("%v is no component type: give a %v", t, t.Elem())
	}
	return nil, fmt.Errorf("%v is no component type: call Define[%v] first", t, t)
}

// ComponentOf returns the number of a component type.
func (w *World) ComponentOf(t reflect.Type) (Component, error) {
	k, err := w.component(t)
	if err != nil {
		return 0, err
	}
	return k.number, nil
}

// Components lists the names of all component types.
func (w *World) Components() []string {
	w.exists("Components")
	var names []string
	for _, k := range w.kinds {
		names = append(names, k.name)
	}
	return names
}

// DefineType is [Define] for a type given at run time.
func (w *World) DefineType(t reflect.Type) error {
	if t == nil {
		return errors.New("define component: want a type, not nil")
	}
	list := reflect.SliceOf(t)
	at := func(p unsafe.Pointer, n int) reflect.Value { return reflect.SliceAt(t, p, n) }
	return w.define(reflect.New(t).Interface(), &kind{
		make:  func(n int) unsafe.Pointer { return reflect.MakeSlice(list, n, n).UnsafePointer() },
		copy:  func(dst, src unsafe.Pointer, n int) { reflect.Copy(at(dst, n), at(src, n)) },
		clear: func(dst unsafe.Pointer, n int) { at(dst, n).Clear() },
	})
}
