package kernel

import "slices"

// Most is the largest number of components of a kernel.
const Most = 10

// Sets lists the component sets of typed creation: those that kernels need, without duplicates,
// each ascending.
func Sets() [][]Component {
	var sets [][]Component
	for _, k := range declared {
		if !slices.ContainsFunc(sets, func(s []Component) bool { return slices.Equal(s, k.Needs) }) {
			sets = append(sets, k.Needs)
		}
	}
	return sets
}

// NumberOf returns the index of a set in [Sets], -1 if it is not there.
func NumberOf(set []Component) int {
	return slices.IndexFunc(Sets(), func(s []Component) bool { return slices.Equal(s, set) })
}
