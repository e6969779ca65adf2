package paged

import (
	"math/bits"

	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Column keeps the components of one type in blocks indexed by entity ID.
type Column[T any] struct {
	kernel.Traits[T]
	blocks []*block[T] // by ID / block size; nil if no entity of the block has the component
	shift  uint        // log2 of the block size
	size   int         // components of a block
}

// A block holds the components of a block of consecutive IDs.
type block[T any] struct {
	values   []T
	occupied []uint64 // a bit for each value
	count    int
}

// NewColumn returns an empty column whose blocks hold size components; size is
// a power of two.
func NewColumn[T any](traits kernel.Traits[T], size int) *Column[T] {
	return &Column[T]{Traits: traits, shift: uint(bits.TrailingZeros(uint(size))), size: size}
}

// within returns the index of an ID in its block.
func (c *Column[T]) within(id seed.ID) int { return int(id) & (c.size - 1) }

// At returns the component of an entity that has one.
func (c *Column[T]) At(id seed.ID) *T { return &c.blocks[id>>c.shift].values[c.within(id)] }

// Insert is seed.Storage.Insert. IDs that follow each other in a block are
// handled together, as those of new entities do.
func (c *Column[T]) Insert(ids []seed.ID, first uint32) {
	for len(ids) > 0 {
		start := ids[0]
		limit := min(len(ids), c.size-c.within(start))
		n := 1
		for n < limit && ids[n] == start+seed.ID(n) {
			n++
		}
		c.Fill(c.occupy(start, n), first)
		ids, first = ids[n:], first+uint32(n)
	}
}

// Put is seed.StorageOf.Put.
func (c *Column[T]) Put(id seed.ID, value T) { c.occupy(id, 1)[0] = value }

// occupy marks the places of n consecutive IDs in one block as used and returns them. It makes
// the block if necessary.
func (c *Column[T]) occupy(start seed.ID, n int) []T {
	at := int(start >> c.shift)
	c.blocks = seed.GrowTo(c.blocks, at+1)
	b := c.blocks[at]
	if b == nil {
		b = &block[T]{values: make([]T, c.size), occupied: make([]uint64, (c.size+63)/64)}
		c.blocks[at] = b
	}
	from := c.within(start)
	for i := from; i < from+n; i++ {
		b.occupied[i>>6] |= 1 << (i & 63)
	}
	b.count += n
	return b.values[from : from+n]
}

// Delete is seed.Storage.Delete. A block that becomes empty is freed.
func (c *Column[T]) Delete(ids []seed.ID) {
	for _, id := range ids {
		at := id >> c.shift
		b, i := c.blocks[at], c.within(id)
		if b.count == 1 {
			c.blocks[at] = nil
			continue
		}
		clear(b.values[i : i+1]) // a pointer left behind would keep its target alive
		b.occupied[i>>6] &^= 1 << (i & 63)
		b.count--
	}
}

// Reserve is seed.Storage.Reserve. It reserves only the directory, because the needed blocks are
// unknown.
func (c *Column[T]) Reserve(n int) {
	blocks := (n + c.size - 1) / c.size
	c.blocks = seed.Reserve(c.blocks, blocks)
}

// Look is seed.Storage.Look.
func (c *Column[T]) Look(es []seed.Entity, having *seed.Having) uint64 {
	return seed.LookAt(es, having, c.At)
}

// Hash is seed.Storage.Hash.
func (c *Column[T]) Hash(sums []uint64, salt uint64) {
	for at, b := range c.blocks {
		if b == nil {
			continue
		}
		for word, w := range b.occupied {
			for ; w != 0; w &= w - 1 {
				i := word<<6 + bits.TrailingZeros64(w)
				sums[at<<c.shift+i] += kernel.Mix(c.Traits.Hash(&b.values[i]) ^ salt)
			}
		}
	}
}
