package impls

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
