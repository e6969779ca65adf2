package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Spawn creates an entity with these components, at once. A [Map2] and its like are
// faster.
func (w *World) Spawn(components ...any) (Entity, error) {
	if err := w.begin(attempt{verb: "spawn"}); err != nil {
		return NoEntity, err
	}
	ch, err := w.later.birthOf(components)
	if err != nil {
		return NoEntity, fmt.Errorf("spawn: %w", err)
	}
	if err := ch.aim(components); err != nil {
		return NoEntity, fmt.Errorf("spawn: %w", err)
	}
	t, err := ch.homeTable()
	if err != nil {
		return NoEntity, fmt.Errorf("create an entity: %w", err)
	}
	e, to, row := w.born(t)
	for i, k := range ch.add {
		switch {
		case k.store != nil:
			value := k.make(1)
			k.setAny(value, components[i])
			k.store.put(uint32(e), value)
		case k.size > 0:
			k.setAny(to.value(ch.columns[i], row), components[i])
		}
	}
	w.notify(t.enters, e)
	return e, nil
}

// Spawn creates an entity with these components, later. The handle is that of the entity. A
// [Map2] and its like are faster.
func (do *Commands) Spawn(components ...any) Entity {
	if do == nil || do.w == nil || !do.open() {
		err := do.begin(attempt{verb: "spawn"})
		if do == nil || do.w == nil {
			panic("ecs: " + err.Error()) // there is no world that could keep the error
		}
		return NoEntity
	}
	ch, err := do.birthOf(components)
	if err == nil {
		err = ch.aim(components)
	}
	if err != nil {
		_ = do.fail(fmt.Errorf("spawn: %w", err))
		return NoEntity
	}
	e := do.reserve()
	if !do.last.joined(creates, nil, ch) {
		do.recordAnew(creates, nil, ch)
	}
	do.entities = append(do.entities, e)
	for i, k := range ch.add {
		q := &do.queues[k.number]
		k.setAny(q.at(q.n), components[i])
		q.n++
	}
	return e
}

