package kernel

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A State is the components of an entity and their values.
type State struct {
	Types  []Type            // of the world
	Set    []Component       // ascending
	Values map[Component]any // pointers to values of the Go types of the shapes
}

// Hash returns the hash that a world must report for the entity.
func (s State) Hash() uint64 { return EntityHash(s.Sum()) }

// Sum returns the contribution of the components to the hash.
func (s State) Sum() (sum uint64) {
	for _, c := range s.Set {
		sum += ComponentHash(c, s.Types[c].Of().Hash(reflect.ValueOf(s.Values[c]).UnsafePointer()))
	}
	return sum
}

// Clone returns a deep copy.
func (s State) Clone() State {
	s.Set, s.Values = slices.Clone(s.Set), maps.Clone(s.Values)
	for c, v := range s.Values {
		own := reflect.New(s.Types[c].Of().Go)
		own.Elem().Set(reflect.ValueOf(v).Elem())
		s.Values[c] = own.Interface()
	}
	return s
}

// Run runs a kernel if the entity matches, and reports whether it matches.
func (s State) Run(k ID, dt float32) bool {
	of := k.Get()
	if k == Idle || !of.Matches(s.Set) {
		return false
	}
	parameters := make([]any, len(of.Needs))
	for i, c := range of.Needs {
		parameters[i] = s.Values[c]
	}
	of.Apply(parameters, dt)
	return true
}

// State returns the state with the hash [Expectation.Hash].
func (e *Expectation) State(set []Component, n uint32, ran ...Ran) State {
	e.Hash(set, n, ran...)
	s := State{Types: e.types, Set: set, Values: make(map[Component]any)}
	for _, c := range set {
		s.Values[c] = e.pointers[c]
	}
	return s.Clone()
}

// mostNamed limits the component types that Names lists.
const mostNamed = 5

// Names lists component types for messages: "position, velocity"; of many the first ones and
// the last.
func Names(types []Type, set []Component) string {
	if len(set) == 0 {
		return "nothing"
	}
	var names []string
	for i, c := range set {
		if len(set) > mostNamed && i == mostNamed-2 {
			names = append(names, "...")
		}
		if len(set) <= mostNamed || i < mostNamed-2 || i == len(set)-1 {
			names = append(names, types[c].Name)
		}
	}
	return strings.Join(names, ", ")
}
