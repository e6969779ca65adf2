package ecs

import (
	"errors"
	"fmt"
	"slices"
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
	do.made = growTo(do.made, int(do.spawned))
	for do.done < len(do.list) {
		c := &do.list[do.done]
		do.done++
		if w.carryOut(do, c) {
			changed++
		}
	}
	do.clear()
	return changed
}

var errDead = errors.New("the entity is dead")

// succeeds reports whether a change was made. It skips changes that no longer fit, and
// reports other errors.
func (do *Commands) succeeds(err error) bool {
	if errors.Is(err, errTables) {
		do.failed = do.fail(err)
	}
	return err == nil
}

func (w *World) carryOut(do *Commands, c *command) bool {
	switch e := do.resolve(c.entity); c.op {
	case creates:
		return w.create(do, c)
	case sets:
		return do.succeeds(w.setNow(do, c, e))
	case removes:
		return do.succeeds(w.kinds[c.number].alone(w, false).Make(e))
	case destroys:
		return w.Destroy(e) == nil
	default:
		made, changed := c.made, do.succeeds(w.changeNow(do, c.change, e))
		if changed && made != nil {
			w.fill(func() { made(e) })
		}
		return changed
	}
}

// create creates an entity with the components recorded right after it.
func (w *World) create(do *Commands, wanted *command) bool {
	from := do.done
	set := w.created[:0]
	for ; do.done < len(do.list) && do.list[do.done].op == sets && do.list[do.done].entity == wanted.entity; do.done++ {
		if c := do.list[do.done].number; !slices.Contains(set, c) {
			set = append(set, c)
		}
	}
	slices.Sort(set)
	w.created = set
	if w.creating == nil || !slices.Equal(w.creating.set, set) {
		t, err := w.table(set)
		if err != nil {
			do.made[uint32(wanted.entity)] = NoEntity
			return do.succeeds(fmt.Errorf("create an entity: %w", err))
		}
		w.creating = t
	}
	t := w.creating
	e, _, _ := w.born(t)
	do.made[uint32(wanted.entity)] = e
	for _, k := range t.stored {
		k.putZero(uint32(e))
	}
	for i := range do.list[from:do.done] {
		c := &do.list[from+i]
		k, value := w.kinds[c.number], do.queues[c.number].at(c.at)
		do.keep(k, value)
		k.write(w, e, value)
	}
	if wanted.event {
		w.fresh = append(w.fresh, e)
	}
	w.notify(t.enters, e)
	return true
}

// write sets the component of an entity that has one.
func (k *kind) write(w *World, e Entity, value unsafe.Pointer) {
	to := w.Pointer(e, k.number)
	if k.store != nil {
		k.store.delete(uint32(e))
		k.store.put(uint32(e), value)
		return
	}
	k.move(to, value, 1)
}

// putZero adds a zero component to a store.
func (k *kind) putZero(id ID) { k.store.put(id, k.make(1)) }

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

func (w *World) setNow(do *Commands, c *command, e Entity) error {
	p := w.find(e)
	if p == nil {
		return errDead
	}
	k, value := w.kinds[c.number], do.queues[c.number].at(c.at)
	do.keep(k, value)
	if k.has(w, e) {
		k.write(w, e, value)
		if k.tracked {
			w.touch(p, k)
		}
		return nil
	}
	return w.gain(k.alone(w, true), e, func(int) unsafe.Pointer { return value })
}

// changeNow makes a change with the values that follow in the list.
func (w *World) changeNow(do *Commands, ch *Change, e Entity) error {
	values := do.list[do.done:]
	if n := len(ch.add); len(values) >= n && n > 0 && values[0].op == sets && values[0].entity == NoEntity {
		do.done += n
		for _, v := range values[:n] {
			do.keep(w.kinds[v.number], do.queues[v.number].at(v.at))
		}
		return w.gain(ch, e, func(i int) unsafe.Pointer { return do.queues[values[i].number].at(values[i].at) })
	}
	return ch.Make(e)
}

// gain makes a change and sets its i-th component.
func (w *World) gain(ch *Change, e Entity, value func(i int) unsafe.Pointer) error {
	to, row, along := ch.take(e)
	if along == nil {
		return w.cannot(ch, e)
	}
	for i, k := range ch.add {
		if k.store != nil {
			k.store.put(uint32(e), value(i))
			continue
		}
		k.move(to.value(along.gains[i], row), value(i), 1)
	}
	w.notify(along.enters, e)
	return nil
}