// aim returns an error if one of the components is a relation to nothing.
func (ch *Change) aim(components []any) error {
	if !ch.relates {
		return nil
	}
	for i, k := range ch.add {
		if k.relation != nil {
			if err := k.aims(words(&components[i])[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// words are the two of an interface: its type, and where its value is, unless that is a pointer.
func words(value *any) *[2]unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(value)) }

// setAny sets a value of the kind.
func (k *kind) setAny(to unsafe.Pointer, value any) {
	switch from := words(&value)[1]; {
	case k.pointers:
		reflect.NewAt(k.goType, to).Elem().Set(reflect.ValueOf(value))
	case k.size == 8:
		*(*[2]uint32)(to) = *(*[2]uint32)(from)
	default:
		copy(unsafe.Slice((*byte)(to), k.size), unsafe.Slice((*byte)(from), k.size))
	}
}

// birthOf returns the change that creates entities with such components, in this order. It is of
// these Commands alone, since others may record at the same time.
func (do *Commands) birthOf(components []any) (*Change, error) {
	if do.birth != nil && do.birth.creates(components) {
		return do.birth, nil
	}
	number := do.number[:0]
	var kinds []*kind
	for _, v := range components {
		if v == nil {
			return nil, errors.New("nil is no component: give a value")
		}
		k, err := do.w.component(reflect.TypeOf(v))
		switch {
		case err != nil:
			return nil, err
		case slices.Contains(kinds, k):
			return nil, fmt.Errorf("%s is given twice: give it once", typeName(k.goType))
		}
		kinds = append(kinds, k)
		number = append(number, byte(k.number), byte(k.number>>8))
	}
	do.number = number
	ch := do.births[string(number)]
	if ch == nil {
		ch = &Change{w: do.w, add: kinds, relates: slices.ContainsFunc(kinds, func(k *kind) bool { return k.relation != nil })}
		if do.births == nil {
			do.births = make(map[string]*Change)
		}
		do.births[string(number)] = ch
	}
	do.birth = ch
	return ch, nil
}

// creates reports whether the change adds components of these types.
func (ch *Change) creates(components []any) bool {
	if len(components) != len(ch.add) {
		return false
	}
	for i := range components {
		if words(&components[i])[0] != pointerOf(ch.add[i].goType) {
			return false
		}
	}
	return true
}

// newLater records the creation of an entity. The values of its components follow.
func (b *bundle) newLater(do *Commands) (Entity, error) {
	if do == nil || b == nil || b.w == nil || do.w != b.w || !do.open() {
		if err := b.recordsIn(do, attempt{verb: "create an entity"}); err != nil {
			return NoEntity, err
		}
	}
	if !do.turn {
		do.await()
	}
	e := do.w.reserve()
	if !do.last.joined(creates, nil, b.birth) {
		do.recordAnew(creates, nil, b.birth)
	}
	do.entities = append(do.entities, e)
	return e, nil
}

// recordsIn rejects Commands of another world.
func (b *bundle) recordsIn(do *Commands, what attempt) error {
	if err := do.begin(what); err != nil {
		return err
	}
	if b == nil || b.w != do.w {
		return do.fail(fmt.Errorf("%v by a map of another world or of none: call its Bind with the world", what))
	}
	return nil
}

// addLater records an addition. The values follow.
func (b *bundle) addLater(do *Commands, e Entity) error {
	if b == nil {
		return b.beginChange(do, e)
	}
	return b.changeLater(do, b.add, changes, e)
}

func (b *bundle) removeLater(do *Commands, e Entity) error {
	if b == nil {
		return b.beginChange(do, e)
	}
	return b.changeLater(do, b.remove, zeroes, e)
}

func (b *bundle) changeLater(do *Commands, ch *Change, op operation, e Entity) error {
	if do == nil || b.w == nil || do.w != b.w || !do.open() || b.w.find(e) == nil {
		if err := b.beginChange(do, e); err != nil {
			return err
		}
	}
	if !do.last.joined(op, nil, ch) {
		do.recordAnew(op, nil, ch)
	}
	do.entities = append(do.entities, e)
	return nil
}

// beginChange validates a change of an entity.
func (b *bundle) beginChange(do *Commands, e Entity) error {
	what := attempt{verb: "change", entity: e}
	if err := b.recordsIn(do, what); err != nil {
		return err
	}
	return do.check(what)
}

// Later is [Change.Make], recorded in Commands. After the change it calls made, if not
// nil, to set the gained components.
func (ch *Change) Later(do *Commands, e Entity, made func(Entity)) error {
	if ch == nil || ch.w == nil {
		return errNoChange
	}
	b := bundle{w: ch.w}
	if made == nil {
		return b.changeLater(do, ch, zeroes, e)
	}
	if err := b.beginChange(do, e); err != nil {
		return err
	}
	do.add(command{op: fills, n: 1, change: ch, made: made})
	do.entities = append(do.entities, e)
	return nil
}

// Destroy destroys an entity with all its components, later.
func (do *Commands) Destroy(e Entity) error { return do.later(destroys, "destroy", e) }

// DestroyTree destroys an entity and its descendants, later.
func (do *Commands) DestroyTree(root Entity) error { return do.later(uproots, "destroy", root) }

// Detach takes an entity from its parent, later.
func (do *Commands) Detach(child Entity) error { return do.later(detaches, "detach", child) }

// later records an operation of an entity.
func (do *Commands) later(op operation, verb string, e Entity) error {
	if do == nil || !do.can(e) {
		if err := do.beginRarely(attempt{verb: verb, entity: e}); err != nil {
			return err
		}
	}
	if !do.last.joined(op, nil, nil) {
		do.recordAnew(op, nil, nil)
	}
	do.entities = append(do.entities, e)
	return nil
}

// Attach makes an entity the child of another one, later.
func (do *Commands) Attach(child, parent Entity) error {
	if err := do.beginOf("attach", child); err != nil {
		return err
	}
	if err := do.beginOf("attach to", parent); err != nil {
		return err
	}
	do.recordOf(attaches, nil, nil, child)
	do.entities = append(do.entities, parent)
	return nil
}

// Clone creates an entity with the components and values of another one, later. If that one is
// dead then, the clone is not created.
func (do *Commands) Clone(e Entity) (Entity, error) {
	if err := do.beginOf("clone", e); err != nil {
		return NoEntity, err
	}
	copied := do.reserve()
	do.recordOf(clones, nil, nil, e)
	do.entities = append(do.entities, copied)
	return copied, nil
}

// Name gives an entity a unique name, later; the empty name removes it.
func (do *Commands) Name(e Entity, name string) error {
	if err := do.beginOf("name", e); err != nil {
		return err
	}
	do.recordOf(calls, nil, nil, e)
	do.names = append(do.names, name)
	return nil
}

// Emit creates an event of a type defined by [DefineEvent]: an entity with this
// component, later. It lives until all handlers have run.
func Emit[T any](do *Commands, event T) error {
	t := reflect.TypeFor[T]()
	if err := do.begin(attempt{verb: "emit " + t.Name()}); err != nil {
		return err
	}
	k, err := do.w.component(t)
	if err != nil || !k.event {
		return do.fail(fmt.Errorf("emit: %v is no event: call DefineEvent[%v] first", t, t))
	}
	do.record(emits, k, nil)
	put(do, k, event)
	do.emitted++
	return nil
}
