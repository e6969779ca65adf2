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

// A query is what queries of all numbers of components have in common.
type query struct {
	access
	number    int  // of the world's system that keeps the members
	ids       []ID // a view of the members
	at        ID   // being visited
	iterating int  // loops under way; 0 of a system
	chunks    []chunk
	chunked   bool // chunks are those of ids
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
	q.ids = q.sim.world.Members(q.number)
	q.chunked = false
}

// begin begins a loop.
func (q *query) begin() []ID {
	if !q.open("query") {
		return nil
	}
	if q.owner == nil {
		q.sim.settle()
		q.iterating++
	}
	return q.ids
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

// A chunk is entities whose components lie side by side.
type chunk struct{ from, to int } // in the members of a query

// runs returns the chunks of a query, given the vectors of its terms. They are
// looked for once after each structural change.
func (q *query) runs(ids []ID, positions ...[]uint32) []chunk {
	switch {
	case len(ids) == 0:
		return nil
	case q.chunked:
		return q.chunks
	}
	q.chunks, q.chunked = q.chunks[:0], true
	for at := 0; at < len(ids); {
		end := at + 1
		for end < len(ids) && adjoin(ids[end-1], ids[end], positions) {
			end++
		}
		q.chunks = append(q.chunks, chunk{at, end})
		at = end
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
func chunkOf[A any](t *term[A], ids []ID, r chunk) []A {
	id := ids[r.from]
	if int(id) < len(t.positions) {
		at := t.positions[id]
		return t.values[at:][: r.to-r.from : r.to-r.from]
	}
	one := t.find(id)
	if one == nil {
		return nil
	}
	return unsafe.Slice(one, 1)
}

// part makes q the i-th of n parts of another query.
func (q *query) part(of *query, i, n int) {
	q.access, q.number, q.chunked = of.access, of.number, false
	q.ids = of.ids[len(of.ids)*i/n : len(of.ids)*(i+1)/n]
}

// align returns how many IDs all vectors of a query cover: no entity beyond has
// all components. It is 0 if a term has no vector; the loop then calls find.
func align(covered ...int) int { return slices.Min(covered) }
