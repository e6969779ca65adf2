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
		c := &do.list[do.done]
		if c.n == 0 {
			do.done++
			continue
		}
		n := int32(1)
		if c.op == creates {
			n = c.n
		}
		c.n -= n
		changed += w.carryOut(do, *c, int(n))
	}
	do.clear()
	return changed
}

// carryOut makes a change, or n creations of entities, and returns how many were made.
func (w *World) carryOut(do *Commands, c command, n int) int {
	switch c.op {
	case creates:
		return w.create(do, c.change, n)
	case emits:
		return do.made(w.emit(do, c.kind))
	case clones:
		return do.made(w.cloneLater(do, do.next(), do.next()))
	}
	switch e := do.next(); c.op {
	case sets:
		return do.made(w.setLater(do, c.kind, e))
	case removes:
		return do.made(w.removeLater(do, c.kind, e))
	case changes:
		return do.made(w.changeLater(do, c.change, e))
	case zeroes:
		if do.late(e) || !do.succeeds(c.change.Make(e)) {
			return 0
		}
		if c.made != nil {
			w.fill(func() { c.made(e) })
		}
		return 1
	case destroys:
		return do.made(!do.late(e) && w.Destroy(e) == nil)
	case uproots:
		if do.late(e) {
			return 0
		}
		n, _ := w.DestroyTree(e)
		return n
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
	var misfit *MisfitError
	if err != nil && (!errors.As(err, &misfit) || errors.Is(err, errTables) || errors.Is(err, errCycle)) {
		_ = do.fail(err)
	}
	return err == nil
}

// create creates n entities with their recorded components, and returns their number. Observers
// see each one before the next one.
func (w *World) create(do *Commands, ch *Change, n int) (created int) {
	t, err := ch.homeTable()
	if err != nil {
		for range n {
			w.unreserve(do.next())
			do.skip(ch)
		}
		_ = do.fail(fmt.Errorf("create an entity: %w", err))
		return 0
	}
	for left := n; left > 0; {
		most := left
		if t.enters != nil {
			most = 1
			do.list[do.done].n = int32(left - 1) // they stay, if an observer panics
		}
		to, row := w.pushMany(t, most)
		made := int(to.rows - row)
		entities := do.entities[do.operands:][:made]
		do.operands += made
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
		created += made
		left -= made
		if t.enters != nil {
			w.notify(t.enters, entities[0])
			left = int(do.list[do.done].n) // an observer may have recorded more
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

// changeLater makes a change with recorded values.
func (w *World) changeLater(do *Commands, ch *Change, e Entity) bool {
	to, row, along := ch.take(e)
	if along == nil {
		do.skip(ch)
		return !do.late(e) && do.succeeds(w.cannot(ch, e))
	}
	for i, k := range ch.add {
		switch value := do.queues[k.number].take(1); {
		case k.store != nil:
			k.store.put(e.ID(), value)
		case k.size > 0:
			k.move(to.value(along.gains[i], row), value, 1)
		}
	}
	if along.enters != nil {
		w.notify(along.enters, e)
	}
	return true
}

func (w *World) attachLater(do *Commands, child, parent Entity) bool {
	return !do.late(child) && !do.late(parent) && do.succeeds(w.Attach(child, parent))
}
