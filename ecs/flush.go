package ecs

import (
	"errors"
	"fmt"
	"unsafe"
)

// apply makes the recorded changes in order, and returns their number. If an observer
// panics, the rest stays for the next time.
func (w *World) apply(do *Commands) (changed int) {
	if len(do.list) == 0 {
		return 0
	}
	locked := w.locked
	w.locked = 0
	defer func() { w.locked = locked }()
	for do.done < len(do.list) {
		w.addReserved() // observers may record more
		if c := do.list[do.done]; c.n > 0 {
			changed += w.carryOut(do, c)
		} else {
			do.done++
		}
	}
	do.clear()
	return changed
}

// carryOut makes changes of a command, at least one, and returns how many were made. Runs of
// operations that call nothing of the program are made together.
func (w *World) carryOut(do *Commands, c command) (changed int) {
	switch rest := do.entities[do.operands:]; c.op {
	case creates:
		return w.create(do, c.change)
	case changes:
		return w.changeLater(do, c.change, rest[:c.n], true)
	case zeroes:
		return w.changeLater(do, c.change, rest[:c.n], false)
	case fills:
		if changed = w.changeLater(do, c.change, rest[:c.n], false); changed > 0 {
			w.fill(func() { c.made(rest[0]) })
		}
		return changed
	case sets:
		if w.find(rest[0]) != nil && !c.kind.has(w, rest[0]) {
			return w.changeLater(do, c.kind.alone(w, true), rest[:c.n], true)
		}
	case removes:
		if c.kind.has(w, rest[0]) {
			return w.changeLater(do, c.kind.alone(w, false), rest[:c.n], false)
		}
	case destroys:
		if changed = w.destroyMany(rest[:c.n]); changed > 0 {
			do.advance(changed)
			return changed
		}
	}
	do.list[do.done].n--
	return w.carryOutOne(do, c)
}

// advance skips n operations with one entity each. An operation is skipped before anything of the
// program is called: if that panics, the next ones stay for the next time.
func (do *Commands) advance(n int) {
	do.list[do.done].n -= int32(n)
	do.operands += n
}

// carryOutOne makes a change, and returns how many were made.
func (w *World) carryOutOne(do *Commands, c command) int {
	if c.op == emits {
		return do.made(w.emit(do, c.kind))
	}
	switch e := do.next(); c.op {
	case sets:
		return do.made(w.setLater(do, c.kind, e))
	case removes:
		_ = do.late(e)
		return 0 // it has none
	case destroys:
		return do.made(!do.late(e) && w.Destroy(e) == nil)
	case uproots:
		if do.late(e) {
			return 0
		}
		n, _ := w.DestroyTree(e)
		return n
	case clones:
		return do.made(w.cloneLater(do, e, do.next()))
	case detaches:
		return do.made(!do.late(e) && w.Detach(e) == nil)
	case attaches:
		return do.made(w.attachLater(do, e, do.next()))
	default:
		name := do.names[do.named]
		do.named++
		return do.made(!do.late(e) && do.succeeds(w.Name(e, name)))
	}
}

// next returns the next recorded entity.
func (do *Commands) next() Entity {
	do.operands++
	return do.entities[do.operands-1]
}

func (do *Commands) made(done bool) int {
	if done {
		return 1
	}
	return 0
}

// late reports whether an entity does not live. If it is still to be created, by other Commands,
// this is an error.
func (do *Commands) late(e Entity) bool {
	if do.w.find(e) != nil {
		return false
	}
	if do.w.pending(e) {
		_ = do.fail(fmt.Errorf("change %v: it is created by other Commands, whose changes are made later: record the change with these, or in a later system", e))
	}
	return true
}

// succeeds reports whether a change was made. It skips changes that no longer fit, and
// reports other errors.
func (do *Commands) succeeds(err error) bool {
	if err == nil {
		return true
	}
	do.note(err)
	return false
}

func (do *Commands) note(err error) {
	var misfit *MisfitError
	if !errors.As(err, &misfit) || errors.Is(err, errTables) || errors.Is(err, errCycle) {
		_ = do.fail(err)
	}
}

