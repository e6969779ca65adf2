package seed

import (
	"slices"

	"github.com/ecsbench/ecsbench/kernel"
)

// A batch is the entities of one structural change, in the form for storages and membership:
// whole slices instead of single entities.
//
// Storages take all entities of a change at once, whatever their signatures; a sorted storage
// needs one pass instead of one per entity. Membership takes the entities of each signature,
// because all of these change in the same way.
type batch struct {
	sigs   *signatures
	groups []group

	grouped []ID  // scratch: what groups are slices of
	chosen  []ID  // scratch: see having
	count   []int // scratch, by signature; all zero between calls
}

// A group is entities with equal signatures.
type group struct {
	sig sigID
	ids []ID
}

// bySignature splits IDs by their present signatures in sigs. The groups are valid
// until the next call.
func (b *batch) bySignature(ids []ID) []group {
	of := b.sigs.of
	b.groups = b.groups[:0]
	if len(ids) == 0 {
		return nil
	}
	uniform := of[ids[0]]
	if !slices.ContainsFunc(ids, func(id ID) bool { return of[id] != uniform }) {
		b.groups = append(b.groups, group{uniform, ids})
		return b.groups
	}

	// A counting sort: count, assign each group its part, and fill the parts.
	b.count = GrowTo(b.count, b.sigs.Count())
	for _, id := range ids {
		if b.count[of[id]] == 0 {
			b.groups = append(b.groups, group{sig: of[id]})
		}
		b.count[of[id]]++
	}
	b.grouped = GrowTo(b.grouped, len(ids))
	rest := b.grouped[:len(ids)]
	for i := range b.groups {
		g := &b.groups[i]
		n := b.count[g.sig]
		g.ids, rest = rest[:0:n], rest[n:]
		b.count[g.sig] = i // from here on the index of the group
	}
	for _, id := range ids {
		g := &b.groups[b.count[of[id]]]
		g.ids = append(g.ids, id)
	}
	for _, g := range b.groups {
		b.count[g.sig] = 0
	}
	return b.groups
}

// having calls do for each component of the groups, with all entities that have it.
func (b *batch) having(groups []group, do func(kernel.Component, []ID)) {
	if len(groups) == 1 {
		for _, c := range b.sigs.components(groups[0].sig) {
			do(c, groups[0].ids)
		}
		return
	}
	union := make(Signature, b.sigs.width)
	for _, g := range groups {
		union.include(b.sigs.Bits(g.sig))
	}
	for _, c := range union.Components() {
		b.chosen = b.chosen[:0]
		for _, g := range groups {
			if b.sigs.Bits(g.sig).Has(c) {
				b.chosen = append(b.chosen, g.ids...)
			}
		}
		do(c, b.chosen)
	}
}
