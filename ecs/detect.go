package ecs

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A Mark is a moment: see [Track].
type Mark uint32

// Track records which entities' components of type T are written to: by the Mut of maps
// and by loops of queries that do not name the type as [Read]. Call it before the first
// entity with the type exists.
//
//	mark := w.Mark()
//	...
//	for p, t := range query.Changed(mark) { ... } // those written to since then
//
// A tracked type costs four bytes per entity. A loop over changes skips chunks, and blocks of
// 64 entities, without writes.
func Track[T any](w *World) error { return w.TrackType(used((*T)(nil)).component) }

// TrackType is [Track] for a type given at run time.
func (w *World) TrackType(t reflect.Type) error {
	if err := w.ready("track"); err != nil {
		return err
	}
	k, err := w.component(t)
	switch {
	case err != nil:
		return fmt.Errorf("track: %w", err)
	case k.store != nil:
		return fmt.Errorf("track %s: it has a store of its own: define it without", k.name)
	case slices.ContainsFunc(w.tables, func(t *table) bool { return t.column(k.number) >= 0 }):
		return fmt.Errorf("track %s: there are maps or entities with it: track it right after Define", k.name)
	}
	k.tracked = true
	return nil
}

// Mark returns the present moment: later writes are changes since it.
func (w *World) Mark() Mark {
	w.exists("Mark")
	now := w.stamp
	w.stamp++
	return Mark(now)
}

// A trail leads to the rows of a column that were written to: from the chunk to blocks of
// 64 rows, and from these to rows. Each row has the stamp of its last write.
type trail struct {
	stamps unsafe.Pointer // by row
	chunk  fork           // of blocks; chunks have up to 64
	blocks []fork         // of rows
	mu     sync.Mutex     // of chunk, if parts of a parallel loop write to the same one
}

const blockRows = 64

// A fork is 64 rows or blocks. Loops that follow the last write alone need no more than
// its bits. All others look at every row.
type fork struct {
	latest  uint32 // no stamp is later
	before  uint32 // latest as it was before
	written uint64 // includes all that have a stamp after before
}

// note records a stamp of some of 64.
func (f *fork) note(which uint64, stamp uint32) {
	switch {
	case stamp > f.latest:
		f.latest, f.before, f.written = stamp, f.latest, which
	case stamp > f.before:
		f.written |= which
	}
}

// since returns which of 64 may have been written to since a mark.
func (f *fork) since(m Mark) uint64 {
	switch {
	case Mark(f.latest) <= m:
		return 0
	case Mark(f.before) <= m:
		return f.written
	}
	return ^uint64(0)
}

// stamp is where the stamp of a row is.
func (t *trail) stamp(row uint32) *uint32 {
	return (*uint32)(unsafe.Add(t.stamps, uintptr(row)*unsafe.Sizeof(uint32(0))))
}

// note records the stamp of a row.
func (t *trail) note(row, stamp uint32) {
	t.blocks[row/blockRows].note(1<<(row%blockRows), stamp)
	t.chunk.note(1<<(row/blockRows), stamp)
}

// forget makes the trail of a chunk that was emptied.
func (t *trail) forget() {
	t.chunk = fork{}
	clear(t.blocks)
}

// lay makes trails for the columns of a chunk that was resized.
func (c *chunk) lay() {
	for _, k := range c.tracked {
		k.trails = growTo(k.trails, int(c.number)+1)
		t := k.trails[c.number]
		if t == nil {
			t = &trail{}
			k.trails[c.number] = t
		}
		t.stamps = c.bases[c.table.stamps[c.table.column(k.number)]]
		t.blocks = growTo(t.blocks, int(c.room+blockRows-1)/blockRows)
	}
}

// follow records the stamps of n rows that came from others.
func (c *chunk) follow(tracked []*kind, first, n uint32) {
	for _, k := range tracked {
		t := k.trails[c.number]
		for row := first; row < first+n; row++ {
			t.note(row, *t.stamp(row))
		}
	}
}

