package impls

// A Ran says how often a kernel has run over an entity.
type Ran struct {
	Kernel Kernel
	Times  int // at most MaxUpdates
}

// An Expectation computes what [World.Hash] must say of entities. It keeps the
// values it works on, because they would be allocated anew for each entity.
type Expectation struct {
	kinds     []Kind
	position  [1]Position
	velocity  [1]Velocity
	mass      [1]Mass
	transform [1]Transform
	inventory [1]Inventory
	bones     [1]Bones
	word      [1]Word
	pair      [1]Pair
	quad      [1]Quad
	block     [1]Block
}

// Expect returns an Expectation for worlds with these component types.
func Expect(kinds []Kind) *Expectation { return &Expectation{kinds: kinds} }

// Hash returns the hash of an entity that was spawned with the set and the
// initial values numbered n, and over which the kernels have run since, tick
// by tick in this order. Kernels whose components the entity lacks have no
// effect.
//
// The state is computed in closed form, which costs the same for one tick and
// for a hundred thousand.
func (e *Expectation) Hash(set []Component, n uint32, ran ...Ran) uint64 {
	for _, c := range set {
		e.fill(e.kinds[c], n)
	}
	for _, r := range ran {
		if r.Times > 0 && contains(set, r.Kernel.Requires()) {
			e.run(r)
		}
	}
	var sum uint64
	for _, c := range set {
		sum += ComponentHash(c, e.hash(e.kinds[c]))
	}
	return EntityHash(sum)
}

func (e *Expectation) run(r Ran) {
	times := DeltaTime * float32(r.Times)
	switch r.Kernel {
	case DriftPos:
		Drift(&e.position[0], times)
	case MovePos:
		Move(&e.position[0], &e.velocity[0], times)
	case MoveScaled:
		MoveByMass(&e.position[0], &e.velocity[0], &e.mass[0], times)
	case PlaceModel:
		Place(&e.position[0], &e.transform[0])
	case CountItems:
		e.inventory[0].Slots[0] += uint32(r.Times)
	case AnimateAll:
		Animate(&e.bones[0], times)
	}
}

func (e *Expectation) fill(kind Kind, n uint32) {
	switch kind {
	case KindPosition:
		PositionTraits.Fill(e.position[:], n)
	case KindVelocity:
		VelocityTraits.Fill(e.velocity[:], n)
	case KindMass:
		MassTraits.Fill(e.mass[:], n)
	case KindTransform:
		TransformTraits.Fill(e.transform[:], n)
	case KindInventory:
		InventoryTraits.Fill(e.inventory[:], n)
	case KindBones:
		BonesTraits.Fill(e.bones[:], n)
	case KindWord:
		WordTraits.Fill(e.word[:], n)
	case KindPair:
		PairTraits.Fill(e.pair[:], n)
	case KindQuad:
		QuadTraits.Fill(e.quad[:], n)
	case KindBlock:
		BlockTraits.Fill(e.block[:], n)
	}
}

func (e *Expectation) hash(kind Kind) uint64 {
	switch kind {
	case KindPosition:
		return PositionTraits.Hash(&e.position[0])
	case KindVelocity:
		return VelocityTraits.Hash(&e.velocity[0])
	case KindMass:
		return MassTraits.Hash(&e.mass[0])
	case KindTransform:
		return TransformTraits.Hash(&e.transform[0])
	case KindInventory:
		return InventoryTraits.Hash(&e.inventory[0])
	case KindBones:
		return BonesTraits.Hash(&e.bones[0])
	case KindWord:
		return WordTraits.Hash(&e.word[0])
	case KindPair:
		return PairTraits.Hash(&e.pair[0])
	case KindQuad:
		return QuadTraits.Hash(&e.quad[0])
	default:
		return BlockTraits.Hash(&e.block[0])
	}
}

// contains tells whether set has all that is required; both are ascending.
func contains(set, required []Component) bool {
	at := 0
	for _, c := range required {
		for at < len(set) && set[at] < c {
			at++
		}
		if at == len(set) || set[at] != c {
			return false
		}
	}
	return true
}
