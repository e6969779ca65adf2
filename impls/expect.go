package impls

// A Ran says how often a kernel has run over an entity.
type Ran struct {
	Kernel Kernel
	Times  int // at most MaxUpdates
}

// ExpectedHash returns what [World.Hash] must say of an entity that was
// spawned with the set and the initial values numbered n, and over which the
// kernels have run since, tick by tick in this order. Kernels whose components
// the entity lacks have no effect.
//
// The state is computed in closed form, which costs the same for one tick and
// for a hundred thousand.
func ExpectedHash(kinds []Kind, set []Component, n uint32, ran ...Ran) uint64 {
	var (
		position  [1]Position
		velocity  [1]Velocity
		mass      [1]Mass
		transform [1]Transform
		inventory [1]Inventory
		bones     [1]Bones
	)
	for _, c := range set {
		switch kinds[c] {
		case KindPosition:
			PositionTraits.Fill(position[:], n)
		case KindVelocity:
			VelocityTraits.Fill(velocity[:], n)
		case KindMass:
			MassTraits.Fill(mass[:], n)
		case KindTransform:
			TransformTraits.Fill(transform[:], n)
		case KindInventory:
			InventoryTraits.Fill(inventory[:], n)
		case KindBones:
			BonesTraits.Fill(bones[:], n)
		}
	}
	for _, r := range ran {
		if r.Times == 0 || !contains(set, r.Kernel.Requires()) {
			continue
		}
		times := DeltaTime * float32(r.Times)
		switch r.Kernel {
		case DriftPos:
			Drift(&position[0], times)
		case MovePos:
			Move(&position[0], &velocity[0], times)
		case MoveScaled:
			MoveByMass(&position[0], &velocity[0], &mass[0], times)
		case PlaceModel:
			Place(&position[0], &transform[0])
		case CountItems:
			inventory[0].Slots[0] += uint32(r.Times)
		case AnimateAll:
			Animate(&bones[0], times)
		}
	}
	var sum uint64
	for _, c := range set {
		var h uint64
		switch kinds[c] {
		case KindPosition:
			h = PositionTraits.Hash(&position[0])
		case KindVelocity:
			h = VelocityTraits.Hash(&velocity[0])
		case KindMass:
			h = MassTraits.Hash(&mass[0])
		case KindTransform:
			h = TransformTraits.Hash(&transform[0])
		case KindInventory:
			h = InventoryTraits.Hash(&inventory[0])
		case KindBones:
			h = BonesTraits.Hash(&bones[0])
		default:
			h = fillerHash(kinds[c], n)
		}
		sum += ComponentHash(c, h)
	}
	return EntityHash(sum)
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

// fillerHash hashes the initial value of a filler; no kernel changes these.
func fillerHash(kind Kind, n uint32) uint64 {
	switch kind {
	case KindWord:
		return initialHash(WordTraits.Fill, WordTraits.Hash, n)
	case KindPair:
		return initialHash(PairTraits.Fill, PairTraits.Hash, n)
	case KindQuad:
		return initialHash(QuadTraits.Fill, QuadTraits.Hash, n)
	default:
		return initialHash(BlockTraits.Fill, BlockTraits.Hash, n)
	}
}

func initialHash[T any](fill func([]T, uint32), hash func(*T) uint64, n uint32) uint64 {
	var v [1]T
	fill(v[:], n)
	return hash(&v[0])
}
