package kernel

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/ecsbench/ecsbench/ecs"
)

// A Ran says how often a kernel has run over an entity.
type Ran struct {
	Kernel ID
	Times  int // at most MaxRuns
}

// An Expectation computes what the state of entities must be. It keeps the
// values it works on, because they would be allocated anew for each entity.
type Expectation struct {
	types    []Type
	values   []unsafe.Pointer // by component; made when first needed
	pointers []any            // the same as typed pointers
}

// Expect returns an Expectation for worlds with these component types.
func Expect(types []Type) *Expectation {
	return &Expectation{types: types, values: make([]unsafe.Pointer, len(types)), pointers: make([]any, len(types))}
}

// Hash returns the hash of an entity that was created with the set and the
// initial values numbered n, and over which the kernels have run since, tick
// by tick in this order. Kernels that the entity does not satisfy have no
// effect.
//
// The state is computed in closed form, which costs the same for one tick and
// for a hundred thousand.
func (e *Expectation) Hash(set []Component, n uint32, ran ...Ran) uint64 {
	for _, c := range set {
		e.types[c].Of().Init(e.value(c), n)
	}
	for _, r := range ran {
		if k := r.Kernel.Get(); r.Times > 0 && k.closed != nil && k.Matches(set) {
			e.run(k, DeltaTime*float32(r.Times))
		}
	}
	var sum uint64
	for _, c := range set {
		sum += ComponentHash(c, e.types[c].Of().Hash(e.value(c)))
	}
	return EntityHash(sum)
}

// Glance returns the [Position.Glance] of such an entity, 0 if it has no
// Position.
func (e *Expectation) Glance(set []Component, n uint32, ran ...Ran) uint64 {
	if !slices.Contains(set, PositionID) {
		return 0
	}
	e.Hash(set, n, ran...)
	return (*Position)(e.value(PositionID)).Glance()
}

// Matches tells whether entities with this set of components, in ascending
// order, are worked on.
func (k Kernel) Matches(set []Component) bool {
	return Has(set, k.Needs) && !slices.ContainsFunc(k.Without, func(c Component) bool { return slices.Contains(set, c) })
}

func (e *Expectation) value(c Component) unsafe.Pointer {
	if e.values[c] == nil {
		p := reflect.New(e.types[c].Of().Go)
		e.values[c], e.pointers[c] = p.UnsafePointer(), p.Interface()
	}
	return e.values[c]
}

func (e *Expectation) run(k Kernel, elapsed float32) {
	var parameters [5]any
	for i, c := range k.Needs {
		parameters[i] = e.pointers[c]
	}
	k.closed(parameters[:len(k.Needs)], elapsed)
}

// EntityHash makes the hash of an entity: start with 0, add [ComponentHash] of
// each component, in any order, and finish with this.
func EntityHash(sum uint64) uint64 { return ecs.Mix(sum) }

// ComponentHash is what a component with this hash of its value contributes
// to the sum of its entity.
func ComponentHash(c Component, value uint64) uint64 { return ecs.Mix(value ^ ecs.Salt(c)) }

// Has tells whether set has all that is required; both are ascending.
func Has(set, required []Component) bool {
	at := 0
	for _, c := range required {
		for at < len(set) && set[at] < c {
			at++
		}
		if at == len(set) || set[at] != c {
			return false
		}
	}
	return true
}
