package kernel

import (
	"reflect"
	"slices"
	"unsafe"
)

// A Ran is the number of runs of a kernel over an entity.
type Ran struct {
	Kernel ID
	Times  int // at most MaxRuns
}

// An Expectation computes the expected state of entities. It reuses its values to avoid
// allocations.
type Expectation struct {
	types    []Type
	values   []unsafe.Pointer // by component; created on first use
	pointers []any            // the same as typed pointers
}

// Expect returns an Expectation for worlds with these component types.
func Expect(types []Type) *Expectation {
	return &Expectation{types: types, values: make([]unsafe.Pointer, len(types)), pointers: make([]any, len(types))}
}

// Hash returns the hash of an entity that was created with the set and the initial values
// numbered n, after the kernels have run, tick by tick in this order. Kernels that do not match
// the entity have no effect. The closed form costs the same for any number of ticks.
func (e *Expectation) Hash(set []Component, n uint32, ran ...Ran) uint64 {
	return e.Alike(set, ran...).Hash(n)
}

// Alike is the Expectation of entities that differ only in the number of their initial values.
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

// Alike computes the expected state of entities with the same components and runs, see
// [Expectation.Alike].
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

// Hash is [Expectation.Hash] for initial values numbered n.
func (a *Alike) Hash(n uint32) uint64 {
	a.compute(n)
	var sum uint64
	for i := range a.cells {
		c := &a.cells[i]
		sum += ComponentHash(c.component, c.shape.Hash(c.value))
	}
	return EntityHash(sum)
}

// Glance returns the [Glance] of a component, 0 if the entities lack it.
func (a *Alike) Glance(c Component, n uint32) uint64 {
	at := slices.IndexFunc(a.cells, func(one cell) bool { return one.component == c })
	if at < 0 {
		return 0
	}
	a.compute(n)
	return GlanceAt(a.cells[at].value, a.cells[at].shape.Go.Size())
}

// compute computes the values of an entity.
func (a *Alike) compute(n uint32) {
	for i := range a.cells {
		a.cells[i].shape.Init(a.cells[i].value, n)
	}
	for i := range a.runs {
		a.runs[i].closed(a.runs[i].parameters, a.runs[i].elapsed)
	}
}

// Matches reports whether the kernel works on entities with this set of components, in
// ascending order.
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

// EntityHash returns the hash of an entity from the sum of the [ComponentHash] of each
// component.
func EntityHash(sum uint64) uint64 { return Mix(sum) }

// ComponentHash returns the contribution of a component value with this hash to the sum of its
// entity.
func ComponentHash(c Component, value uint64) uint64 { return Mix(value ^ Salt(c)) }

// Has reports whether set contains required; both are ascending.
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
