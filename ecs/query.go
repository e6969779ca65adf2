package ecs

import (
	"fmt"
	"slices"
	"unsafe"
)

//go:generate go run ./arity

// An access is the right of a query or a look-up to components.
type access struct {
	sim           *Sim
	owner         *System // nil of one that is used between ticks
	reads, writes []Component
}

func (a *access) touch(c Component, u use) {
	if u.reads {
		a.reads = append(a.reads, c)
	} else {
		a.writes = append(a.writes, c)
	}
}

// open tells whether the access may be used now, and reports it if not.
func (a *access) open(what string) bool {
	switch {
	case a.sim == nil:
		panic(fmt.Sprintf("ecs: %s of no Sim: take it as a parameter of a system, or Bind it", what))
	case a.owner == nil && a.sim.ticking:
		a.sim.report(fmt.Errorf("%s used while %s: it is made for use between ticks; make it a parameter of the system", what, a.sim.busy()))
		return false
	case a.owner != nil && !a.owner.running.Load():
		a.sim.report(fmt.Errorf("%s of system %q used while it does not run: give each system its own, as a parameter", what, a.owner.name))
		return false
	}
	return true
}

// A query is what queries of all numbers of components have in common. It is a field
// of theirs that has a name: of an embedded one, the compiler would write each method
// again for each list of component types.
type query struct {
	access
	terms     []*binding
	number    int // of the world's system that keeps the members
	stretches []stretch
	count     int // of entities
	at        ID  // being visited
	iterating int // loops under way; 0 of a system
	chunks    []stretch
	chunked   bool // chunks are those of the stretches

	tables   *Tables       // that keep all components of the query; nil if there are none
	asked    int           // tables that have been asked
	matching []tableNumber // of these, those that the query visits
}

// A stretch is entities that a loop finds the components of in one way: by
// vectors of positions, or as rows of a table.
type stretch struct {
	ids   []ID
	table tableNumber // noTable if they are not in one
	row   int         // of the first of them
}

// bindable is what systems have as parameters.
type bindable interface {
	bind(s *Sim, owner *System, filters []Filter) error
}

// bind binds the terms, given a pointer to the type that each names, and registers
// the query.
func (q *query) bind(s *Sim, owner *System, filters []Filter, terms []*binding, pointers ...any) error {
	*q = query{access: access{sim: s, owner: owner}, terms: terms}
	for i, t := range terms {
		if err := t.bind(s, used(pointers[i])); err != nil {
			return err
		}
	}
	var cs, with, without []Component
	for _, t := range terms {
		c := t.number
		if slices.Contains(cs, c) {
			return fmt.Errorf("names %s twice, which would give out two pointers to it: name it once", s.names[c])
		}
		q.touch(c, t.use)
		cs = append(cs, c)
		if !t.use.optional {
			with = append(with, c)
		}
	}
	for _, f := range filters {
		component, excludes := f.narrows()
		c, err := s.component(component)
		switch {
		case err != nil:
			return err
		case excludes && slices.Contains(cs, c):
			return fmt.Errorf("visits %s and excludes it: leave out one of them", s.names[c])
		case excludes:
			without = append(without, c)
		default:
			with = append(with, c)
		}
	}
	number, err := s.world.AddSystem(NewRequirement(with...).Without(without...))
	if err != nil {
		return err
	}
	q.number = number
	if tables := s.world.tablesOf(slices.Concat(cs, with, without)); len(with) > 0 {
		q.tables = tables
	}
	if owner != nil {
		owner.accesses = append(owner.accesses, &q.access)
		owner.queries = append(owner.queries, q)
	} else {
		s.between = append(s.between, q)
	}
	s.queries = append(s.queries, q)
	s.changed = true // a new system may have moved the members of all others
	return nil
}

// refresh takes what a structural change has replaced.
func (q *query) refresh() {
	q.align()
	q.stretches, q.count, q.chunked = q.stretches[:0], 0, false
	if q.tables == nil {
		q.stretch(stretch{ids: q.sim.world.Members(q.number), table: noTable})
		return
	}
	requires, all := q.sim.world.requirements[q.number], q.tables.tables
	for ; q.asked < len(all); q.asked++ {
		if requires.In(q.sim.world.sigs.Bits(all[q.asked].sig)) {
			q.matching = append(q.matching, tableNumber(q.asked))
		}
	}
	for _, n := range q.matching {
		q.stretch(stretch{ids: all[n].owners, table: n})
	}
}

