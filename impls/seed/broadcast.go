package seed

import "github.com/ecsbench/ecsbench/kernel"

// broadcast is the dispatch of the C++ originals: each system owns a set, and every change calls
// every system, whether it needs the component or not. So the cost of a change grows with the
// number of systems; interest and shared avoid this.
type broadcast struct {
	sigs  *signatures
	wants [][]requiredWord // by system; all of a requirement, side by side
	sets  []EntitySet      // by system
}

func newBroadcast(systems []requirement, sigs *signatures, newSet func() EntitySet) *broadcast {
	b := &broadcast{sigs: sigs, sets: newSets(len(systems), newSet)}
	for _, r := range systems {
		b.wants = append(b.wants, r.words)
	}
	return b
}

func newSets(n int, newSet func() EntitySet) []EntitySet {
	sets := make([]EntitySet, n)
	for i := range sets {
		sets[i] = newSet()
	}
	return sets
}

// updated is onEntityUpdated of the C++ original for one entity and all systems.
func (b *broadcast) updated(one []ID, now Signature) {
	for i, words := range b.wants {
		if satisfies(now, words) {
			b.sets[i].Add(one)
		} else {
			b.sets[i].Remove(one)
		}
	}
}

func (b *broadcast) created(ids []ID, path []sigID) {
	if len(path) == 0 {
		path = []sigID{emptySignature}
	}
	for i := range ids {
		for _, sig := range path {
			b.updated(ids[i:i+1], b.sigs.Bits(sig))
		}
	}
}

func (b *broadcast) destroyed(ids []ID, _ sigID) {
	for i := range ids {
		for _, set := range b.sets {
			set.Remove(ids[i : i+1])
		}
	}
}

func (b *broadcast) changed(ids []ID, _ kernel.Component, _, to sigID) {
	now := b.sigs.Bits(to)
	for i := range ids {
		b.updated(ids[i:i+1], now)
	}
}

func (b *broadcast) members(system int) []ID { return b.sets[system].IDs() }
