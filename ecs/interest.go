package ecs

// interest is the first improvement that seed 004 lists: for each component it
// knows the sets that require it, so that a change is told to these only. With
// one set for each system it is [Interest]; with one set for each distinct
// requirement, owned by the world, it is the second improvement, [Shared].
type interest struct {
	sigs     *signatures
	requires []Requirement // by set
	sets     []EntitySet
	setOf    []int           // by system
	watchers [][]int         // by component: the sets that require it
	always   []int           // sets that require nothing: every entity is a member
	matching map[sigID][]int // by signature: the sets that it satisfies
}

func newInterest(requires []Requirement, setOf []int, sigs *signatures, newSet func() EntitySet) *interest {
	n := &interest{
		sigs:     sigs,
		requires: requires,
		sets:     newSets(len(requires), newSet),
		setOf:    setOf,
		watchers: make([][]int, sigs.types),
		matching: make(map[sigID][]int),
	}
	for set, r := range requires {
		for _, c := range r.components {
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
	sets = append(sets, n.always...)
	for _, c := range bits.Components() {
		for _, set := range n.watchers[c] {
			first := n.requires[set].components[0] // so that each set is met once
			if first == c && n.requires[set].In(bits) {
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

func (n *interest) changed(ids []ID, c Component, from, to sigID) {
	before, after := n.sigs.Bits(from), n.sigs.Bits(to)
	for _, set := range n.watchers[c] {
		switch {
		case n.requires[set].In(after):
			n.sets[set].Add(ids)
		case n.requires[set].In(before):
			n.sets[set].Remove(ids)
		}
	}
}

func (n *interest) members(system int) []ID { return n.sets[n.setOf[system]].IDs() }
