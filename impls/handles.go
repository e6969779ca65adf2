package impls

import "github.com/ecsbench/ecsbench/kernel"

// A Handles is a list of entities by the handles of the world that made it.
type Handles interface {
	Len() int
	// Slice returns a view of the handles i to j-1.
	Slice(i, j int) Handles
	// Pick returns new handles. The i-th is the one at at[i], or of no entity if at[i]
	// is negative.
	Pick(at []int) Handles
}

// HandlesOf is the Handles of worlds with handles of the Go type H. The zero H is no
// entity. A world asserts it once per call: r.(HandlesOf[H]).
type HandlesOf[H any] []H

// MakesHandles has World.Handles of worlds with handles of the Go type H. Worlds embed it.
type MakesHandles[H any] struct{}

// Handles is World.Handles.
func (MakesHandles[H]) Handles(n int) Handles { return make(HandlesOf[H], n) }

// Len is Handles.Len.
func (h HandlesOf[H]) Len() int { return len(h) }

// Slice is Handles.Slice.
func (h HandlesOf[H]) Slice(i, j int) Handles { return h[i:j:j] }

// Pick is Handles.Pick.
func (h HandlesOf[H]) Pick(at []int) Handles {
	picked := make(HandlesOf[H], len(at))
	for i, from := range at {
		if from >= 0 {
			picked[i] = h[from]
		}
	}
	return picked
}

// Hash is World.Hash for worlds with access to single entities: alive reports whether
// the entity lives, and components adds the hash of each of its components.
func (h HandlesOf[H]) Hash(dst []uint64, alive func(H) bool, components func(e H, add func(c kernel.Component, hash uint64))) {
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
