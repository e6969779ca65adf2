package seed

import (
	"github.com/ecsbench/ecsbench/kernel"
)

// A Storage keeps the components of one type. Calls take slices of IDs, so a pass costs one
// dynamic call.
//
// Storages trust their caller, the [World], which checks signatures: an inserted ID is absent, a
// deleted one is present, and no ID occurs twice in one call.
type Storage interface {
	// Insert adds a component to each of the entities. The i-th gets the
	// initial value numbered first+i.
	Insert(ids []ID, first uint32)
	// Delete removes the components of the entities.
	Delete(ids []ID)
	// Reserve makes room for n components in all.
	Reserve(n int)
	// Look returns the sum of [kernel.Glance] over the entities that have the component.
	Look(es []Entity, having *Having) (sum uint64)
	// Hash adds to sums[id], for each entity that has the component, a hash of
	// salt and the component's value.
	Hash(sums []uint64, salt uint64)
}

// LookAt is [Storage.Look] for storages that find a component at an entity's ID.
func LookAt[T any](es []Entity, having *Having, at func(ID) *T) (sum uint64) {
	for _, e := range es {
		if having.Has(e) {
			sum += kernel.Glance(at(e.ID()))
		}
	}
	return sum
}

// A StorageOf is a Storage for components of the Go type T.
type StorageOf[T any] interface {
	Storage
	// At returns the component of an entity that has one. The pointer is valid
	// until the next insertion or deletion.
	At(id ID) *T
	// Put adds a component with this value to an entity that has none.
	Put(id ID, value T)
}

// A Packed is the common part of several storages: the components of one type without gaps, and
// the owner of each. It is a named field: the methods of an embedded one would be compiled
// again, twice for each type of component.
type Packed[T any] struct {
	kernel.Traits[T]
	Values []T
	Owners []ID // as long as Values
}

// Append adds a component for each of the entities and returns the position of
// the first of them.
func (p *Packed[T]) Append(ids []ID, first uint32) (start int) {
	start = len(p.Values)
	p.Values = growFor(p.Values, len(ids))[:start+len(ids)]
	p.Fill(p.Values[start:], first)
	p.Owners = append(growFor(p.Owners, len(ids)), ids...)
	return start
}

// AppendValue adds one component and returns its position.
func (p *Packed[T]) AppendValue(id ID, value T) int {
	p.Values = append(p.Values, value)
	p.Owners = append(p.Owners, id)
	return len(p.Values) - 1
}

// DeleteAt moves the last component to a position, which removes the one there, and returns the
// owner of the moved one. For the last position that is the removed one's owner.
func (p *Packed[T]) DeleteAt(at int) (moved ID) {
	last := len(p.Values) - 1
	moved = p.Owners[last]
	p.Values[at] = p.Values[last]
	p.Owners[at] = moved
	clear(p.Values[last:]) // a pointer left behind would keep its target alive
	p.Values = p.Values[:last]
	p.Owners = p.Owners[:last]
	return moved
}

// Reserve makes room for n components in all.
func (p *Packed[T]) Reserve(n int) {
	p.Values = Reserve(p.Values, n)
	p.Owners = Reserve(p.Owners, n)
}

// Hash is [Storage.Hash].
func (p *Packed[T]) Hash(sums []uint64, salt uint64) {
	for i := range p.Values {
		sums[p.Owners[i]] += kernel.Mix(p.Traits.Hash(&p.Values[i]) ^ salt)
	}
}
