package ecs

import (
	"errors"
	"fmt"
	"slices"
)

// A Selection is the entities of a query, for batch changes.
type Selection interface{ matched() *query }

// newBatch creates n entities and calls fill for their rows, if they are filled.
func (b *bundle) newBatch(n int, filled bool, fill func(to *chunk, row uint32, entities []Entity)) error {
	if b == nil || b.w == nil || b.w.locked != 0 {
		return b.refuse("create entities")
	}
	w := b.w
	if left := w.left(uint64(n)); uint64(n) > left { // negative numbers too
		return fmt.Errorf("create %d entities with %v: want 0 to %d, for which the world has handles", n, namesOf(b.add.add), left)
	}
	for n > 0 {
		to, row := w.pushMany(b.home, n)
		ids := to.ids()[row:]
		for i := range ids {
			if w.full() {
				w.makePlace()
			}
			ids[i] = uint32(w.take(to.spot(row + uint32(i))))
		}
		for i, k := range b.home.columns[:len(b.home.set)] {
			k.zero(to.value(i, row), len(ids))
		}
		n -= len(ids)
		if !filled && b.home.enters == nil {
			continue
		}
		made := w.listFor(len(ids))
		for i, id := range ids {
			made[i] = w.handle(id)
		}
		if filled {
			w.fill(func() { fill(to, row, made) })
		}
		w.tellAll(b.home.enters, made)
		w.handles = made
	}
	return nil
}

// listFor returns a list of n entities, to be set and given back as w.handles. A function of the
// program that is called in between may list others.
func (w *World) listFor(n int) []Entity {
	list := slices.Grow(w.handles[:0], n)[:n]
	w.handles = nil
	return list
}

// pushMany adds up to n rows to the tail of a table. It returns the chunk and the first new row.
func (w *World) pushMany(t *table, n int) (c *chunk, row uint32) {
	c = t.tail
	if t.full() {
		c = w.grow(t, n)
	}
	row = c.rows
	c.rows += uint32(min(n, int(c.room-c.rows)))
	for r := row; r < c.rows && c.tracked != nil; r++ {
		c.unstamp(r)
	}
	return c, row
}

// DestroyBatch ends the entities of a query and returns how many there were.
func (w *World) DestroyBatch(of Selection) (destroyed int, err error) {
	q, err := w.selected(destroyingAll{}, of)
	if err != nil {
		return 0, err
	}
	if w.related > 0 { // entities may die, or change, since others die
		return w.DestroyList(q.entities(nil))
	}
	for _, m := range q.matching {
		destroyed += m.table.rows()
		w.destroyAll(m.table)
		w.trim(m.table)
	}
	return destroyed, nil
}

type destroyingAll struct{}

func (destroyingAll) String() string { return "destroy entities" }

// destroyAll ends the entities of a table.
func (w *World) destroyAll(t *table) {
	if t.leaves != nil || len(t.stored) > 0 || w.related > 0 {
		for t.rows() > 0 {
			_ = w.Destroy(w.handle(*t.tail.owner(t.tail.rows - 1)))
		}
	}
	for _, c := range t.chunks {
		for _, id := range c.ids() {
			w.release(&w.places[id], id)
		}
	}
	t.empty()
}

// selected returns a query with all tables that match.
func (w *World) selected(what fmt.Stringer, of Selection) (*query, error) {
	if w == nil || w.later == nil || w.locked != 0 {
		return nil, w.ready(what.String())
	}
	if of == nil {
		return nil, fmt.Errorf("%v: want a query, not nil", what)
	}
	q := of.matched()
	if q == nil || q.w != w {
		return nil, fmt.Errorf("%v: the query is not bound to this world: call its Bind with the world", what)
	}
	q.refresh()
	return q, nil
}

// addBatch makes the change with the entities of a query, and calls fill for their rows, if they are
// filled.
func (b *bundle) addBatch(of Selection, filled bool, fill func(to *chunk, row uint32, entities []Entity, along *edge)) (changed int, err error) {
	if b == nil || b.w == nil {
		return 0, b.refuse("add components")
	}
	if !filled {
		fill = nil
	}
	return b.w.changeBatch(b.add, of, fill)
}

func (b *bundle) removeBatch(of Selection) (changed int, err error) {
	if b == nil || b.w == nil {
		return 0, b.refuse("remove components")
	}
	return b.w.changeBatch(b.remove, of, nil)
}

// changeBatch makes a change with the entities of a query that fit, and calls fill for
// rows of them.
func (w *World) changeBatch(ch *Change, of Selection, fill func(to *chunk, row uint32, entities []Entity, along *edge)) (changed int, err error) {
	q, err := w.selected(ch, of)
	if err != nil {
		return 0, err
	}
	for _, m := range q.matching {
		if m.table.rows() > 0 && ch.edge(m.table).to == nil && errors.Is(ch.misfit(m.table), errTables) {
			return 0, fmt.Errorf("%v: %w", ch, errTables)
		}
	}
	for i := range q.matching {
		t := q.matching[i].table
		if t.rows() == 0 {
			continue
		}
		e := ch.edge(t)
		if e.to == nil {
			continue
		}
		if e.leaves != nil {
			for _, c := range t.chunks {
				for _, id := range c.ids() {
					w.notify(e.leaves, w.handle(id))
				}
			}
		}
		changed += w.changeTable(t, e, fill)
	}
	return changed, nil
}

