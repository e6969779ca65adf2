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
	refresh()
}

// complete registers a query whose terms are bound.
func (q *query) complete(self bindable, cs []Component, uses []use, errs []error, filters []Filter) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	var with, without []Component
	for i, c := range cs {
		if slices.Contains(cs[:i], c) {
			return fmt.Errorf("names %s twice, which would give out two pointers to it: name it once", q.sim.names[c])
		}
		q.touch(c, uses[i])
		if !uses[i].optional {
			with = append(with, c)
		}
	}
	for _, f := range filters {
		component, excludes := f.narrows()
		c, err := q.sim.component(component)
		switch {
		case err != nil:
			return err
		case excludes && slices.Contains(cs, c):
			return fmt.Errorf("visits %s and excludes it: leave out one of them", q.sim.names[c])
		case excludes:
			without = append(without, c)
		default:
			with = append(with, c)
		}
	}
	number, err := q.sim.world.AddSystem(NewRequirement(with...).Without(without...))
	if err != nil {
		return err
	}
	q.number = number
	if tables := q.sim.world.tablesOf(slices.Concat(cs, with, without)); len(with) > 0 {
		q.tables = tables
	}
	if q.owner != nil {
		q.owner.accesses = append(q.owner.accesses, &q.access)
	}
	q.sim.queries = append(q.sim.queries, self)
	if q.owner == nil {
		q.sim.between = append(q.sim.between, q)
	}
	q.sim.changed = true // a new system may have moved the members of all others
	return nil
}

func (q *query) refresh() {
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
// side by side, given the vectors of its terms. They are looked for once after
// each structural change. A table is one as it is.
func (q *query) runs(stretches []stretch, positions ...[]uint32) []stretch {
	if len(stretches) == 0 || stretches[0].table != noTable {
		return stretches
	}
	if q.chunked {
		return q.chunks
	}
	q.chunks, q.chunked = q.chunks[:0], true
	for ids := stretches[0].ids; len(ids) > 0; {
		n := 1
		for n < len(ids) && adjoin(ids[n-1], ids[n], positions) {
			n++
		}
		q.chunks = append(q.chunks, stretch{ids: ids[:n], table: noTable})
		ids = ids[n:]
	}
	return q.chunks
}

// adjoin tells whether each component of one entity follows that of another.
func adjoin(one, next ID, positions [][]uint32) bool {
	for _, p := range positions {
		if int(max(one, next)) >= len(p) || p[next] != p[one]+1 {
			return false
		}
	}
	return true
}

// chunkOf returns the components of one term in a chunk; none if they are
// optional and missing.
func chunkOf[A any](t *term[A], chunk stretch) []A {
	id, n := chunk.ids[0], len(chunk.ids)
	if chunk.table != noTable {
		values := t.rows(chunk.table)
		if len(values) == 0 {
			return nil
		}
		return values[chunk.row:][:n:n]
	}
	if int(id) < len(t.positions) {
		return t.values[t.positions[id]:][:n:n]
	}
	one := t.find(id)
	if one == nil {
		return nil
	}
	return unsafe.Slice(one, 1)
}

// part makes q the i-th of n parts of another query.
func (q *query) part(of *query, i, n int) {
	q.access, q.number = of.access, of.number
	q.stretches, q.count, q.chunked = q.stretches[:0], 0, false
	from, to := of.count*i/n, of.count*(i+1)/n
	for _, s := range of.stretches {
		n := len(s.ids)
		first, end := min(max(0, from), n), min(max(0, to), n)
		q.stretch(stretch{s.ids[first:end], s.table, s.row + first})
		from, to = from-n, to-n
	}
}

// align returns how many IDs all vectors of a query cover: no entity beyond has
// all components. It is 0 if a term has no vector; the loop then calls find.
func align(covered ...int) int { return slices.Min(covered) }
