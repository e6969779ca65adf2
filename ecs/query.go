package ecs

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

//go:generate go run -C ../scripts ./arity ../ecs

// rights are the access of a query or a map to components.
type rights struct {
	w             *World
	owner         *System // nil for use between ticks
	locks         bool    // loops lock the world: it is used where structure can change
	reads, writes []Component
}

func (r *rights) touch(c Component, u use) {
	if u.reads {
		r.reads = append(r.reads, c)
	} else {
		r.writes = append(r.writes, c)
	}
}

// open reports whether a query may be used now; if not, it records an error.
func (r *rights) open() bool {
	switch {
	case r.owner == nil && r.w.locked&ticking != 0:
		r.w.report(fmt.Errorf("query used while %s: it is made for use between ticks; make it a parameter of the system", r.w.busy()))
		return false
	case r.owner != nil && !r.owner.running.Load():
		r.w.report(fmt.Errorf("query of system %q used while it does not run: give each system its own, as a parameter", r.owner.name))
		return false
	}
	return true
}

var (
	errNilQuery = errors.New("bind a query: it is nil: bind the address of a variable, as var q ecs.Query1[Position]; q.Bind(world)")
	errNilMap   = errors.New("bind a map: it is nil: bind the address of a variable, as var m ecs.Map1[Position]; m.Bind(world)")
)

// unbound is the message of the panic of a query or map that no world has bound.
func unbound(what string) string {
	return "ecs: " + what + " of no World: take it as a parameter of a system, or call its Bind"
}

// bound panics unless the query is bound.
func (q *query) bound() {
	if q == nil || q.w == nil {
		panic(unbound("query"))
	}
}

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

// A cursor is the position of a loop.
type cursor struct {
	loop     uint32 // its number, from 1
	table    int    // of matching
	nth      int    // chunk of the table, or of the parts
	chunk    *chunk
	from, to int            // rows of the chunk
	first    unsafe.Pointer // their first components; nil if they have none
	limit    int            // rows to visit there, including later ones
	row      int            // from there, if the first component is a tag
	singly   bool           // row by row, since components are missing
	handles  []Entity       // see handlesOf

	selective bool   // a loop over changes: see nextChanged
	since     Mark   // the changes
	blocks    uint64 // of the chunk, still to visit
	block     int
	changed   uint64 // rows of the block, still to visit
}

// A match is a table that the query visits.
type match struct {
	table   *table
	first   *chunk // of the table; nil if not known
	columns []int  // by term; -1 if missing
	alone   bool   // whether components are in stores, or missing and very large
}

// A stretch is rows of a chunk.
type stretch struct {
	table    int // of matching
	chunk    *chunk
	from, to int
}

// bindable is a query or map.
type bindable interface {
	Bind(w *World, filters ...Filter) error
}