// create creates entities with their recorded components, and returns their number. Observers
// see each one before the next one.
func (w *World) create(do *Commands, ch *Change) (created int) {
	t, err := ch.homeTable()
	if err != nil {
		for n := do.list[do.done].n; n > 0; n-- {
			w.unreserve(do.entities[do.operands])
			do.advance(1)
			do.skip(ch)
		}
		_ = do.fail(fmt.Errorf("create an entity: %w", err))
		return 0
	}
	most := int(do.list[do.done].n)
	if t.enters != nil {
		most = 1
	}
	to, row := w.pushMany(t, most)
	created = int(to.rows - row)
	entities := do.entities[do.operands:][:created]
	do.advance(created)
	ids := to.ids()[row:]
	for i, e := range entities {
		w.comes(e, to.spot(row+uint32(i)))
		ids[i] = e.ID()
	}
	for i, k := range ch.add {
		k.puts(to, ch.columns[i], row, entities, do.queues[k.number].take(created))
	}
	w.notify(t.enters, entities[0])
	for _, k := range ch.add {
		w.cleanUp(k, entities...)
	}
	return created
}

// puts gives new components of entities in rows side by side their values.
func (k *kind) puts(to *chunk, column int, row uint32, entities []Entity, values unsafe.Pointer) {
	switch {
	case k.store != nil:
		k.putAll(entities, values)
	case k.size > 0:
		k.move(to.value(column, row), values, uint32(len(entities)))
	}
}

// skip drops the recorded values of a change.
func (do *Commands) skip(ch *Change) {
	for _, k := range ch.add {
		do.queues[k.number].take(1)
	}
}

// emit creates an event.
func (w *World) emit(do *Commands, k *kind) bool {
	ch := k.alone(w, true)
	value := do.queues[k.number].take(1)
	t, err := ch.homeTable()
	if err != nil {
		return do.succeeds(fmt.Errorf("create an entity: %w", err))
	}
	e, to, row := w.born(t)
	if k.store != nil {
		k.store.put(e.ID(), value)
	} else {
		k.move(to.value(ch.columns[0], row), value, 1)
	}
	w.fresh = append(w.fresh, e)
	w.notify(t.enters, e)
	return true
}

func (w *World) cloneLater(do *Commands, e, copied Entity) bool {
	if do.late(e) {
		w.unreserve(copied)
		return false
	}
	w.cloneAs(copied, w.find(e))
	return true
}

// setLater replaces a component.
func (w *World) setLater(do *Commands, k *kind, e Entity) bool {
	value := do.queues[k.number].take(1)
	if do.late(e) {
		return false
	}
	at, _, _ := w.slot(k, e)
	if k.store != nil {
		k.store.put(e.ID(), value)
	} else {
		k.move(at, value, 1)
	}
	w.cleanUp(k, e)
	return true
}

// changeLater makes a change of the first entities of a list that come to lie side by side. Gained
// components have recorded values, or are zero.
func (w *World) changeLater(do *Commands, ch *Change, list []Entity, recorded bool) (changed int) {
	do.advance(1)
	if recorded {
		do.skip(ch)
	}
	to, row, along, n := ch.takeMany(list)
	if along == nil {
		if !do.late(list[0]) {
			_ = do.succeeds(w.cannot(ch, list[0]))
		}
		return 0
	}
	do.advance(n - 1)
	if !recorded {
		w.zeroGains(to, row, n, along)
	} else {
		for i, k := range ch.add {
			q := &do.queues[k.number]
			q.taken += n - 1
			k.puts(to, along.gains[i], row, list[:n], q.at(q.taken-n))
		}
	}
	w.notify(along.enters, list[0])
	for _, k := range ch.add {
		w.cleanUp(k, list[:n]...)
	}
	return n
}

func (w *World) attachLater(do *Commands, child, parent Entity) bool {
	return !do.late(child) && !do.late(parent) && do.succeeds(w.Attach(child, parent))
}
