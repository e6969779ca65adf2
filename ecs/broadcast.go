package ecs

// broadcast is the way of seeds 000 and 004: each system owns a set, and every
// system is told of every single change, whether it cares or not. The cost of
// a change grows with the number of systems; that is what interest and shared
// avoid.
type broadcast struct {
	sigs    *signatures
	systems []Requirement
	sets    []EntitySet // by system
}

func newBroadcast(systems []Requirement, sigs *signatures, newSet func() EntitySet) *broadcast {
	return &broadcast{sigs: sigs, systems: systems, sets: newSets(len(systems), newSet)}
}

func newSets(n int, newSet func() EntitySet) []EntitySet {
	sets := make([]EntitySet, n)
	for i := range sets {
		sets[i] = newSet()
	}
	return sets
}

// updated is onEntityUpdated of the seed for one entity and all systems.
func (b *broadcast) updated(one []ID, now Signature) {
	for i := range b.systems {
		if b.systems[i].In(now) {
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

func (b *broadcast) changed(ids []ID, _ Component, _, to sigID) {
	now := b.sigs.Bits(to)
	for i := range ids {
		b.updated(ids[i:i+1], now)
	}
}

func (b *broadcast) members(system int) []ID { return b.sets[system].IDs() }
