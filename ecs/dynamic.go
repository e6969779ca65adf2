package ecs

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"unsafe"
)

// A Filtered query visits entities by components that are defined at run time, such as
// those of an editor or a script. Otherwise use [Query1] and its like.
type Filtered struct {
	query query
}

// Filter returns the query for entities with all of some components and none of others.
func (w *World) Filter(with, without []Component) (*Filtered, error) {
	if err := w.ready("filter"); err != nil {
		return nil, err
	}
	f := &Filtered{query{rights: rights{w: w, locks: true}, panics: w.panics}}
	_, err := w.listed(slices.Concat(with, without))
	if err != nil {
		return nil, fmt.Errorf("filter: %w", err)
	}
	f.query.with, f.query.without = slices.Clone(with), slices.Clone(without)
	f.query.named = f.query.with
	return f, nil
}

// use returns the query, which World.Filter has made.
func (f *Filtered) use() *query {
	if f == nil || f.query.w == nil {
		panic("ecs: query of no World: World.Filter returned an error, or was not called")
	}
	return &f.query
}

// Len returns how many entities the query visits.
func (f *Filtered) Len() int { return f.use().len() }

// Entities appends the handles of the entities to a list.
func (f *Filtered) Entities(list []Entity) []Entity { return f.use().entities(list) }

// follow makes the tracked types terms of the query. They may be tracked after the query was made.
func (q *query) follow() {
	for _, c := range q.with {
		is := func(b *binding) bool { return b.kind.number == c }
		if k := q.w.kinds[c]; k.tracked && !slices.ContainsFunc(q.terms, is) {
			q.terms = append(q.terms, &binding{use: use{reads: true}, kind: k, query: q})
			q.asked, q.matching, q.columns = 0, nil, nil // which have the columns of the terms
		}
	}
}

// Chunks visits the entities as slices of entities with equal sets.
func (f *Filtered) Chunks() iter.Seq[Rows] {
	return func(yield func(Rows) bool) {
		f.use()
		loop, n := f.query.begin()
		for ; n > 0; n = f.query.next(loop) {
			if !yield(Rows{f.query.chunk}) {
				break
			}
		}
		f.query.end(loop)
	}
}

// Changed visits the entities that have a write, after a mark, to any tracked component
// of the query: see [Track].
func (f *Filtered) Changed(since Mark) iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		f.use().follow()
		loop, rows := f.query.beginChanged(since)
	chunks:
		for ; rows != 0; rows = f.query.nextChanged(loop) {
			for chunk, from := f.query.chunk, f.query.from; rows != 0; rows &= rows - 1 {
				row := from + bits.TrailingZeros64(rows)
				if !yield(f.query.w.handle(*chunk.owner(uint32(row)))) {
					break chunks
				}
			}
		}
		f.query.end(loop)
	}
}

func (f *Filtered) matched() *query {
	if f == nil {
		return nil
	}
	return &f.query
}

// Rows are entities with equal sets of components.
type Rows struct{ chunk *chunk }

// Len returns how many there are.
func (r Rows) Len() int {
	if r.chunk == nil {
		return 0
	}
	return int(r.chunk.rows)
}

// First returns the first of their components of a type; the others follow it. It is
// nil if they have none, or if the type has its own store.
func (r Rows) First(c Component) unsafe.Pointer {
	if r.chunk == nil {
		return nil
	}
	if at := r.chunk.table.column(c); at >= 0 {
		return r.chunk.bases[at]
	}
	return nil
}

// New creates an entity with the components that the change adds, all zero.
func (ch *Change) New() (Entity, error) {
	if ch == nil || ch.w == nil {
		return NoEntity, errNoChange
	}
	w := ch.w
	if w.locked != 0 {
		return NoEntity, w.refuse("create an entity")
	}
	if len(ch.drop) > 0 {
		return NoEntity, errors.New("create an entity: the change removes components, which a new entity lacks")
	}
	home, err := ch.homeTable()
	if err != nil {
		return NoEntity, fmt.Errorf("create an entity: %w", err)
	}
	e, to, row := w.born(home)
	for i, k := range home.columns[:len(home.set)] {
		if k.store != nil {
			k.putZero(uint32(e))
		} else if k.size > 0 {
			k.zero(to.value(i, row), 1)
		}
	}
	w.notify(home.enters, e)
	return e, nil
}