// named puts the name of a query or map before an error of bind. It finds the name by
// pointers to the component types.
func (w *World) named(err *error, form string, pointers []any) {
	if *err == nil {
		return
	}
	var names []string
	for _, p := range pointers {
		names = append(names, reflect.TypeOf(p).Elem().String())
	}
	list := paths.ReplaceAllString(strings.Join(names, ","), "")
	what := fmt.Sprintf("ecs.%s%d[%s]", form, len(names), list)
	if w.adding == nil {
		what = "bind " + what
	}
	*err = fmt.Errorf("%s: %w", what, *err)
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

// begin begins a loop over chunks. It returns the number of the loop, 0 if the query may not be
// used now, and how many rows the first chunk has.
func (q *query) begin() (loop uint32, rows int) {
	if !q.start(cursor{}) {
		return 0, 0
	}
	return q.loop, q.next(q.loop)
}

// beginSingly begins a loop over single entities.
func (q *query) beginSingly() (loop uint32, rows int) {
	if !q.start(cursor{singly: true}) {
		return 0, 0
	}
	return q.loop, q.next(q.loop)
}

// start begins a loop, unless the query may not be used now.
func (q *query) start(c cursor) bool {
	q.bound()
	if !q.open() || q.divided && !q.undivided() {
		return false
	}
	if q.parts == nil {
		if q.asked < len(q.w.tables) {
			q.refresh()
		}
		if q.locks {
			q.lock()
		}
	}
	if q.nested++; q.nested > 1 {
		q.loops = append(q.loops, q.cursor)
	}
	if q.begun++; q.begun == 0 {
		q.begun = 1
	}
	q.cursor = c
	q.loop, q.nth = q.begun, -1
	return true
}

// next goes to the next rows of a loop and returns how many there are, 0 at the end.
func (q *query) next(loop uint32) (rows int) {
	if q.loop != loop && !q.turnTo(loop) {
		return 0
	}
	if q.to < q.limit {
		q.from, q.to = q.to, q.limit
	} else if !q.turn() {
		return 0
	}
	return q.enterRows()
}

// turnTo makes a loop the current one, since iterators may be used in turns. It returns false if
// the loop was ended after a panic.
func (q *query) turnTo(loop uint32) bool {
	for i := range q.loops {
		if q.loops[i].loop == loop {
			q.cursor, q.loops[i] = q.loops[i], q.cursor
			return true
		}
	}
	return false
}

// visit sets the row of a tag.
func (q *query) visit(loop uint32, row int) {
	if q.loop == loop || q.turnTo(loop) {
		q.row = row
	}
}

// turn goes to the next chunk, or the rows of it that are part of the loop.
func (q *query) turn() bool {
	if q.parts != nil {
		if q.nth++; q.nth >= len(q.parts) {
			return false
		}
		s := &q.parts[q.nth]
		q.table, q.chunk, q.from, q.to, q.limit = s.table, s.chunk, s.from, s.to, s.to
		return true
	}
	if c := q.chunk; q.nth >= 0 && c.rows < c.room { // the tail
		q.table, q.nth = q.table+1, -1
	}
	for ; q.table < len(q.matching); q.table, q.nth = q.table+1, -1 {
		q.nth++
		if c := q.matching[q.table].chunk(q.nth); c != nil && c.rows > 0 {
			q.chunk = c
			q.from, q.to, q.limit = 0, int(c.rows), int(c.rows)
			return true
		}
	}
	return false
}

// chunk returns the nth chunk of the table, nil if there are fewer. The first one of many small
// tables is found without a look at the table, which may not be in the cache.
func (m *match) chunk(nth int) *chunk {
	if nth == 0 && m.first != nil {
		return m.first
	}
	if nth >= len(m.table.chunks) {
		return nil
	}
	m.first = m.table.chunks[0]
	return m.table.chunks[nth]
}

// end ends a loop.
func (q *query) end(loop uint32) {
	if loop == 0 || q.loop != loop && !q.turnTo(loop) || q.locks && !q.ends() {
		return
	}
	if q.handles != nil {
		q.lists = append(q.lists, q.handles)
	}
	q.cursor = cursor{}
	if q.nested--; q.nested > 0 { // continue the loop around it
		q.cursor = q.loops[len(q.loops)-1]
		q.loops = q.loops[:len(q.loops)-1]
	}
}

// lock keeps the structure of the world while a loop is under way. It ends loops that a panic
// has left before.
func (q *query) lock() {
	if q.panics != q.w.panics {
		q.abandon()
		q.panics = q.w.panics
	}
	q.w.locked++
	q.w.looping = q
}

// ends unlocks the world after a loop. It reports whether the loop was begun, and not ended by
// World.Recover.
func (q *query) ends() bool {
	if q.panics != q.w.panics || q.owner == nil && q.w.locked&ticking != 0 {
		return false
	}
	if q.parts == nil {
		q.w.locked--
	}
	return true
}

// undivided reports that a parallel loop over the query is not under way; if it is, it
// records an error.
func (q *query) undivided() bool {
	q.w.report(fmt.Errorf("%s used inside its own Parallel loop: use the part that the function gets", q.describe()))
	return false
}

// abandon ends all loops after a panic.
func (q *query) abandon() {
	q.nested, q.loops, q.divided, q.cursor = 0, q.loops[:0], false, cursor{}
}

// enterRows sets the terms to the rows from..to-1 of the chunk, or to the first of them if the
// components are not side by side. It returns the number of rows.
func (q *query) enterRows() int {
	columns, c := q.matching[q.table].columns, q.chunk
	alone, tracked := false, false
	for i, b := range q.terms {
		var base unsafe.Pointer
		at := columns[i]
		if at >= 0 {
			base = c.bases[at]
		}
		switch {
		case base != nil:
			base = unsafe.Add(base, uintptr(q.from)*b.kind.size)
		case at >= 0 || q.singly && !fitsAbsent(b.kind, 1):
			alone = true
		case q.singly:
			base = unsafe.Pointer(&absent)
			if !fitsAbsent(b.kind, q.to-q.from) {
				q.to = q.from + int(unsafe.Sizeof(absent)/b.kind.size)
			}
		}
		b.base = base
		tracked = tracked || b.kind.tracked
	}
	if alone {
		q.enterOne(columns)
	}
	if tracked && !q.selective {
		for i, b := range q.terms {
			if b.kind.tracked && !b.use.reads && columns[i] >= 0 {
				q.sweep(b.kind)
			}
		}
	}
	q.row = 0
	if len(q.terms) > 0 {
		q.first = q.terms[0].base
	}
	return q.to - q.from
}

// enterOne sets the terms to the first row, with components from stores.
func (q *query) enterOne(columns []int) {
	q.to = q.from + 1
	for i, b := range q.terms {
		if b.base == nil && columns[i] >= 0 {
			b.base = b.kind.store.at(*q.chunk.owner(uint32(q.from)))
		}
	}
}

// entityOf finds the entity of a component by its address, so that loops need not store the row
// for each entity. The component is of the current loop or of one around it. Tags have no addresses
// of their own: their entity is the current one.
func (q *query) entityOf(a unsafe.Pointer, size uintptr) Entity {
	if q == nil || q.chunk == nil {
		return NoEntity
	}
	if size == 0 {
		return q.entityAt(q.from + q.row)
	}
	if row, ok := q.rowOf(a, size); ok {
		return q.entityAt(row)
	}
	for i := len(q.loops) - 1; i >= 0; i-- {
		if row, ok := q.loops[i].rowOf(a, size); ok {
			return q.w.handle(*q.loops[i].chunk.owner(uint32(row)))
		}
	}
	return NoEntity
}

// manyHandles limits how many handles handlesOf returns, so that they stay in the first cache.
const manyHandles = 256

// handlesOf returns the handles of rows of a loop: of the first ones of from..to-1. They are valid
// until the next call in the same loop.
func (q *query) handlesOf(loop uint32, from, to int) []Entity {
	if q.loop != loop && !q.turnTo(loop) {
		return nil
	}
	ids := q.chunk.ids()[q.from+from : q.from+to]
	ids = ids[:min(len(ids), manyHandles)]
	if last := len(q.lists) - 1; q.handles == nil && last >= 0 {
		q.handles, q.lists = q.lists[last], q.lists[:last]
	}
	list := slices.Grow(q.handles[:0], len(ids))
	for _, id := range ids {
		list = append(list, q.w.handle(id))
	}
	q.handles = list
	return list
}

// rowOf returns the row of the chunk that has the first component at this address.
func (c *cursor) rowOf(a unsafe.Pointer, size uintptr) (row int, ok bool) {
	n := (uintptr(a) - uintptr(c.first)) / size
	return c.from + int(n), c.chunk != nil && n < uintptr(c.to-c.from)
}

func (q *query) entityAt(row int) Entity { return q.w.handle(*q.chunk.owner(uint32(row))) }

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

// part makes q the i-th of n parts of another query.
func (q *query) part(of *query, do *Commands, i, n int, terms ...*binding) {
	total := of.len()
	q.rights, q.matching, q.terms, q.wanted = of.rights, of.matching, terms, of.wanted
	q.do = do
	q.abandon() // loops that a panic ended
	q.parts = q.parts[:0]
	if q.parts == nil {
		q.parts = make([]stretch, 0, 4)
	}
	for _, b := range terms {
		b.query = q
	}
	from, to := total*i/n, total*(i+1)/n
	edge := 1 // of rows whose writes are recorded separately
	for _, b := range terms {
		if b.kind.tracked {
			edge = blockRows
		}
	}
	for table, m := range of.matching {
		for _, c := range m.table.chunks {
			rows := int(c.rows)
			if rows == 0 || to <= 0 {
				break
			}
			cut := func(at int) int { // the same for the end of a part and the begin of the next
				if at >= rows {
					return rows
				}
				return max(0, at) / edge * edge
			}
			if first, end := cut(from), cut(to); first < end {
				q.parts = append(q.parts, stretch{table, c, first, end})
			}
			from, to = from-rows, to-rows
		}
	}
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
