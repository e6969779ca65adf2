package seed

import (
	"slices"

	"github.com/ecsbench/ecsbench/kernel"
)

// A Column keeps the components of one type packed, and finds them by a vector from ID to
// position: a sparse set. It is the storage of implementation dense.
type DenseColumn[T any] struct {
	Packed    Packed[T]
	Positions []uint32 // by ID; meaningless for entities without the component
}

// NewDenseColumn returns an empty column.
func NewDenseColumn[T any](traits kernel.Traits[T]) *DenseColumn[T] {
	return &DenseColumn[T]{Packed: Packed[T]{Traits: traits}}
}

// At returns the component of an entity that has one.
func (c *DenseColumn[T]) At(id ID) *T { return &c.Packed.Values[c.Positions[id]] }

// Insert is [Storage.Insert].
func (c *DenseColumn[T]) Insert(ids []ID, first uint32) {
	start := c.Packed.Append(ids, first)
	c.cover(slices.Max(ids))
	for i, id := range ids {
		c.Positions[id] = uint32(start + i)
	}
}

// Put is [StorageOf.Put].
func (c *DenseColumn[T]) Put(id ID, value T) {
	c.cover(id)
	c.Positions[id] = uint32(c.Packed.AppendValue(id, value))
}

// Delete is [Storage.Delete].
func (c *DenseColumn[T]) Delete(ids []ID) {
	for _, id := range ids {
		at := c.Positions[id]
		c.Positions[c.Packed.DeleteAt(int(at))] = at
	}
}

// Reserve is [Storage.Reserve].
func (c *DenseColumn[T]) Reserve(n int) {
	c.Packed.Reserve(n)
	c.Positions = Reserve(c.Positions, n)
}

// Look is [Storage.Look].
func (c *DenseColumn[T]) Look(es []Entity, having *Having) uint64 { return LookAt(es, having, c.At) }

// Hash is [Storage.Hash].
func (c *DenseColumn[T]) Hash(sums []uint64, salt uint64) { c.Packed.Hash(sums, salt) }

// cover grows the vector only as far as this component needs. The C++ original grows the vectors
// of all types at each new entity, and collapses at 512 types.
func (c *DenseColumn[T]) cover(id ID) { c.Positions = GrowTo(c.Positions, int(id)+1) }
