package kernel

import "slices"

// widest is how many components the largest of [Sets] has.
const widest = 10

// Sets lists the sets of components that entities are created with by typed code:
// those that kernels need, each once, and those of 6 to 10 components, which are
// what [PushID] needs and the first fillers. Each is in ascending order.
func Sets() [][]Component {
	var sets [][]Component
	for _, k := range declared {
		if !slices.ContainsFunc(sets, func(s []Component) bool { return slices.Equal(s, k.Needs) }) {
			sets = append(sets, k.Needs)
		}
	}
	wide := slices.Clone(PushID.Get().Needs)
	for c := FirstFiller; len(wide) < widest; c++ {
		wide = append(wide, c)
		sets = append(sets, slices.Clone(wide))
	}
	return sets
}

// NumberOf returns the index of a set of components in [Sets], -1 if it is not
// there.
func NumberOf(set []Component) int {
	return slices.IndexFunc(Sets(), func(s []Component) bool { return slices.Equal(s, set) })
}
