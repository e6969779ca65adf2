package ecs

import (
	"fmt"
	"iter"
	"slices"
)

//go:generate go run -C ../scripts ./arity ../ecs

// A query is the common part of all queries. It is a named field: methods of an
// embedded one would be compiled again for each list of component types.
type query struct {
	rights
	wanted
	terms    []*binding
	asked    int       // tables that have been checked
	matching []match   // tables that the query visits
	columns  []int     // memory of their columns
	parts    []stretch // of a part of a parallel loop; else nil
	cost     float64   // nanoseconds per entity of the last parallel loop, 0 before

	cursor
	nested  int       // loops under way
	loops   []cursor  // those around the current one, and iterators that are not the last used one
	begun   uint32    // loops so far
	panics  uint32    // panics of the world that ended loops, as counted when the last loop began
	do      *Commands // of a part of a parallel loop
	divided bool      // into the parts of a parallel loop, which is under way

	lists [][]Entity // of handles, for new loops: see handlesOf
}

// A match is a table that the query visits.
type match struct {
	table   *table
	first   *chunk // of the table; nil if not known
	columns []int  // by term; -1 if missing
	alone   bool   // whether components are in stores, or missing and very large
}

// bind binds the terms, given a pointer to each type.
func (q *query) bind(w *World, filters []Filter, terms []*binding, pointers ...any) (err error) {
	if err := w.ready("bind a query"); err != nil {
		return err
	}
	defer w.named(&err, "Query", pointers)
	if q.nested > 0 && q.panics == w.panics && q.w != nil { // a loop is under way in another world
		return fmt.Errorf("a loop over it is under way: bind it after the loop")
	}
	bound := query{rights: rights{w: w, owner: w.adding, locks: w.adding == nil}, terms: terms, panics: w.panics}
	n := len(terms)
	bindings, lists := make([]binding, 0, n), make([]Component, 4*n)
	bound.with, bound.named = lists[:0:n], lists[n:n:2*n]
	bound.reads, bound.writes = lists[2*n:2*n:3*n], lists[3*n:3*n:4*n]
	for i := range terms {
		u := used(pointers[i])
		k, err := w.component(u.component)
		if err != nil {
			return err
		}
		if slices.Contains(bound.named, k.number) {
			return fmt.Errorf("names %s twice, which would give out two pointers to it: name it once", k.name)
		}
		if k.relation != nil && !u.reads {
			return fmt.Errorf("%s is a relation: name it as ecs.Read[%s], and change it by Set", k.name, k.name)
		}
		bindings = append(bindings, binding{use: u, kind: k, query: q})
		bound.touch(k.number, u)
		bound.named = append(bound.named, k.number)
		if !u.optional {
			bound.with = append(bound.with, k.number)
		}
	}
	for _, f := range filters {
		if err := bound.narrow(w, f); err != nil {
			return err
		}
	}
	*q = bound
	for i, t := range terms {
		*t = bindings[i]
	}
	if owner := q.owner; owner != nil {
		owner.rights = append(owner.rights, &q.rights)
		owner.queries = append(owner.queries, q)
	}
	return nil
}

// refresh checks the tables created since the last loop.
func (q *query) refresh() {
	for _, t := range q.w.tables[q.asked:] {
		if !q.matches(t.set) {
			continue
		}
		m, from := match{table: t}, len(q.columns)
		for _, b := range q.terms {
			at := t.column(b.kind.number)
			q.columns = append(q.columns, at)
			m.alone = m.alone || b.kind.store != nil || at < 0 && !fitsAbsent(b.kind, blockRows)
		}
		m.columns = q.columns[from:]
		q.matching = append(q.matching, m)
	}
	q.asked = len(q.w.tables)
}

func (q *query) entities(list []Entity) []Entity {
	q.bound()
	if q.parts != nil {
		for _, s := range q.parts {
			for _, id := range s.chunk.ids()[s.from:s.to] {
				list = append(list, q.w.handle(id))
			}
		}
		return list
	}
	q.refresh()
	for _, m := range q.matching {
		for _, c := range m.table.chunks {
			for _, id := range c.ids() {
				list = append(list, q.w.handle(id))
			}
		}
	}
	return list
}

func (q *query) len() (n int) {
	q.bound()
	if q.parts != nil {
		for _, s := range q.parts {
			n += s.to - s.from
		}
		return n
	}
	if q.asked < len(q.w.tables) {
		q.refresh()
	}
	for i := range q.matching {
		n += q.matching[i].table.rows()
	}
	return n
}

// has returns the place of an entity that the query visits.
func (q *query) has(e Entity) (*place, bool) {
	q.bound()
	if !q.open() {
		return nil, false
	}
	p := q.w.find(e)
	if p == nil || !q.matches(q.w.chunks[p.chunk()].table.set) {
		return nil, false
	}
	return p, true
}

// sorted visits the entities of a query in the order of a comparison. The world is locked
// meanwhile.
func sorted[V any](q *query, all iter.Seq2[Entity, V], compare func(x, y V) int, yield func(Entity, V) bool) {
	type pair struct {
		entity Entity
		item   V
	}
	q.bound()
	if compare == nil {
		panic(fmt.Sprintf("ecs: Sorted of %s: want a function to compare, not nil", q.describe()))
	}
	loop, _ := q.begin()
	defer q.end(loop)
	var list []pair
	for e, item := range all {
		list = append(list, pair{e, item})
	}
	slices.SortStableFunc(list, func(x, y pair) int { return compare(x.item, y.item) })
	for _, p := range list {
		if !yield(p.entity, p.item) {
			return
		}
	}
}
