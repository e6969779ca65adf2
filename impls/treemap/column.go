package treemap

import (
	"github.com/tidwall/btree"

	"github.com/ecsbench/ecsbench/ecs"
)

// A Column keeps the components of one type packed, and finds them by an
// ordered tree from ID to position.
type Column[T any] struct {
	ecs.Packed[T]
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
	return &Column[T]{Packed: ecs.Packed[T]{Traits: traits}}
}

// At returns the component of an entity that has one.
func (c *Column[T]) At(id ecs.ID) *T { return &c.Values[at(&c.position, id)] }

// Insert is ecs.Storage.Insert.
func (c *Column[T]) Insert(ids []ecs.ID, first uint32) {
	start := c.Append(ids, first)
	for i, id := range ids {
		c.position.Set(id, uint32(start+i))
	}
}

// Put is ecs.StorageOf.Put.
func (c *Column[T]) Put(id ecs.ID, value T) {
	c.position.Set(id, uint32(c.AppendValue(id, value)))
}

// Delete is ecs.Storage.Delete.
func (c *Column[T]) Delete(ids []ecs.ID) {
	for _, id := range ids {
		place, _ := c.position.Delete(id)
		if moved := c.DeleteAt(int(place)); moved != id {
			c.position.Set(moved, place)
		}
	}
}
