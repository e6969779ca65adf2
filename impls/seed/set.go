package seed

import "github.com/tidwall/btree"

// An EntitySet holds the members of a system: their IDs packed in an array for iteration, and an
// index from ID to position for removal in constant (or logarithmic) time. The last member
// replaces a removed one.
//
// The C++ originals index by a hash map, an ordered tree or a vector: [HashSet], [TreeSet] and
// [SparseSet].
type EntitySet interface {
	// Add inserts the IDs that are not members yet.
	Add(ids []ID)
	// Remove takes out the IDs that are members.
	Remove(ids []ID)
	// IDs returns the members in iteration order. It is a view that the next
	// change invalidates.
	IDs() []ID
}

const absent = ^uint32(0) // in an index: not a member

// A SparseSet is indexed by a vector with a slot for each ID: the sparse set of
// Briggs and Torczon, "An efficient representation for sparse sets" (1993).
type SparseSet struct {
	members  []ID
	position []uint32 // by ID; absent if not a member
}

// NewSparseSet returns an empty set.
func NewSparseSet() EntitySet { return &SparseSet{} }

// Add inserts the IDs that are not members yet.
func (s *SparseSet) Add(ids []ID) {
	s.members = growFor(s.members, len(ids))
	for _, id := range ids {
		s.position = fillTo(s.position, int(id)+1)
		if s.position[id] == absent {
			s.position[id] = uint32(len(s.members))
			s.members = append(s.members, id)
		}
	}
}

// Remove takes out the IDs that are members.
func (s *SparseSet) Remove(ids []ID) {
	for _, id := range ids {
		if int(id) >= len(s.position) || s.position[id] == absent {
			continue
		}
		at := s.position[id]
		last := s.members[len(s.members)-1]
		s.members[at] = last
		s.position[last] = at
		s.position[id] = absent
		s.members = s.members[:len(s.members)-1]
	}
}

// IDs returns the members in iteration order.
func (s *SparseSet) IDs() []ID { return s.members }

// A HashSet is indexed by a hash map.
type HashSet struct {
	members  []ID
	position map[ID]uint32
}

// NewHashSet returns an empty set.
func NewHashSet() EntitySet { return &HashSet{position: make(map[ID]uint32)} }

// Add inserts the IDs that are not members yet.
func (s *HashSet) Add(ids []ID) {
	for _, id := range ids {
		if _, member := s.position[id]; !member {
			s.position[id] = uint32(len(s.members))
			s.members = append(s.members, id)
		}
	}
}

// Remove takes out the IDs that are members.
func (s *HashSet) Remove(ids []ID) {
	for _, id := range ids {
		at, member := s.position[id]
		if !member {
			continue
		}
		last := s.members[len(s.members)-1]
		s.members[at] = last
		s.position[last] = at
		delete(s.position, id)
		s.members = s.members[:len(s.members)-1]
	}
}

// IDs returns the members in iteration order.
func (s *HashSet) IDs() []ID { return s.members }

// A TreeSet is indexed by an ordered tree map.
type TreeSet struct {
	members  []ID
	position btree.Map[ID, uint32]
}

// NewTreeSet returns an empty set.
func NewTreeSet() EntitySet { return &TreeSet{} }

// Add inserts the IDs that are not members yet.
func (s *TreeSet) Add(ids []ID) {
	for _, id := range ids {
		if _, member := s.position.Get(id); !member {
			s.position.Set(id, uint32(len(s.members)))
			s.members = append(s.members, id)
		}
	}
}

// Remove takes out the IDs that are members.
func (s *TreeSet) Remove(ids []ID) {
	for _, id := range ids {
		at, member := s.position.Delete(id)
		if !member {
			continue
		}
		last := s.members[len(s.members)-1]
		s.members = s.members[:len(s.members)-1]
		if last != id {
			s.members[at] = last
			s.position.Set(last, at)
		}
	}
}

// IDs returns the members in iteration order.
func (s *TreeSet) IDs() []ID { return s.members }
