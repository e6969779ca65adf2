package dense

import (
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
)

// A Column keeps the components of one type packed, and finds them by a vector
// from ID to position: a sparse set.
type Column[T any] struct {
	ecs.Packed[T]
	position []uint32 // by ID; meaningless for entities without the component
}

// NewColumn returns an empty column.
func NewColumn[T any](traits ecs.Traits[T]) *Column[T] {
	return &Column[T]{Packed: ecs.Packed[T]{Traits: traits}}
}

// At returns the component of an entity that has one.
func (c *Column[T]) At(id ecs.ID) *T { return &c.Values[c.position[id]] }

// Insert is ecs.Storage.Insert.
func (c *Column[T]) Insert(ids []ecs.ID, first uint32) {
	start := c.Append(ids, first)
	c.cover(slices.Max(ids))
	for i, id := range ids {
		c.position[id] = uint32(start + i)
	}
}

// Put is ecs.StorageOf.Put.
func (c *Column[T]) Put(id ecs.ID, value T) {
	c.cover(id)
	c.position[id] = uint32(c.AppendValue(id, value))
}

// Delete is ecs.Storage.Delete.
func (c *Column[T]) Delete(ids []ecs.ID) {
	for _, id := range ids {
		at := c.position[id]
		c.position[c.DeleteAt(int(at))] = at
	}
}

// Reserve is ecs.Storage.Reserve.
func (c *Column[T]) Reserve(n int) {
	c.Packed.Reserve(n)
	c.position = slices.Grow(c.position, max(0, n-len(c.position)))
}

// cover grows the vector as far as this component needs it, and no further:
// growing the vectors of all types at each new entity is what makes the seed's
// vector version collapse at 512 types.
func (c *Column[T]) cover(id ecs.ID) { c.position = ecs.GrowTo(c.position, int(id)+1) }
