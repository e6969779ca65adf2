package kernel

import "slices"

// Most is how many components the largest kernel needs.
const Most = 10

// Sets lists the sets of components that entities are created with by typed code:
// those that kernels need, each once. Each is in ascending order.
func Sets() [][]Component {
	var sets [][]Component
	for _, k := range declared {
		if !slices.ContainsFunc(sets, func(s []Component) bool { return slices.Equal(s, k.Needs) }) {
			sets = append(sets, k.Needs)
		}
	}
	return sets
}

// NumberOf returns the index of a set of components in [Sets], -1 if it is not
// there.
func NumberOf(set []Component) int {
	return slices.IndexFunc(Sets(), func(s []Component) bool { return slices.Equal(s, set) })
}
