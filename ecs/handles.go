package ecs

import (
	"fmt"
	"reflect"
	"unsafe"
)

// A handleAt is where a component has a handle of an entity, or a slice of values with handles.
type handleAt struct {
	offset uintptr
	elems  []handleAt // of a slice; nil for a handle
	size   uintptr    // of an element
}

const maxHandles = 256 // in fields and arrays of a component, and slices within each other

// handlesIn lists the handles in fields, arrays and slices of a type.
func handlesIn(t reflect.Type, base uintptr, depth int) (list []handleAt) {
	switch {
	case depth > 8:
	case t == reflect.TypeFor[Entity]():
		return []handleAt{{offset: base}}
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			list = append(list, handlesIn(t.Field(i).Type, base+t.Field(i).Offset, depth)...)
		}
	case t.Kind() == reflect.Array && t.Len() > 0:
		first := handlesIn(t.Elem(), 0, depth)
		for i := 0; i < t.Len() && len(first) > 0 && len(first)*t.Len() <= maxHandles; i++ {
			for _, h := range first {
				h.offset += base + uintptr(i)*t.Elem().Size()
				list = append(list, h)
			}
		}
	case t.Kind() == reflect.Slice:
		if elems := handlesIn(t.Elem(), 0, depth+1); len(elems) > 0 {
			return []handleAt{{base, elems, t.Elem().Size()}}
		}
	}
	return list
}

// eachHandle calls f for the handles in a value.
func eachHandle(list []handleAt, value unsafe.Pointer, f func(*Entity)) {
	for _, h := range list {
		at := unsafe.Add(value, h.offset)
		if h.elems == nil {
			f((*Entity)(at))
			continue
		}
		items := *(*[]struct{})(at)
		for i := range len(items) {
			eachHandle(h.elems, unsafe.Add(unsafe.Pointer(unsafe.SliceData(items)), uintptr(i)*h.size), f)
		}
	}
}

// keep makes the promises in a recorded value the handles of the entities.
func (do *Commands) keep(k *kind, value unsafe.Pointer) {
	if len(k.handles) == 0 {
		return
	}
	eachHandle(k.handles, value, func(e *Entity) {
		switch index := uint32(*e); {
		case *e&promise == 0:
		case *e == do.promised(index) && int(index) < len(do.made):
			*e = do.made[index]
		default:
			do.failed = do.fail(fmt.Errorf("a %s has %v, a promise of other or earlier Commands: store handles from Spawn with the same Commands, until they are done", k.name, *e))
			*e = NoEntity
		}
	})
}

// renumber makes the promises of other Commands, in values that were recorded by these, promises
// of these.
func (do *Commands) renumber(part *Commands, q *queue) {
	for i := range q.n {
		eachHandle(q.kind.handles, q.at(int32(i)), func(e *Entity) {
			if index := uint32(*e); *e&promise != 0 && *e == part.promised(index) {
				*e = do.promised(do.spawned + index)
			}
		})
	}
}
