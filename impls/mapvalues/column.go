package mapvalues

import "github.com/ecsbench/ecsbench/ecs"

// A Column keeps the components of one type in a hash map from ID to value.
type Column[T any] struct {
	ecs.Traits[T]
	values map[ecs.ID]*T
	fresh  []T // scratch: initial values are made a slice at a time
}

// NewColumn returns an empty column.
func NewColumn[T any](traits ecs.Traits[T]) *Column[T] {
	return &Column[T]{Traits: traits, values: make(map[ecs.ID]*T), fresh: make([]T, 64)}
}

// At returns the component of an entity that has one. Unlike what
// ecs.StorageOf promises, the pointer stays valid while the entity has it.
func (c *Column[T]) At(id ecs.ID) *T { return c.values[id] }

// Insert is ecs.Storage.Insert.
func (c *Column[T]) Insert(ids []ecs.ID, first uint32) {
	for len(ids) > 0 {
		n := min(len(ids), len(c.fresh))
		c.Fill(c.fresh[:n], first)
		for i, id := range ids[:n] {
			c.Put(id, c.fresh[i])
		}
		ids, first = ids[n:], first+uint32(n)
	}
}

// Put is ecs.StorageOf.Put.
func (c *Column[T]) Put(id ecs.ID, value T) { c.values[id] = &value }

// Delete is ecs.Storage.Delete.
func (c *Column[T]) Delete(ids []ecs.ID) {
	for _, id := range ids {
		delete(c.values, id)
	}
}

// Reserve is ecs.Storage.Reserve. A Go map takes a size only when it is made,
// so a map that has components already grows as it must.
func (c *Column[T]) Reserve(n int) {
	if len(c.values) == 0 {
		c.values = make(map[ecs.ID]*T, n)
	}
}

// Len is ecs.Storage.Len.
func (c *Column[T]) Len() int { return len(c.values) }

// Hash is ecs.Storage.Hash.
func (c *Column[T]) Hash(sums []uint64, salt uint64) {
	for id, v := range c.values {
		sums[id] += ecs.Mix(c.Traits.Hash(v) ^ salt)
	}
}

// Owner searches the map: nothing leads from a value back to its key.
func (c *Column[T]) Owner(v *T) (ecs.ID, bool) {
	for id, value := range c.values {
		if value == v {
			return id, true
		}
	}
	return 0, false
}
