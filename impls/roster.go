package impls

import "github.com/ecsbench/ecsbench/kernel"

// A Roster is a list of entities by the handles of the world that made it.
type Roster interface {
	Len() int
	// Slice returns a view of the handles i to j-1.
	Slice(i, j int) Roster
	// Pick returns a new roster whose i-th handle is the one that is at at[i],
	// or of no entity if that is negative.
	Pick(at []int) Roster
}

// Handles is the Roster of worlds whose handles are of the Go type H, and of
// which the zero H is of no entity. A world asserts it once a call:
// r.(Handles[H]).
type Handles[H any] []H

// Len is Roster.Len.
func (h Handles[H]) Len() int { return len(h) }

// Slice is Roster.Slice.
func (h Handles[H]) Slice(i, j int) Roster { return h[i:j:j] }

// Pick is Roster.Pick.
func (h Handles[H]) Pick(at []int) Roster {
	picked := make(Handles[H], len(at))
	for i, from := range at {
		if from >= 0 {
			picked[i] = h[from]
		}
	}
	return picked
}

// Hash is World.Hash for worlds that know what single entities have: alive tells
// whether there is one, and components adds the hash of each of its components.
func (h Handles[H]) Hash(dst []uint64, alive func(H) bool, components func(e H, add func(c kernel.Component, hash uint64))) {
	sum := uint64(0)
	add := func(c kernel.Component, hash uint64) { sum += kernel.ComponentHash(c, hash) }
	for i, e := range h {
		dst[i] = 0
		if alive(e) {
			sum = 0
			components(e, add)
			dst[i] = kernel.EntityHash(sum)
		}
	}
}
