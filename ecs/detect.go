package ecs

import (
	"fmt"
	"slices"
	"sync/atomic"
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
func Track[T any](w *World) error {
	k, err := w.component(used((*T)(nil)).component)
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
	now := w.stamp
	w.stamp++
	return Mark(now)
}

func (w *World) unstamp(c *chunk, row uint32) {
	for _, at := range c.table.stamps {
		if at != 0 {
			*(*uint32)(c.value(at, row)) = 0
		}
	}
}

// keepStamps records that a row came from another chunk.
func (c *chunk) keepStamps(from *chunk, e *edge) {
	for _, h := range e.stamps {
		c.swept[h.to] = max(c.swept[h.to], from.swept[h.from])
	}
}

// touch records a write to a component of an entity.
func (w *World) touch(p *place, k *kind) {
	c := w.chunks[p.chunk()]
	if at := c.table.column(k.number); at >= 0 {
		at = c.table.stamps[at]
		*(*uint32)(c.value(at, p.row())) = w.stamp
		atomic.StoreUint32(&c.swept[at], w.stamp)
	}
}

// sweep records writes to a component of rows.
func (w *World) sweep(c *chunk, column, from, to int) {
	at := c.table.stamps[column]
	for row := from; row < to; row++ {
		*(*uint32)(c.value(at, uint32(row))) = w.stamp
	}
	atomic.StoreUint32(&c.swept[at], w.stamp)
}

// stirred returns whether any row of the chunk was written to.
func (q *query) stirred() bool {
	for i, b := range q.terms {
		if at := q.matching[q.table].columns[i]; at >= 0 && b.kind.tracked {
			if Mark(atomic.LoadUint32(&q.chunk.swept[q.chunk.table.stamps[at]])) > q.since {
				return true
			}
		}
	}
	return false
}

// changed returns whether one of the tracked components of a row was written to.
func (q *query) changed(row int) bool {
	for i, b := range q.terms {
		if !b.kind.tracked {
			continue
		}
		at := q.matching[q.table].columns[i]
		if at < 0 {
			continue
		}
		at = q.chunk.table.stamps[at]
		if Mark(atomic.LoadUint32(&q.chunk.swept[at])) > q.since && Mark(*(*uint32)(q.chunk.value(at, uint32(q.from+row)))) > q.since {
			return true
		}
	}
	return false
}
