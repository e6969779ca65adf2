package seed

import "slices"

// Reserve gives s the capacity for n elements in all.
func Reserve[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s
	}
	return slices.Grow(s, n-len(s))
}

// GrowTo lengthens s to n elements, the new ones zero; it never shortens it.
func GrowTo[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	return extend(s, n-len(s))
}

// extend lengthens s by n zero elements.
func extend[T any](s []T, n int) []T {
	old := len(s)
	s = slices.Grow(s, n)[:old+n]
	clear(s[old:])
	return s
}

// growFor makes room for n more elements at once: doubling would leave slack behind large
// batches.
func growFor[T any](s []T, n int) []T { return slices.Grow(s, n) }

// fillTo lengthens an index to n slots, the new ones absent.
func fillTo(index []uint32, n int) []uint32 {
	old := len(index)
	if n <= old {
		return index
	}
	index = slices.Grow(index, n-old)[:n]
	for i := range index[old:] {
		index[old+i] = absent
	}
	return index
}
