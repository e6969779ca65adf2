package flat

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Column keeps the components of one type at the IDs of their entities.
type Column[T any] struct {
	kernel.Traits[T]
	values []T    // by ID
	used   []bool // by ID
}

// NewColumn returns an empty column.
func NewColumn[T any](traits kernel.Traits[T]) *Column[T] { return &Column[T]{Traits: traits} }

// At returns the component of an entity that has one.
func (c *Column[T]) At(id seed.ID) *T { return &c.values[id] }

// Insert is seed.Storage.Insert.
func (c *Column[T]) Insert(ids []seed.ID, first uint32) {
	c.cover(slices.Max(ids))
	for i, id := range ids {
		c.Fill(c.values[id:id+1], first+uint32(i))
		c.used[id] = true
	}
}

// Put is seed.StorageOf.Put.
func (c *Column[T]) Put(id seed.ID, value T) {
	c.cover(id)
	c.values[id], c.used[id] = value, true
}

// Delete is seed.Storage.Delete.
func (c *Column[T]) Delete(ids []seed.ID) {
	for _, id := range ids {
		clear(c.values[id : id+1]) // a pointer left behind would keep its target alive
		c.used[id] = false
	}
}

// Reserve is seed.Storage.Reserve.
func (c *Column[T]) Reserve(n int) {
	c.values, c.used = seed.Reserve(c.values, n), seed.Reserve(c.used, n)
}

// Look is seed.Storage.Look.
func (c *Column[T]) Look(es []seed.Entity, having *seed.Having) uint64 {
	return seed.LookAt(es, having, c.At)
}

// Hash is seed.Storage.Hash.
func (c *Column[T]) Hash(sums []uint64, salt uint64) {
	for id, used := range c.used {
		if used {
			sums[id] += kernel.Mix(c.Traits.Hash(&c.values[id]) ^ salt)
		}
	}
}

// cover grows the arrays to hold an ID.
func (c *Column[T]) cover(id seed.ID) {
	c.values, c.used = seed.GrowTo(c.values, int(id)+1), seed.GrowTo(c.used, int(id)+1)
}
