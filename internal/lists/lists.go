// Package lists has the loops over slices that package slices lacks. All return new slices,
// or nil for no elements.
package lists

import (
	"cmp"
	"slices"
	"strings"
)

// Map returns what f returns for each element.
func Map[T, R any](list []T, f func(T) R) (all []R) {
	for _, v := range list {
		all = append(all, f(v))
	}
	return all
}

// Filter returns the elements to keep.
func Filter[T any](list []T, keep func(T) bool) (kept []T) {
	for _, v := range list {
		if keep(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// First returns the first element for which is is true, the zero value if there is none.
func First[T any](list []T, is func(T) bool) (first T) {
	if at := slices.IndexFunc(list, is); at >= 0 {
		first = list[at]
	}
	return first
}

// Count returns the number of elements for which is is true.
func Count[T any](list []T, is func(T) bool) (n int) {
	for _, v := range list {
		if is(v) {
			n++
		}
	}
	return n
}

// Add appends those of more that the list lacks.
func Add[T comparable](list []T, more ...T) []T {
	for _, v := range more {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Join joins the texts that are not empty.
func Join(separator string, texts ...string) string {
	return strings.Join(Filter(texts, func(s string) bool { return s != "" }), separator)
}

// Order returns the indices of the elements in ascending order of these.
func Order[T cmp.Ordered](list []T) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(list[i], list[j]) })
	return order
}

// Groups has one value for each key, in the order in which the keys were first asked for.
type Groups[K comparable, V any] struct {
	List []V
	at   map[K]int
}

// Of returns the value of a key, and whether it is new. The pointer is valid until the next
// call.
func (g *Groups[K, V]) Of(key K) (value *V, fresh bool) {
	at, known := g.at[key]
	if !known {
		if g.at == nil {
			g.at = make(map[K]int)
		}
		at = len(g.List)
		g.at[key] = at
		g.List = append(g.List, *new(V))
	}
	return &g.List[at], !known
}