// changeTable moves all entities of a table along an edge.
func (w *World) changeTable(t *table, along *edge, fill func(to *chunk, row uint32, entities []Entity, along *edge)) (changed int) {
	named := fill != nil || len(along.stored)+len(along.enters) > 0 // whether the entities must be listed
	for t.rows() > 0 && along.to != t {
		from := t.tail
		to, row := w.pushMany(along.to, int(from.rows))
		n := to.rows - row
		first := from.rows - n
		move(along.route.all, to, row, from, first, n)
		to.follow(along.route.tracked, row, n)
		copy(to.ids()[row:], from.ids()[first:])
		at := to.spot(row)
		var moved []Entity
		if named {
			moved = w.listFor(int(n))
		}
		for i, id := range from.ids()[first:] {
			p := &w.places[id]
			p.move(at + spot(i))
			if named {
				moved[i] = w.handleOf(p.life, id)
			}
		}
		for _, k := range along.stored {
			for _, e := range moved {
				k.store.delete(uint32(e))
			}
		}
		from.forget(first, n)
		from.rows = first
		if first == 0 && t.at > 0 {
			w.retreat(t)
		}
		w.zeroGains(to, row, int(n), along)
		if fill != nil {
			w.fill(func() { fill(to, row, moved, along) })
		}
		w.tellAll(along.enters, moved)
		if named {
			w.handles = moved
		}
		changed += int(n)
	}
	return changed
}

// zeroGains clears the gained components of n rows.
func (w *World) zeroGains(to *chunk, row uint32, n int, along *edge) {
	for _, at := range along.gains {
		k := to.table.columns[at]
		if k.store == nil {
			k.zero(to.value(at, row), n)
			continue
		}
		for _, id := range to.ids()[row:][:n] {
			k.putZero(id)
		}
	}
}

// DestroyList destroys the living entities of a list, and returns their number.
func (w *World) DestroyList(list []Entity) (destroyed int, err error) {
	if w == nil {
		return 0, w.ready("destroy entities")
	}
	if w.locked != 0 {
		return 0, w.refuse("destroy entities")
	}
	for len(list) > 0 {
		n := w.destroyMany(list)
		destroyed += n
		if list = list[n:]; n > 0 {
			continue
		}
		if w.find(list[0]) != nil {
			if err := w.Destroy(list[0]); err != nil {
				return destroyed, err
			}
			destroyed++
		}
		list = list[1:]
	}
	return destroyed, nil
}

// destroyMany destroys the first entities of a list, and returns how many: it stops before one
// that is dead or whose destruction is more than the end of its row. It is [World.Destroy] with what
// is the same for all entities of a table in variables.
func (w *World) destroyMany(list []Entity) (n int) {
	var t *table
	var tail *chunk
	free := w.free
	w.locked = changing
	for ; n < len(list); n++ {
		e := list[n]
		p := w.find(e)
		if p == nil || int(uint32(e)) < w.related {
			break
		}
		c, row := w.chunks[p.chunk()], p.row()
		if c.table != t {
			if t = c.table; t.leaves != nil || len(t.stored) > 0 || len(t.typed) > 0 {
				break
			}
			tail = t.tail
		}
		last := tail.rows - 1
		if last == 0 {
			break // the table may change its tail
		}
		p.life++
		p.link(free)
		if p.life != 0 {
			free = uint32(e)
		}
		tail.rows = last
		if row != last || c != tail {
			moved := *tail.owner(last)
			*c.owner(row) = moved
			w.places[moved].move(c.spot(row))
			t.within.eightBytes.copyRow(c, row, tail, last)
			if t.within.rest {
				t.within.copyRest(c, row, tail, last)
			}
		}
	}
	w.free = free
	w.live -= n
	w.locked = 0
	return n
}

// addList makes the change with entities of a list, and calls fill for runs that are
// stored side by side.
func (b *bundle) addList(list []Entity, fill func(to *chunk, row uint32, first, n int, along *edge)) (changed int, err error) {
	if b == nil || b.w == nil || b.w.locked != 0 {
		return 0, b.refuse("add components")
	}
	return b.w.changeList(b.add, list, fill)
}

func (b *bundle) removeList(list []Entity) (changed int, err error) {
	if b == nil || b.w == nil || b.w.locked != 0 {
		return 0, b.refuse("remove components")
	}
	return b.w.changeList(b.remove, list, func(*chunk, uint32, int, int, *edge) {})
}

func (w *World) changeList(ch *Change, list []Entity, fill func(to *chunk, row uint32, first, n int, along *edge)) (changed int, err error) {
	var run struct {
		to       *chunk
		row      uint32
		first, n int
		along    *edge
	}
	leaves := slices.ContainsFunc(w.observers, func(o *observer) bool { return o.event == Leaves })
	finish := func() {
		if run.n == 0 {
			return
		}
		w.zeroGains(run.to, run.row, run.n, run.along)
		w.fill(func() { fill(run.to, run.row, run.first, run.n, run.along) })
		w.tellAll(run.along.enters, list[run.first:][:run.n])
		run.n = 0
	}
	for i, e := range list {
		if p := w.find(e); leaves && p != nil && ch.edge(w.chunks[p.chunk()].table).leaves != nil {
			finish() // its observers see entities that are complete
		}
		to, row, along := ch.take(e)
		if along == nil {
			continue
		}
		if along != run.along || to != run.to || i != run.first+run.n {
			finish()
			run.to, run.row, run.first, run.along = to, row, i, along
		}
		run.n++
		changed++
	}
	finish()
	return changed, nil
}
