package kernel

import (
	"fmt"
	"reflect"
	"strings"
)

// Explain returns what a live entity with this hash should be. An implementation reports only hashes
// of entities.
func Explain(want State, got uint64) string {
	return fmt.Sprintf("its hash is %#x, want %#x; it must be %s", got, want.Hash(), written(want))
}

// FirstMismatch returns an error for the first entity with a wrong hash, or nil. All entities
// have the same components, began with the initial values that number numbers, and were
// processed by the same kernels.
func FirstMismatch(e *Expectation, set []Component, ran []Ran, got []uint64, number func(i int) uint32) error {
	alike := e.Alike(set, ran...)
	for i, hash := range got {
		if hash == alike.Hash(number(i)) {
			continue
		}
		want := e.State(set, number(i), ran...)
		who := fmt.Sprintf("entity %d of %d (%s)", i+1, len(got), Names(want.Types, set))
		if hash == 0 {
			return fmt.Errorf("%s is not alive by the handle that Spawn wrote to the handles", who)
		}
		return fmt.Errorf("%s: %s", who, Explain(want, hash))
	}
	return nil
}

// name is the Go type of a component type, if it has its own.
func name(t Type) string {
	if t.ID < FirstFiller {
		return t.Of().Go.Name()
	}
	return t.Name
}

// written formats a state in Go's notation and shortens long text.
func written(s State) string {
	const most = 200
	var parts []string
	for _, c := range s.Set {
		parts = append(parts, fmt.Sprintf("%s%+v", name(s.Types[c]), reflect.ValueOf(s.Values[c]).Elem()))
	}
	text := strings.Join(parts, ", ")
	if len(text) > most {
		text = text[:most] + "..."
	}
	return text
}