// unstamp marks a row as never written to.
func (c *chunk) unstamp(row uint32) {
	for _, k := range c.tracked {
		*k.trails[c.number].stamp(row) = 0
	}
}

// touch records a write to a component of an entity.
func (w *World) touch(p *place, k *kind) {
	c := p.chunk()
	if int(c) >= len(k.trails) || k.trails[c] == nil {
		return
	}
	t, row := k.trails[c], p.row()
	*t.stamp(row) = w.stamp
	t.note(row, w.stamp)
	k.latest = w.stamp
}

// sweep records writes to a component of rows.
func (q *query) sweep(k *kind) {
	t, stamp := k.trails[q.chunk.number], q.w.stamp
	written := uint64(0) // blocks
	for from := q.from; from < q.to; {
		block := from / blockRows
		to := min(q.to, (block+1)*blockRows)
		for row := from; row < to; row++ {
			*t.stamp(uint32(row)) = stamp
		}
		t.blocks[block].note(lowest(to-from)<<(from%blockRows), stamp)
		written |= 1 << block
		from = to
	}
	if q.parts != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
	}
	t.chunk.note(written, stamp)
	atomic.StoreUint32(&k.latest, stamp)
}

// lowest returns a word with the lowest n bits set.
func lowest(n int) uint64 { return ^uint64(0) >> (64 - n) }

// beginChanged begins a loop over changes. It returns its number and the first ones, as
// nextChanged does.
func (q *query) beginChanged(since Mark) (loop uint32, rows uint64) {
	if !q.start() {
		return 0, 0
	}
	q.since, q.singly, q.selective = since, true, true
	for _, b := range q.terms {
		if b.kind.tracked && Mark(atomic.LoadUint32(&b.kind.latest)) > since {
			return q.loop, q.nextChanged(q.loop)
		}
	}
	return q.loop, 0
}

// nextChanged goes to the next block with rows that were written to, and returns these:
// bit 0 is the row from. Entities whose components are not side by side are visited alone.
func (q *query) nextChanged(loop uint32) (rows uint64) {
	if q.loop != loop && !q.turnTo(loop) {
		return 0
	}
	for q.changed == 0 {
		for q.blocks == 0 {
			if !q.turn() {
				return 0
			}
			q.blocks = q.changedBlocks()
		}
		q.block = bits.TrailingZeros64(q.blocks)
		q.blocks &= q.blocks - 1
		q.changed = q.changedRows()
	}
	q.from = q.block * blockRows
	q.to = min(q.from+blockRows, q.limit)
	rows, q.changed = q.changed, 0
	if q.matching[q.table].alone {
		q.from += bits.TrailingZeros64(rows)
		rows, q.changed = 1, rows&(rows-1)
	}
	q.enterRows()
	return rows
}

// changedBlocks returns the blocks of the current rows that may have changes.
func (q *query) changedBlocks() (blocks uint64) {
	for i, b := range q.terms {
		if !b.kind.tracked || q.matching[q.table].columns[i] < 0 {
			continue
		}
		t := b.kind.trails[q.chunk.number]
		if q.parts == nil {
			blocks |= t.chunk.since(q.since)
			continue
		}
		t.mu.Lock()
		blocks |= t.chunk.since(q.since)
		t.mu.Unlock()
	}
	return blocks & lowest((q.limit+blockRows-1)/blockRows) &^ (1<<(q.from/blockRows) - 1)
}

// changedRows returns the rows of a block that have a change in any tracked component.
func (q *query) changedRows() (rows uint64) {
	first := q.block * blockRows
	all := lowest(min(blockRows, q.limit-first))
	for i, b := range q.terms {
		if !b.kind.tracked || q.matching[q.table].columns[i] < 0 {
			continue
		}
		t := b.kind.trails[q.chunk.number]
		stamps := unsafe.Slice(t.stamp(uint32(first)), q.limit-first)
		for left := t.blocks[q.block].since(q.since) & all &^ rows; left != 0; left &= left - 1 {
			if row := bits.TrailingZeros64(left); Mark(stamps[row]) > q.since {
				rows |= 1 << row
			}
		}
	}
	return rows
}
