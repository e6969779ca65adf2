package hashmap

import (
	"github.com/kamstrup/intmap"

	"github.com/ecsbench/ecsbench/impls/seed"
)

// A table is a hash table for integer keys. Hashing and control bytes of Go's map cost
// several times as much as the look-up of a dense ID needs.
//
// Most standard libraries of C++ hash an integer to itself, so consecutive IDs have
// consecutive places. This table multiplies, which scatters them; [key] undoes that.
type table struct{ *intmap.Map[uint64, uint32] }

func newTable(n int) table { return table{intmap.New[uint64, uint32](n)} }

// at returns the position of an entity that has one.
func (t table) at(id seed.ID) uint32 {
	p, _ := t.Get(key(id))
	return p
}

// inverse is the inverse modulo 2^64 of 0x9E3779B9, the factor of keys in intmap.
const inverse = 0xe85ee980144cbc89

// key maps consecutive IDs to keys with consecutive places in the table. Every fifth place stays
// free; otherwise deletion would shift whole runs. No two IDs have the same key, whatever the
// multiplier.
func key(id seed.ID) uint64 { return (uint64(id) + uint64(id>>2)) * inverse }

// An intColumn is a [Column] with this table.
type intColumn[T any] struct {
	packed   seed.Packed[T]
	position table
}

// At returns the component of an entity that has one.
func (c *intColumn[T]) At(id seed.ID) *T { return &c.packed.Values[c.position.at(id)] }

// Insert is seed.Storage.Insert.
func (c *intColumn[T]) Insert(ids []seed.ID, first uint32) {
	start := c.packed.Append(ids, first)
	for i, id := range ids {
		c.position.Put(key(id), uint32(start+i))
	}
}

// Put is seed.StorageOf.Put.
func (c *intColumn[T]) Put(id seed.ID, value T) {
	c.position.Put(key(id), uint32(c.packed.AppendValue(id, value)))
}

// Delete is seed.Storage.Delete.
func (c *intColumn[T]) Delete(ids []seed.ID) {
	for _, id := range ids {
		at := c.position.at(id)
		c.position.Del(key(id))
		if moved := c.packed.DeleteAt(int(at)); moved != id {
			c.position.Put(key(moved), at)
		}
	}
}

// Reserve is seed.Storage.Reserve. The table takes a size only when it is made.
func (c *intColumn[T]) Reserve(n int) {
	c.packed.Reserve(n)
	if c.position.Len() == 0 {
		c.position = newTable(n)
	}
}

// Look is seed.Storage.Look.
func (c *intColumn[T]) Look(es []seed.Entity, having *seed.Having) uint64 {
	return seed.LookAt(es, having, c.At)
}

// Hash is seed.Storage.Hash.
func (c *intColumn[T]) Hash(sums []uint64, salt uint64) { c.packed.Hash(sums, salt) }

// An intSet is seed.HashSet with this table.
type intSet struct {
	members  []seed.ID
	position table
}

func newIntSet() seed.EntitySet { return &intSet{position: newTable(0)} }

// Add is seed.EntitySet.Add.
func (s *intSet) Add(ids []seed.ID) {
	for _, id := range ids {
		if _, isNew := s.position.PutIfNotExists(key(id), uint32(len(s.members))); isNew {
			s.members = append(s.members, id)
		}
	}
}

// Remove is seed.EntitySet.Remove.
func (s *intSet) Remove(ids []seed.ID) {
	for _, id := range ids {
		at, member := s.position.Get(key(id))
		if !member {
			continue
		}
		last := s.members[len(s.members)-1]
		s.members[at] = last
		s.position.Put(key(last), at)
		s.position.Del(key(id))
		s.members = s.members[:len(s.members)-1]
	}
}

// IDs is seed.EntitySet.IDs.
func (s *intSet) IDs() []seed.ID { return s.members }
