package hashmap

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Column keeps the components of one type packed, and finds them by a hash
// map from ID to position.
type Column[T any] struct {
	packed   seed.Packed[T]
	position map[seed.ID]uint32
}

// NewColumn returns an empty column.
func NewColumn[T any](traits kernel.Traits[T]) *Column[T] {
	return &Column[T]{
		packed:   seed.Packed[T]{Traits: traits},
		position: make(map[seed.ID]uint32),
	}
}

// At returns the component of an entity that has one.
func (c *Column[T]) At(id seed.ID) *T { return &c.packed.Values[c.position[id]] }

// Insert is seed.Storage.Insert.
func (c *Column[T]) Insert(ids []seed.ID, first uint32) {
	start := c.packed.Append(ids, first)
	for i, id := range ids {
		c.position[id] = uint32(start + i)
	}
}

// Put is seed.StorageOf.Put.
func (c *Column[T]) Put(id seed.ID, value T) {
	c.position[id] = uint32(c.packed.AppendValue(id, value))
}

// Delete is seed.Storage.Delete.
func (c *Column[T]) Delete(ids []seed.ID) {
	for _, id := range ids {
		at := c.position[id]
		delete(c.position, id)
		if moved := c.packed.DeleteAt(int(at)); moved != id {
			c.position[moved] = at
		}
	}
}

// Reserve is seed.Storage.Reserve. A Go map takes a size only when it is made, so the map of a
// column with components is not reserved.
func (c *Column[T]) Reserve(n int) {
	c.packed.Reserve(n)
	if len(c.position) == 0 {
		c.position = make(map[seed.ID]uint32, n)
	}
}

// Look is seed.Storage.Look.
func (c *Column[T]) Look(es []seed.Entity, having *seed.Having) uint64 {
	return seed.LookAt(es, having, c.At)
}

// Hash is seed.Storage.Hash.
func (c *Column[T]) Hash(sums []uint64, salt uint64) { c.packed.Hash(sums, salt) }
