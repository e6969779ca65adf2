package kernel

import (
	"reflect"
	"slices"
	"unsafe"
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
	return e.Alike(set, ran...).Hash(n)
}

// Alike is the Expectation of many entities that differ in the number of their
// initial values alone: what holds for all of them is looked up once.
func (e *Expectation) Alike(set []Component, ran ...Ran) *Alike {
	a := &Alike{}
	for _, c := range set {
		a.cells = append(a.cells, cell{c, e.types[c].Of(), e.value(c)})
	}
	for _, r := range ran {
		if k := r.Kernel.Get(); r.Times > 0 && k.closed != nil && k.Matches(set) {
			run := run{closed: k.closed, elapsed: DeltaTime * float32(r.Times)}
			for _, c := range k.Needs {
				run.parameters = append(run.parameters, e.pointers[c])
			}
			a.runs = append(a.runs, run)
		}
	}
	return a
}

// Alike computes what the state of entities must be that have the same
// components and over which the same kernels have run; see [Expectation.Alike].
type Alike struct {
	cells []cell
	runs  []run
}

type cell struct {
	component Component
	shape     *Shape
	value     unsafe.Pointer
}

type run struct {
	closed     func(components []any, elapsed float32)
	parameters []any
	elapsed    float32
}

// Hash is [Expectation.Hash] of the entity with the initial values numbered n.
func (a *Alike) Hash(n uint32) uint64 {
	a.become(n)
	var sum uint64
	for i := range a.cells {
		c := &a.cells[i]
		sum += ComponentHash(c.component, c.shape.Hash(c.value))
	}
	return EntityHash(sum)
}

// Glance returns the [Glance] of a component of such an entity, 0 if it has none.
func (a *Alike) Glance(c Component, n uint32) uint64 {
	at := slices.IndexFunc(a.cells, func(one cell) bool { return one.component == c })
	if at < 0 {
		return 0
	}
	a.become(n)
	return GlanceAt(a.cells[at].value, a.cells[at].shape.Go.Size())
}

// become gives the values those of an entity.
func (a *Alike) become(n uint32) {
	for i := range a.cells {
		a.cells[i].shape.Init(a.cells[i].value, n)
	}
	for i := range a.runs {
		a.runs[i].closed(a.runs[i].parameters, a.runs[i].elapsed)
	}
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

// EntityHash makes the hash of an entity: start with 0, add [ComponentHash] of
// each component, in any order, and finish with this.
func EntityHash(sum uint64) uint64 { return Mix(sum) }

// ComponentHash is what a component with this hash of its value contributes
// to the sum of its entity.
func ComponentHash(c Component, value uint64) uint64 { return Mix(value ^ Salt(c)) }

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
