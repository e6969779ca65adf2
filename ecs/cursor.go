package ecs

import (
	"fmt"
	"slices"
	"unsafe"
)

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

// begin begins a loop over chunks. It returns the number of the loop, 0 if the query may not be
// used now, and how many rows the first chunk has.
func (q *query) begin() (loop uint32, rows int) {
	if !q.start() {
		return 0, 0
	}
	return q.loop, q.next(q.loop)
}

// beginSingly begins a loop over single entities.
func (q *query) beginSingly() (loop uint32, rows int) {
	if !q.start() {
		return 0, 0
	}
	q.singly = true
	return q.loop, q.next(q.loop)
}

// start begins a loop, unless the query may not be used now.
func (q *query) start() bool {
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
		q.cursor = cursor{}
	}
	if q.begun++; q.begun == 0 {
		q.begun = 1
	}
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
