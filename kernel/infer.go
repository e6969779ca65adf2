package kernel

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"reflect"
	"slices"
	"sync"
)

// infer searches for a state with this sum that differs from the wanted one by a single mistake.
func infer(want State, sum uint64) (found State, why string, ok bool) {
	for i := range want.Set { // only the first i components are left
		if s := keep(want, want.Set[:i]); s.Sum() == sum {
			return s, "", true
		}
	}
	rest := sum - want.Sum()
	for _, c := range want.Set { // another value
		if v, why := valueOf(want.Types[c], contribution(want, c)+rest); v != nil {
			return with(want, c, v), why, true
		}
	}
	for some := range subsets(want.Set) {
		lost, cleared := want, want
		for _, c := range some {
			lost, cleared = without(lost, c), with(cleared, c, reflect.New(want.Types[c].Of().Go).Interface())
		}
		if lost.Sum() == sum {
			return lost, "", true
		}
		if cleared.Sum() == sum {
			return cleared, neverSet, true
		}
	}
	for _, other := range want.Types { // one too many, or one for another
		if slices.Contains(want.Set, other.ID) {
			continue
		}
		if v, _ := valueOf(other, rest); v != nil {
			return with(want, other.ID, v), "", true
		}
		for _, c := range want.Set {
			if v, _ := valueOf(other, contribution(want, c)+rest); v != nil {
				return with(without(want, c), other.ID, v), "was one taken for the other?", true
			}
		}
	}
	s := State{Types: want.Types, Set: want.Set, Values: make(map[Component]any)}
	for n := range uint32(mostNumbers) { // all values anew
		for _, c := range want.Set {
			s.Values[c] = initial(want.Types[c].Of(), n)
		}
		if s.Sum() == sum {
			return s, numbered(n), true
		}
	}
	return State{}, "", false
}

const neverSet = "was it never set, or cleared?"

// mostChosen bounds the number of components for which all subsets are tested.
const mostChosen = 10

// subsets visits the subsets of a few components; it treats many components together.
func subsets(set []Component) iter.Seq[[]Component] {
	return func(yield func([]Component) bool) {
		if len(set) > mostChosen {
			yield(set)
			return
		}
		for chosen := range 1 << len(set) {
			var some []Component
			for i, c := range set {
				if chosen>>i&1 != 0 {
					some = append(some, c)
				}
			}
			if !yield(some) {
				return
			}
		}
	}
}

func numbered(n uint32) string {
	return fmt.Sprintf("these are the initial values numbered %d", n)
}

// contribution is the part of a component in the sum of a state.
func contribution(s State, c Component) uint64 {
	return keep(s, []Component{c}).Sum()
}

func keep(s State, set []Component) State {
	s.Set = set
	return s
}

func without(s State, c Component) State {
	return keep(s, slices.DeleteFunc(slices.Clone(s.Set), func(have Component) bool { return have == c }))
}

func with(s State, c Component, value any) State {
	s.Values = maps.Clone(s.Values)
	s.Values[c] = value
	if !slices.Contains(s.Set, c) {
		s.Set = append(slices.Clone(s.Set), c)
		slices.Sort(s.Set)
	}
	return s
}

func initial(shape *Shape, n uint32) any {
	v := reflect.New(shape.Go)
	shape.Init(v.UnsafePointer(), n)
	return v.Interface()
}

// valueOf returns a pointer to the value of a component type that has this contribution, and a
// comment on it; nil if no likely value has it.
func valueOf(t Type, contribution uint64) (value any, why string) {
	hash := unmix(contribution) ^ Salt(t.ID)
	shape := t.Of()
	v := reflect.New(shape.Go)
	if shape.Hash(v.UnsafePointer()) == hash {
		return v.Interface(), neverSet
	}
	if n, ok := initials()[t.Shape][hash]; ok {
		return initial(shape, n), numbered(n)
	}
	if words := shape.Go.Size() / 4; words != 1 && words != 2 || shape.Pointers {
		return nil, ""
	} else if words == 1 {
		*(*uint32)(v.UnsafePointer()) = uint32(hash)
	} else {
		*(*[2]uint32)(v.UnsafePointer()) = [2]uint32{uint32(hash >> 32), uint32(hash)}
	}
	if shape.Hash(v.UnsafePointer()) != hash || !likely(v.Elem()) {
		return nil, ""
	}
	return v.Interface(), ""
}

// likely reports whether a value is plausible: kernels make floats that are small multiples of
// 1/256. Random bits nearly never are.
func likely(v reflect.Value) bool {
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() != reflect.Float32 {
			return false // integers are only ever initial values
		}
		if x := 256 * f.Float(); math.Abs(x) >= 1<<25 || x != math.Trunc(x) || x != 0 && math.Abs(x) < 1 {
			return false
		}
	}
	return true
}

// mostNumbers bounds the initial values that are searched.
const mostNumbers = 1 << 12

// initials maps a shape and a hash to the initial value that has them.
var initials = sync.OnceValue(func() map[ShapeID]map[uint64]uint32 {
	of := make(map[ShapeID]map[uint64]uint32)
	for id, shape := range Shapes() {
		numbers := make(map[uint64]uint32)
		for n := range uint32(mostNumbers) {
			hash := shape.Hash(reflect.ValueOf(initial(&shape, n)).UnsafePointer())
			if _, known := numbers[hash]; !known {
				numbers[hash] = n
			}
		}
		of[ShapeID(id)] = numbers
	}
	return of
})

// unmix inverts [Mix] step by step. It inverts a shift by further shifts, and a product by the
// inverse of the factor modulo 2^64.
func unmix(x uint64) uint64 {
	x ^= x>>31 ^ x>>62
	x *= 0x319642b2d24d8ec3
	x ^= x>>27 ^ x>>54
	x *= 0x96de1b173f119089
	x ^= x>>30 ^ x>>60
	return x - 0x9e3779b97f4a7c15
}
