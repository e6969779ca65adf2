package seed

import (
	"slices"

	"github.com/ecsbench/ecsbench/kernel"
)

// interest lists for each component the sets that require or exclude it, so that a change
// updates only these. With one set per system it is [Interest]. With one set per distinct
// requirement, owned by the world, it is [Shared].
type interest struct {
	sigs     *signatures
	requires []requirement // by set
	sets     []EntitySet
	setOf    []int           // by system
	watchers [][]int         // by component: the sets that require it
	always   []int           // sets that require nothing: every entity is a member unless it has an excluded component
	matching map[sigID][]int // by signature: the sets whose requirement it satisfies
}

func newInterest(requires []requirement, setOf []int, sigs *signatures, newSet func() EntitySet) *interest {
	n := &interest{
		sigs:     sigs,
		requires: requires,
		sets:     newSets(len(requires), newSet),
		setOf:    setOf,
		watchers: make([][]int, sigs.types),
		matching: make(map[sigID][]int),
	}
	for set, r := range requires {
		for _, c := range slices.Concat(r.components, r.without) {
			n.watchers[c] = append(n.watchers[c], set)
		}
		if len(r.components) == 0 {
			n.always = append(n.always, set)
		}
	}
	return n
}

// satisfied lists the sets whose requirement the signature satisfies.
func (n *interest) satisfied(sig sigID) []int {
	sets, known := n.matching[sig]
	if known {
		return sets
	}
	bits := n.sigs.Bits(sig)
	for _, set := range n.always {
		if n.requires[set].in(bits) {
			sets = append(sets, set)
		}
	}
	for _, c := range bits.Components() {
		for _, set := range n.watchers[c] {
			r := &n.requires[set]
			first := len(r.components) > 0 && r.components[0] == c // visits each set once
			if first && r.in(bits) {
				sets = append(sets, set)
			}
		}
	}
	n.matching[sig] = sets
	return sets
}

func (n *interest) created(ids []ID, path []sigID) {
	final := emptySignature
	if len(path) > 0 {
		final = path[len(path)-1]
	}
	for _, set := range n.satisfied(final) {
		n.sets[set].Add(ids)
	}
}

func (n *interest) destroyed(ids []ID, had sigID) {
	for _, set := range n.satisfied(had) {
		n.sets[set].Remove(ids)
	}
}

func (n *interest) changed(ids []ID, c kernel.Component, from, to sigID) {
	before, after := n.sigs.Bits(from), n.sigs.Bits(to)
	for _, set := range n.watchers[c] {
		switch {
		case n.requires[set].in(after):
			n.sets[set].Add(ids)
		case n.requires[set].in(before):
			n.sets[set].Remove(ids)
		}
	}
}

func (n *interest) members(system int) []ID { return n.sets[n.setOf[system]].IDs() }