func (q *query) stretch(s stretch) {
	if len(s.ids) > 0 {
		q.stretches = append(q.stretches, s)
		q.count += len(s.ids)
	}
}

// begin begins a loop.
func (q *query) begin() []stretch {
	if !q.open("query") {
		return nil
	}
	if q.owner == nil {
		q.sim.settle()
		q.iterating++
	}
	return q.stretches
}

// end ends a loop. One that was not begun, because systems were running, was of
// no length.
func (q *query) end() {
	if q.owner == nil && !q.sim.ticking {
		q.iterating--
	}
}

func (q *query) entity() Entity { return q.sim.world.pool.Entity(q.at) }

// has tells whether the entity is one of those that the query visits.
func (q *query) has(e Entity) bool {
	w := q.sim.world
	return q.open("query") && w.pool.Alive(e) && w.requirements[q.number].In(w.sigs.Bits(w.sigs.of[e.ID()]))
}

// runs returns the chunks of a query: stretches of entities whose components lie
// side by side. They are looked for once after each structural change. A table is
// one as it is.
func (q *query) runs() []stretch {
	stretches := q.begin()
	if len(stretches) == 0 || stretches[0].table != noTable {
		return stretches
	}
	if q.chunked {
		return q.chunks
	}
	q.chunks, q.chunked = q.chunks[:0], true
	for ids := stretches[0].ids; len(ids) > 0; {
		n := 1
		for n < len(ids) && q.adjoin(ids[n-1], ids[n]) {
			n++
		}
		q.chunks = append(q.chunks, stretch{ids: ids[:n], table: noTable})
		ids = ids[n:]
	}
	return q.chunks
}

// adjoin tells whether each component of one entity follows that of another.
func (q *query) adjoin(one, next ID) bool {
	for _, t := range q.terms {
		p := t.positions
		if int(max(one, next)) >= len(p) || p[next] != p[one]+1 {
			return false
		}
	}
	return true
}

// chunkOf returns the components of one term in a chunk; none if they are
// optional and missing.
func chunkOf[A any](t *term[A], chunk stretch) []A {
	return components[A](t.bound.chunk(chunk, unsafe.Sizeof(*new(A))))
}

// components makes a slice of what a binding knows.
func components[A any](first unsafe.Pointer, n int) []A { return unsafe.Slice((*A)(first), n) }

// chunk returns where the components of a chunk begin, given the size of one.
func (b *binding) chunk(c stretch, size uintptr) (first unsafe.Pointer, n int) {
	id := c.ids[0]
	at := c.row
	switch {
	case c.table == noTable && int(id) >= len(b.positions):
		if first = b.find(id); first == nil {
			return nil, 0
		}
		return first, 1
	case c.table == noTable:
		at = int(b.positions[id])
	}
	base, rows := b.rows(c.table)
	if rows == 0 {
		return nil, 0
	}
	return unsafe.Add(base, uintptr(at)*size), len(c.ids)
}

// part makes q the i-th of n parts of another query.
func (q *query) part(of *query, i, n int) {
	q.access, q.number, q.terms = of.access, of.number, of.terms
	q.stretches, q.count, q.chunked = q.stretches[:0], 0, false
	from, to := of.count*i/n, of.count*(i+1)/n
	for _, s := range of.stretches {
		n := len(s.ids)
		first, end := min(max(0, from), n), min(max(0, to), n)
		q.stretch(stretch{s.ids[first:end], s.table, s.row + first})
		from, to = from-n, to-n
	}
}

// align makes the vectors of all terms as long as the shortest: no entity beyond
// has all components. They are empty if a term has no vector; the loop then calls
// find.
func (q *query) align() {
	covered := q.terms[0].refresh(q.tables)
	for _, t := range q.terms[1:] {
		covered = min(covered, t.refresh(q.tables))
	}
	for _, t := range q.terms {
		t.positions = t.positions[:covered]
	}
}
