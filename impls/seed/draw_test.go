package seed_test

import "pgregory.net/rapid"

// The tests draw indices and not the elements themselves: all that is drawn are
// numbers and lists of them, since the compiler would write all of rapid's
// generators anew for each other type.

// one draws an element of a list.
func one[T any](t *rapid.T, list []T, what string) T { return list[index(list).Draw(t, what)] }

// some draws from least to most elements of a list.
func some[T any](t *rapid.T, list []T, least, most int, what string) []T {
	return at(list, rapid.SliceOfN(index(list), least, most).Draw(t, what))
}

func index[T any](list []T) *rapid.Generator[int] { return rapid.IntRange(0, len(list)-1) }

func at[T any](list []T, indices []int) []T {
	elements := make([]T, len(indices))
	for i, at := range indices {
		elements[i] = list[at]
	}
	return elements
}
