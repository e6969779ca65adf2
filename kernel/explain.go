package kernel

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Suspect is a state that a mistake leads to.
type Suspect struct {
	State State
	Why   string // what the mistake looks like: "did Move run twice?"
}

// Explain returns how a live entity with this hash differs from the wanted state:
// "Position.X is 0.03125, want 0.015625: did Move run twice?"
//
// An implementation reports only hashes of entities. Explain compares the hash with those of the
// suspects. Without a match it prints both hashes and the wanted state.
func Explain(want State, got uint64, suspects ...Suspect) string {
	for _, s := range suspects {
		if s.State.Hash() == got {
			return differences(want, s.State) + because(s.Why)
		}
	}
	if got == want.Sum() {
		return "its Hash is the sum over its components without kernel.EntityHash, which finishes it"
	}
	return fmt.Sprintf("its hash is %#x, want %#x; it must be %s", got, want.Hash(), written(want))
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
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
		suspects := runs(e, set, number(i), ran)
		for other := range got {
			if other != i && alike.Hash(number(other)) == hash {
				suspects = append(suspects, Suspect{e.State(set, number(other), ran...), fmt.Sprintf("this is the state of entity %d; was it moved without an update of its place?", other+1)})
			}
		}
		return fmt.Errorf("%s: %s", who, Explain(want, hash, suspects...))
	}
	return nil
}

// runs are the suspects whose kernels have run too often or too rarely.
func runs(e *Expectation, set []Component, n uint32, ran []Ran) []Suspect {
	var list []Suspect
	for i, r := range ran {
		for _, times := range []int{0, r.Times - 1, r.Times + 1, r.Times / 2, 2 * r.Times} {
			if times < 0 || times == r.Times {
				continue
			}
			wrong := slices.Clone(ran)
			wrong[i].Times = times
			list = append(list, Suspect{e.State(set, n, wrong...), instead(r.Kernel, times, r.Times)})
		}
	}
	return list
}

func instead(k ID, times, of int) string {
	switch {
	case times == 0:
		return fmt.Sprintf("did %v not run over it?", k)
	case times == 2 && of == 1:
		return fmt.Sprintf("did %v run over it twice?", k)
	}
	return fmt.Sprintf("did %v run over it %d times instead of %d?", k, times, of)
}

// mostSaid bounds how many differences a sentence lists.
const mostSaid = 3

// differences lists what two states differ in.
func differences(want, found State) string {
	var list []string
	for _, c := range found.Set {
		if !slices.Contains(want.Set, c) {
			list = append(list, fmt.Sprintf("it has %s, which it must not have", want.Types[c].Name))
		}
	}
	for _, c := range want.Set {
		if !slices.Contains(found.Set, c) {
			list = append(list, "it lacks "+want.Types[c].Name)
			continue
		}
		list = append(list, fields(name(want.Types[c]), reflect.ValueOf(found.Values[c]).Elem(), reflect.ValueOf(want.Values[c]).Elem())...)
	}
	if more := len(list) - mostSaid; more > 0 {
		list = append(list[:mostSaid], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}

// fields lists the fields, or elements, in which two values of a type differ.
func fields(path string, found, want reflect.Value) (list []string) {
	switch {
	case found.Equal(want):
	case found.Kind() == reflect.Struct:
		for i := range found.NumField() {
			list = append(list, fields(path+"."+found.Type().Field(i).Name, found.Field(i), want.Field(i))...)
		}
	case found.Kind() == reflect.Array:
		for i := range found.Len() {
			list = append(list, fields(fmt.Sprintf("%s[%d]", path, i), found.Index(i), want.Index(i))...)
		}
	case found.Kind() == reflect.Pointer && !found.IsNil() && !want.IsNil():
		list = []string{fmt.Sprintf("%s is a pointer to %v, want to %v", path, found.Elem(), want.Elem())}
	case found.Kind() == reflect.String:
		list = []string{fmt.Sprintf("%s is %q, want %q", path, found, want)}
	default:
		list = []string{fmt.Sprintf("%s is %v, want %v", path, found, want)}
	}
	return list
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
