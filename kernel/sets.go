package kernel

import (
	"math/rand/v2"
	"slices"
)

// Most is the largest number of components of a kernel.
const Most = 10

// Of returns the kernel that works on the first so many components of Position, Velocity, Mass,
// Heading, Force, Stats, Skills, Team, Target and Effects; Idle if there is none.
func Of(components int) ID {
	if components < 1 || components > Most {
		return Idle
	}
	return [Most + 1]ID{
		1: DriftID, MoveID, MoveByMassID, SteerID, PushID,
		Push6ID, Push7ID, Push8ID, Push9ID, Push10ID,
	}[components]
}

// presence is the probability that a kind has a component which the systems of mixed use.
var presence = []float64{
	PositionID:  0.9,
	VelocityID:  0.5,
	MassID:      0.3,
	TransformID: 0.5,
	InventoryID: 0.15,
	BonesID:     0.2,
}

// Kinds draws the component sets of n kinds of entities in a world of so many types: each has
// some components that systems use, and up to six others.
func Kinds(draw *rand.Rand, n, types int) [][]Component {
	kinds := make([][]Component, n)
	for i := range kinds {
		for c, p := range presence {
			if draw.Float64() < p {
				kinds[i] = append(kinds[i], Component(c))
			}
		}
		if first := len(presence); types > first {
			kinds[i] = append(kinds[i], DrawSet(draw, draw.IntN(7), first, types)...)
		}
		if len(kinds[i]) == 0 {
			kinds[i] = append(kinds[i], PositionID)
		}
	}
	return kinds
}

// DrawSet draws n different components from low to high-1, ascending.
func DrawSet(draw *rand.Rand, n, low, high int) []Component {
	n = min(n, high-low)
	set := make([]Component, 0, n)
	for len(set) < n {
		c := Component(low + draw.IntN(high-low))
		if !slices.Contains(set, c) {
			set = append(set, c)
		}
	}
	slices.Sort(set)
	return set
}
