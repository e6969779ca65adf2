package ecs

import "fmt"

// A Type gives typed access to the components of one registered type.
type Type[T any] struct{ id Component }

// Register adds a component type kept in s; its number is handed out at run
// time. The numbers count from 0 in the order of registration, so a program
// may as well declare them as constants and use [TypeAt].
func Register[T any](w *World, s StorageOf[T]) (Type[T], error) {
	id, err := w.RegisterStorage(s)
	return Type[T]{id}, err
}

// TypeAt returns the type registered under a number known beforehand. It fails
// if the components of that number are not of the Go type T.
func TypeAt[T any](w *World, c Component) (Type[T], error) {
	if c < 0 || int(c) >= len(w.storages) {
		return Type[T]{}, fmt.Errorf("component type %d: only %d types are registered", c, len(w.storages))
	}
	if _, ok := w.storages[c].(StorageOf[T]); !ok {
		var zero T
		return Type[T]{}, fmt.Errorf("component type %d: its components are not %T", c, zero)
	}
	return Type[T]{c}, nil
}

// Component returns the number of the type.
func (t Type[T]) Component() Component { return t.id }

func (t Type[T]) storage(w *World) StorageOf[T] { return w.storages[t.id].(StorageOf[T]) }

// Has tells whether the entity is alive and has the component.
func (t Type[T]) Has(w *World, e Entity) bool { return w.Has(e, t.id) }

// Get returns a copy of the entity's component, and false if it has none.
func (t Type[T]) Get(w *World, e Entity) (value T, ok bool) {
	if !w.Has(e, t.id) {
		return value, false
	}
	return *t.storage(w).At(e.ID()), true
}

// Mut returns the entity's component for changing it, or nil if it has none.
// The pointer is valid until the next structural change.
func (t Type[T]) Mut(w *World, e Entity) *T {
	if !w.Has(e, t.id) {
		return nil
	}
	return t.storage(w).At(e.ID())
}

// Set gives the entity this value of the component, adding the component if
// need be. It returns false, and does nothing, if the entity is not alive.
func (t Type[T]) Set(w *World, e Entity, value T) bool {
	if !w.pool.Alive(e) {
		return false
	}
	id := e.ID()
	from := w.sigs.of[id]
	if w.sigs.Bits(from).Has(t.id) {
		*t.storage(w).At(id) = value
		return true
	}
	to := w.sigs.With(from, t.id)
	w.sigs.of[id] = to
	ids := append(w.scratch(1), id)
	w.changeTables(ids, from, to)
	t.storage(w).Put(id, value)
	w.membership.changed(ids, t.id, from, to)
	return true
}

// TryRemove removes the component and tells whether there was one.
func (t Type[T]) TryRemove(w *World, e Entity) bool {
	return w.Remove(t.id, []Entity{e}) == 1
}

// Owner returns the entity whose component v points to, and NoEntity if v
// points to none.
func (t Type[T]) Owner(w *World, v *T) Entity {
	id, ok := t.storage(w).Owner(v)
	if !ok {
		return NoEntity
	}
	return w.pool.Entity(id)
}
