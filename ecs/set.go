package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"
)

// A Target changes structure: a [World] at once, [Commands] later.
type Target interface{ target() (*World, *Commands) }

func (w *World) target() (*World, *Commands)     { return w, nil }
func (do *Commands) target() (*World, *Commands) { return nil, do }

// Set adds the component to the entity or replaces it.
func Set[T any](to Target, e Entity, value T) error {
	w, k := direct(to, reflect.TypeFor[T](), e)
	if k == nil {
		var do *Commands
		var err error
		if w, do, k, err = beginSet(to, attempt{"set", reflect.TypeFor[T](), e}); err != nil {
			return err
		}
		if err := aims(w, do, k, e, value); err != nil {
			return err
		}
		if do != nil {
			do.recordOf(sets, k, nil, e)
			put(do, k, value)
			return nil
		}
	}
	at, enters, err := w.slot(k, e)
	if err != nil {
		return err
	}
	if at != nil {
		*(*T)(at) = value
	} else {
		k.store.(*storeOf[T]).store.Put(e.ID(), value)
	}
	if enters != nil {
		w.notify(enters, e)
	}
	return nil
}

// aims rejects a relation to nothing.
func aims[T any](w *World, do *Commands, k *kind, e Entity, value T) error {
	err := k.aims(unsafe.Pointer(&value))
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%v: %w", attempt{"set", k.goType, e}, err)
	if do != nil {
		return do.fail(err)
	}
	return err
}

// TryRemove removes the component from the entity, if present.
func TryRemove[T any](from Target, e Entity) error {
	w, k := direct(from, reflect.TypeFor[T](), e)
	if k == nil {
		var do *Commands
		var err error
		if w, do, k, err = beginSet(from, attempt{"remove", reflect.TypeFor[T](), e}); err != nil {
			return err
		}
		if do != nil {
			do.recordOf(removes, k, nil, e)
			return nil
		}
	}
	return w.removeNow(k, e)
}

// direct returns the world and the component type of a change that can be made at once; no type if
// something is in the way. Often the type is that of the change before.
func direct(to Target, t reflect.Type, e Entity) (*World, *kind) {
	w, ok := to.(*World)
	if !ok || w == nil || w.locked != 0 || w.find(e) == nil {
		return nil, nil
	}
	if k := w.lastSet; k != nil && pointerOf(k.goType) == pointerOf(t) {
		return w, k
	}
	k := w.types.of(t)
	if k != nil && k.relation != nil { // its target is checked
		return nil, nil
	}
	w.lastSet = k
	return w, k
}

// beginSet begins a change of a component that direct did not allow.
func beginSet(to Target, what attempt) (w *World, do *Commands, k *kind, err error) {
	if to == nil {
		return nil, nil, nil, fmt.Errorf("%v: there is nothing to change: give a *ecs.World or *ecs.Commands", what)
	}
	w, do = to.target()
	if do != nil || w == nil {
		if err := do.begin(what); err != nil {
			return nil, nil, nil, err
		}
		if k, err = do.w.component(what.component); err != nil {
			return nil, nil, nil, do.fail(fmt.Errorf("%s: %w", what.verb, err))
		}
		return nil, do, k, do.check(what)
	}
	if err := w.begin(what); err != nil {
		return nil, nil, nil, err
	}
	if k, err = w.component(what.component); err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", what.verb, err)
	}
	if w.find(what.entity) == nil {
		err = &DeadError{what.String(), w.reason(what.entity)}
	}
	return w, nil, k, err
}

// begin returns an error unless structure can change now. In a tick it is one of the tick, too.
func (w *World) begin(c attempt) error {
	switch {
	case w == nil || w.later == nil:
		return errors.New(c.String() + noWorld)
	case w.locked == 0:
		return nil
	}
	err := w.refuse(c.String())
	if w.locked&ticking != 0 {
		w.report(err)
	}
	return err
}

// slot returns where a component of a living entity is to be written, and the observers that are
// called afterwards. If the entity lacks the component, it gains it. If the type has a store, the
// value is to be put there, and there is no place.
func (w *World) slot(k *kind, e Entity) (at unsafe.Pointer, enters []*observer, err error) {
	p := &w.places[e.ID()]
	if at = k.value(w, p); at != nil {
		if k.tracked {
			w.touch(p, k)
		}
		return at, nil, nil
	}
	if k.store != nil && k.has(w, e) {
		k.store.delete(e.ID())
		return nil, nil, nil
	}
	ch := k.addition
	if ch == nil {
		ch = k.alone(w, true)
	}
	to, row, along := ch.take(e)
	if along == nil {
		return nil, nil, w.cannot(ch, e)
	}
	if k.store == nil {
		at = to.value(along.gains[0], row)
	}
	return at, along.enters, nil
}

// removeNow removes a component, if present.
func (w *World) removeNow(k *kind, e Entity) error {
	ch := k.removal
	if ch == nil {
		ch = k.alone(w, false)
	}
	_, _, along := ch.take(e)
	if along == nil {
		if !k.has(w, e) {
			return nil
		}
		return w.cannot(ch, e)
	}
	if along.enters != nil {
		w.notify(along.enters, e)
	}
	return nil
}

// alone returns the change that adds or removes only this component.
func (k *kind) alone(w *World, add bool) *Change {
	at := &k.removal
	if add {
		at = &k.addition
	}
	if *at == nil {
		ch := &Change{w: w}
		if add {
			ch.add = []*kind{k}
		} else {
			ch.drop = []*kind{k}
		}
		*at = ch.shared()
	}
	return *at
}
