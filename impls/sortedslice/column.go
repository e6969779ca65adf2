package sortedslice

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Column keeps the components of one type in a slice sorted by entity.
type Column[T any] struct {
	kernel.Traits[T]
	rows []row[T] // ascending by id

	fresh []T      // scratch: initial values are made a slice at a time
	order []uint64 // scratch: see ascending
}

type row[T any] struct {
	id    seed.ID
	value T
}

// NewColumn returns an empty column.
func NewColumn[T any](traits kernel.Traits[T]) *Column[T] {
	return &Column[T]{Traits: traits, fresh: make([]T, 64)}
}

// find returns the position of an entity, or the one where it would be inserted. It reads only
// IDs. slices.BinarySearchFunc would copy values, which other workers of a tick may write.
func find[T any](rows []row[T], id seed.ID) int {
	low, high := 0, len(rows)
	for low < high {
		middle := int(uint(low+high) >> 1)
		if rows[middle].id < id {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// At returns the component of an entity that has one.
func (c *Column[T]) At(id seed.ID) *T { return &c.rows[find(c.rows, id)].value }

// Insert is seed.Storage.Insert. Entities beyond the last one are appended; others are merged in
// one pass from the end.
func (c *Column[T]) Insert(ids []seed.ID, first uint32) {
	old := len(c.rows)
	c.rows = slices.Grow(c.rows, len(ids))[:old+len(ids)]
	if slices.IsSorted(ids) && (old == 0 || ids[0] > c.rows[old-1].id) {
		c.fill(c.rows[old:], ids, first)
		return
	}
	order := c.ascending(ids)
	end := old // rows from here on are at their new places
	for j, next := range slices.Backward(order) {
		id, number := seed.ID(next>>32), first+uint32(next)
		at := find(c.rows[:end], id)
		copy(c.rows[at+j+1:], c.rows[at:end])
		end = at
		c.Fill(c.fresh[:1], number)
		c.rows[at+j] = row[T]{id, c.fresh[0]}
	}
}

// fill sets rows to these entities with their initial values.
func (c *Column[T]) fill(rows []row[T], ids []seed.ID, first uint32) {
	for len(ids) > 0 {
		n := min(len(ids), len(c.fresh))
		c.Fill(c.fresh[:n], first)
		for i, id := range ids[:n] {
			rows[i] = row[T]{id, c.fresh[i]}
		}
		rows, ids, first = rows[n:], ids[n:], first+uint32(n)
	}
}

// ascending sorts the IDs, each together with its index in ids: the ID is in
// the upper half of a number and the index in the lower.
func (c *Column[T]) ascending(ids []seed.ID) []uint64 {
	order := c.order[:0]
	for i, id := range ids {
		order = append(order, uint64(id)<<32|uint64(i))
	}
	slices.Sort(order)
	c.order = order
	return order
}

// Put is seed.StorageOf.Put. It inserts one row; slices.Insert handles any number, and its
// copies would be a fifth of this package's code.
func (c *Column[T]) Put(id seed.ID, value T) {
	at := find(c.rows, id)
	c.rows = append(c.rows, row[T]{})
	copy(c.rows[at+1:], c.rows[at:])
	c.rows[at] = row[T]{id, value}
}

// Delete is seed.Storage.Delete: one pass from the first deleted entity on closes all gaps.
func (c *Column[T]) Delete(ids []seed.ID) {
	order := c.ascending(ids)
	read := find(c.rows, seed.ID(order[0]>>32))
	write := read
	for _, next := range order {
		id := seed.ID(next >> 32)
		if c.rows[read].id != id { // neighbours are mostly deleted together
			kept := find(c.rows[read:], id)
			copy(c.rows[write:], c.rows[read:read+kept])
			read, write = read+kept, write+kept
		}
		read++
	}
	write += copy(c.rows[write:], c.rows[read:])
	clear(c.rows[write:]) // a pointer left behind would keep its target alive
	c.rows = c.rows[:write]
}

// Reserve is seed.Storage.Reserve.
func (c *Column[T]) Reserve(n int) { c.rows = seed.Reserve(c.rows, n) }

// Look is seed.Storage.Look.
func (c *Column[T]) Look(es []seed.Entity, having *seed.Having) uint64 {
	return seed.LookAt(es, having, c.At)
}

// Hash is seed.Storage.Hash.
func (c *Column[T]) Hash(sums []uint64, salt uint64) {
	for i := range c.rows {
		sums[c.rows[i].id] += kernel.Mix(c.Traits.Hash(&c.rows[i].value) ^ salt)
	}
}
