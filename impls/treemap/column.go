package treemap

import (
	"github.com/tidwall/btree"

	"github.com/ecsbench/ecsbench/ecs"
)

// A Column keeps the components of one type packed, and finds them by an
// ordered tree from ID to position.
type Column[T any] struct {
	packed   ecs.Packed[T]
	position index
}

type index = btree.Map[ecs.ID, uint32]

// at returns the position of an entity that has one.
func at(position *index, id ecs.ID) uint32 {
	p, _ := position.Get(id)
	return p
}

// NewColumn returns an empty column.
func NewColumn[T any](traits ecs.Traits[T]) *Column[T] {
	return &Column[T]{packed: ecs.Packed[T]{Traits: traits}}
}

// At returns the component of an entity that has one.
func (c *Column[T]) At(id ecs.ID) *T { return &c.packed.Values[at(&c.position, id)] }

// Insert is ecs.Storage.Insert.
func (c *Column[T]) Insert(ids []ecs.ID, first uint32) {
	start := c.packed.Append(ids, first)
	for i, id := range ids {
		c.position.Set(id, uint32(start+i))
	}
}

// Put is ecs.StorageOf.Put.
func (c *Column[T]) Put(id ecs.ID, value T) {
	c.position.Set(id, uint32(c.packed.AppendValue(id, value)))
}

// Delete is ecs.Storage.Delete.
func (c *Column[T]) Delete(ids []ecs.ID) {
	for _, id := range ids {
		place, _ := c.position.Delete(id)
		if moved := c.packed.DeleteAt(int(place)); moved != id {
			c.position.Set(moved, place)
		}
	}
}

// Reserve is ecs.Storage.Reserve. The tree has nothing to reserve.
func (c *Column[T]) Reserve(n int) { c.packed.Reserve(n) }

// Len is ecs.Storage.Len.
func (c *Column[T]) Len() int { return c.packed.Len() }

// Hash is ecs.Storage.Hash.
func (c *Column[T]) Hash(sums []uint64, salt uint64) { c.packed.Hash(sums, salt) }

// Owner is ecs.StorageOf.Owner.
func (c *Column[T]) Owner(v *T) (ecs.ID, bool) { return c.packed.Owner(v) }
