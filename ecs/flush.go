package ecs

import (
	"errors"
	"fmt"
)

// apply makes the recorded changes in order, and returns their number. If an observer
// panics, the rest stays for the next time.
func (w *World) apply(do *Commands) (changed int) {
	if len(do.list) == 0 {
		return 0
	}
	w.addReserved()
	locked := w.locked
	w.locked = 0
	defer func() { w.locked = locked }()
	for do.done < len(do.list) { // observers may record more
		changed += w.carryOut(do, do.list[do.done])
		if do.list[do.done].n == 0 {
			do.done++
		}
	}
	do.clear()
	return changed
}

// carryOut makes the changes of a command, and returns how many were made.
func (w *World) carryOut(do *Commands, c command) (changed int) {
	switch c.op {
	case creates:
		return w.create(do, c.change)
	case changes:
		return w.changeLater(do, c.change)
	case zeroes:
		return w.zeroLater(do, c.change, c.made)
	case destroys:
		for do.more() {
			if e := do.next(); !do.late(e) && w.Destroy(e) == nil {
				changed++
			}
		}
		return changed
	}
	for do.more() {
		changed += w.carryOutOne(do, c)
	}
	return changed
}

// more takes an operation from the current command. It returns false if there is none left. If an
// observer panics, the others stay for the next time.
func (do *Commands) more() bool {
	c := &do.list[do.done]
	if c.n == 0 {
		return false
	}
	c.n--
	return true
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
		return do.made(w.removeLater(do, c.kind, e))
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
		for do.more() {
			w.unreserve(do.next())
			do.skip(ch)
		}
		_ = do.fail(fmt.Errorf("create an entity: %w", err))
		return 0
	}
	for do.list[do.done].n > 0 {
		most := int(do.list[do.done].n)
		if t.enters != nil {
			most = 1
		}
		to, row := w.pushMany(t, most)
		made := int(to.rows - row)
		do.list[do.done].n -= int32(made)
		entities := do.entities[do.operands:][:made]
		do.operands += made
		created += made
		ids := to.ids()[row:]
		for i, e := range entities {
			w.comes(e, to.spot(row+uint32(i)))
			ids[i] = e.ID()
		}
		for i, k := range ch.add {
			switch values := do.queues[k.number].take(made); {
			case k.store != nil:
				k.putAll(entities, values)
			case k.size > 0:
				k.move(to.value(ch.columns[i], row), values, uint32(made))
			}
		}
		if t.enters != nil {
			w.notify(t.enters, entities[0])
		}
	}
	return created
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

func (w *World) setLater(do *Commands, k *kind, e Entity) bool {
	value := do.queues[k.number].take(1)
	if do.late(e) {
		return false
	}
	at, enters, err := w.slot(k, e)
	if err != nil {
		return do.succeeds(err)
	}
	if k.store != nil {
		k.store.put(e.ID(), value)
	} else {
		k.move(at, value, 1)
	}
	w.notify(enters, e)
	return true
}

// removeLater removes a component. It counts as a change if there was one.
func (w *World) removeLater(do *Commands, k *kind, e Entity) bool {
	return !do.late(e) && k.has(w, e) && do.succeeds(w.removeNow(k, e))
}

// changeLater makes changes with recorded values.
func (w *World) changeLater(do *Commands, ch *Change) (changed int) {
	for do.more() {
		e := do.next()
		to, row, along := ch.take(e)
		if along == nil {
			if do.skip(ch); !do.late(e) {
				_ = do.succeeds(w.cannot(ch, e))
			}
			continue
		}
		for i, k := range ch.add {
			switch value := do.queues[k.number].take(1); {
			case k.store != nil:
				k.store.put(e.ID(), value)
			case k.size == 8 && !k.pointers:
				*(*uint64)(to.value(along.gains[i], row)) = *(*uint64)(value)
			case k.size > 0:
				k.move(to.value(along.gains[i], row), value, 1)
			}
		}
		if along.enters != nil {
			w.notify(along.enters, e)
		}
		changed++
	}
	return changed
}

// zeroLater makes changes whose gained components are zero, or set by a function of the program.
func (w *World) zeroLater(do *Commands, ch *Change, made func(Entity)) (changed int) {
	for do.more() {
		e := do.next()
		if !ch.made(e) {
			if !do.late(e) {
				_ = do.succeeds(w.cannot(ch, e))
			}
			continue
		}
		if changed++; made != nil {
			w.made(made, e)
		}
	}
	return changed
}

func (w *World) made(f func(Entity), e Entity) { w.fill(func() { f(e) }) }

func (w *World) attachLater(do *Commands, child, parent Entity) bool {
	return !do.late(child) && !do.late(parent) && do.succeeds(w.Attach(child, parent))
}
