package seed

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/ecsbench/ecsbench/kernel"
)

// A Signature is the set of component types that an entity has, one bit for
// each registered type. Its width follows the number of types of its world.
type Signature []uint64

// Has reports whether the signature contains c.
func (s Signature) Has(c kernel.Component) bool { return s[c>>6]&(1<<(c&63)) != 0 }

// include adds what another signature of the same width contains.
func (s Signature) include(other Signature) {
	for i, w := range other {
		s[i] |= w
	}
}

// Components lists the types in the signature in ascending order.
func (s Signature) Components() []kernel.Component {
	var list []kernel.Component
	for word, w := range s {
		for ; w != 0; w &= w - 1 {
			list = append(list, kernel.Component(word<<6+bits.TrailingZeros64(w)))
		}
	}
	return list
}

// A requirement is the components that entities of a system must have, and those that they must
// not have. It keeps only the words of the signature that it needs, so the test costs the same
// for 32 and 512 registered types.
type requirement struct {
	components []kernel.Component // ascending
	without    []kernel.Component // ascending
	words      []requiredWord
}

type requiredWord struct {
	index  int
	mask   uint64 // bits that are compared
	wanted uint64 // their required values
}

func newRequirement(components, without []kernel.Component) requirement {
	r := requirement{components: components, without: without}
	for _, c := range components {
		r.count(c, true)
	}
	for _, c := range without {
		r.count(c, false)
	}
	return r
}

// count includes the bit of a component in the comparison.
func (r *requirement) count(c kernel.Component, wanted bool) {
	index, bit := int(c>>6), uint64(1)<<(c&63)
	at := slices.IndexFunc(r.words, func(w requiredWord) bool { return w.index == index })
	if at < 0 {
		at = len(r.words)
		r.words = append(r.words, requiredWord{index: index})
	}
	r.words[at].mask |= bit
	if wanted {
		r.words[at].wanted |= bit
	}
}

// in reports whether a signature satisfies the requirement.
func (r *requirement) in(s Signature) bool { return satisfies(s, r.words) }

func satisfies(s Signature, words []requiredWord) bool {
	for _, w := range words {
		if s[w.index]&w.mask != w.wanted {
			return false
		}
	}
	return true
}

// A sigID names one distinct signature of a world.
type sigID uint32

const (
	noSignature    sigID = iota // of an ID that is not alive
	emptySignature              // of an entity without components
)

// signatures keeps the signature of each entity.
//
// Entities with equal sets share one stored signature, so an entity costs four bytes,
// independent of the number of types. (A row of bits costs 64 bytes at 512 types.) Adding or
// removing a component follows a cached edge from one signature to the next, like the archetype
// graph of archetype storages.
type signatures struct {
	types int
	width int // words of a signature
	bits  []uint64
	ids   map[string]sigID
	steps [][]sigID            // by component, then by signature: the one with the component toggled, if known
	lists [][]kernel.Component // by signature, made at the first request
	of    []sigID              // by ID
}

func newSignatures(types int) *signatures {
	s := &signatures{
		types: types,
		width: (types + 63) / 64,
		ids:   make(map[string]sigID),
		steps: make([][]sigID, types),
	}
	s.bits = make([]uint64, s.width) // noSignature, which no lookup returns
	s.intern(make(Signature, s.width))
	return s
}

// Count returns the number of distinct signatures, noSignature included.
func (s *signatures) Count() int { return len(s.ids) + 1 }

// Bits returns a view of a stored signature; callers must not change it.
func (s *signatures) Bits(id sigID) Signature {
	return s.bits[int(id)*s.width:][:s.width:s.width]
}

func (s *signatures) intern(bits Signature) sigID {
	key := make([]byte, 0, 8*s.width)
	for _, w := range bits {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	if id, ok := s.ids[string(key)]; ok {
		return id
	}
	id := sigID(len(s.ids) + 1)
	s.ids[string(key)] = id
	s.bits = append(s.bits, bits...)
	return id
}

// With returns the signature that has the component toggled.
func (s *signatures) With(from sigID, c kernel.Component) sigID {
	if int(from) < len(s.steps[c]) && s.steps[c][from] != noSignature {
		return s.steps[c][from]
	}
	bits := slices.Clone(s.Bits(from))
	bits[c>>6] ^= 1 << (c & 63)
	to := s.intern(bits)
	s.steps[c] = GrowTo(s.steps[c], s.Count())
	s.steps[c][from] = to
	return to
}

// components lists the types in a stored signature.
func (s *signatures) components(id sigID) []kernel.Component {
	s.lists = GrowTo(s.lists, s.Count())
	if s.lists[id] == nil {
		s.lists[id] = s.Bits(id).Components()
	}
	return s.lists[id]
}

// path returns the signatures of an entity while these components are added one after the other;
// the last is the whole set.
func (s *signatures) path(cs []kernel.Component) []sigID {
	path := make([]sigID, len(cs))
	at := emptySignature
	for i, c := range cs {
		at = s.With(at, c)
		path[i] = at
	}
	return path
}
