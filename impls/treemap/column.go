package treemap

import (
	"github.com/tidwall/btree"

	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Column keeps the components of one type packed, and finds them by an
// ordered tree from ID to position.
type Column[T any] struct {
	packed   seed.Packed[T]
	position index
}

type index = btree.Map[seed.ID, uint32]

// at returns the position of an entity that has one.
func at(position *index, id seed.ID) uint32 {
	p, _ := position.Get(id)
	return p
}

// NewColumn returns an empty column.
func NewColumn[T any](traits kernel.Traits[T]) *Column[T] {
	return &Column[T]{packed: seed.Packed[T]{Traits: traits}}
}

// At returns the component of an entity that has one.
func (c *Column[T]) At(id seed.ID) *T { return &c.packed.Values[at(&c.position, id)] }

// Insert is seed.Storage.Insert.
func (c *Column[T]) Insert(ids []seed.ID, first uint32) {
	start := c.packed.Append(ids, first)
	for i, id := range ids {
		c.position.Set(id, uint32(start+i))
	}
}

// Put is seed.StorageOf.Put.
func (c *Column[T]) Put(id seed.ID, value T) {
	c.position.Set(id, uint32(c.packed.AppendValue(id, value)))
}

// Delete is seed.Storage.Delete.
func (c *Column[T]) Delete(ids []seed.ID) {
	for _, id := range ids {
		place, _ := c.position.Delete(id)
		if moved := c.packed.DeleteAt(int(place)); moved != id {
			c.position.Set(moved, place)
		}
	}
}

// Reserve is seed.Storage.Reserve. The tree has nothing to reserve.
func (c *Column[T]) Reserve(n int) { c.packed.Reserve(n) }

// Look is seed.Storage.Look.
func (c *Column[T]) Look(es []seed.Entity, having *seed.Having) uint64 {
	return seed.LookAt(es, having, c.At)
}

// Hash is seed.Storage.Hash.
func (c *Column[T]) Hash(sums []uint64, salt uint64) { c.packed.Hash(sums, salt) }
