package mapvalues

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Column keeps the components of one type in a hash map from ID to value.
type Column[T any] struct {
	kernel.Traits[T]
	values map[seed.ID]*T
	fresh  []T // scratch: initial values are made a slice at a time
}

// NewColumn returns an empty column.
func NewColumn[T any](traits kernel.Traits[T]) *Column[T] {
	return &Column[T]{Traits: traits, values: make(map[seed.ID]*T), fresh: make([]T, 64)}
}

// At returns the component of an entity that has one. Unlike what
// seed.StorageOf promises, the pointer stays valid while the entity has it.
func (c *Column[T]) At(id seed.ID) *T { return c.values[id] }

// Insert is seed.Storage.Insert.
func (c *Column[T]) Insert(ids []seed.ID, first uint32) {
	for len(ids) > 0 {
		n := min(len(ids), len(c.fresh))
		c.Fill(c.fresh[:n], first)
		for i, id := range ids[:n] {
			c.Put(id, c.fresh[i])
		}
		ids, first = ids[n:], first+uint32(n)
	}
}

// Put is seed.StorageOf.Put.
func (c *Column[T]) Put(id seed.ID, value T) { c.values[id] = &value }

// Delete is seed.Storage.Delete.
func (c *Column[T]) Delete(ids []seed.ID) {
	for _, id := range ids {
		delete(c.values, id)
	}
}

// Reserve is seed.Storage.Reserve. A Go map takes a size only when it is made, so a map with
// components is not reserved.
func (c *Column[T]) Reserve(n int) {
	if len(c.values) == 0 {
		c.values = make(map[seed.ID]*T, n)
	}
}

// Look is seed.Storage.Look.
func (c *Column[T]) Look(es []seed.Entity, having *seed.Having) uint64 {
	return seed.LookAt(es, having, c.At)
}

// Hash is seed.Storage.Hash.
func (c *Column[T]) Hash(sums []uint64, salt uint64) {
	for id, v := range c.values {
		sums[id] += kernel.Mix(c.Traits.Hash(v) ^ salt)
	}
}
