package kernel

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// An ID is the number of a kernel; [DriftID] and so on are generated.
type ID int

// Idle means no kernel: the system must only be kept up to date.
const Idle ID = 0

// A Kernel is the work of a system on one entity.
type Kernel struct {
	Name    string      // of its function
	Func    any         // func(*A, *B, ..., dt float32)
	Needs   []Component // types of the parameters, ascending
	Writes  []Component // changed components of Needs
	Without []Component // entities with one of these are skipped
	Closed  string      // name of the function of the closed form; Name if many runs equal one run of the same total time

	apply  func(components []any, dt float32)
	closed func(components []any, elapsed float32)
}

// All lists the kernels. The kernel with ID i is All()[i-1].
func All() []Kernel { return declared }

// Get returns the kernel; the zero Kernel for [Idle].
func (k ID) Get() Kernel {
	if k == Idle {
		return Kernel{}
	}
	return declared[k-1]
}

// Needing returns the first kernel that needs exactly these components (ascending), [Idle]
// if none.
func Needing(set []Component) ID {
	return ID(1 + slices.IndexFunc(declared, func(k Kernel) bool { return slices.Equal(k.Needs, set) }))
}

// String returns the name of the kernel's function.
func (k ID) String() string {
	if k == Idle {
		return "Idle"
	}
	return declared[k-1].Name
}

// Apply runs the kernel over one entity: pointers to components, in the order of Needs. It is
// slow and for tests.
func (k Kernel) Apply(components []any, dt float32) { k.apply(components, dt) }

func (k Kernel) writes(cs ...Component) Kernel {
	k.Writes = cs
	return k
}

func (k Kernel) without(cs ...Component) Kernel {
	k.Without = cs
	return k
}

// becoming sets the closed form: the components after running for a given time.
func (k Kernel) becoming(closed Kernel) Kernel {
	k.closed, k.Closed = closed.apply, closed.Name
	return k
}

func declare(f any, apply func([]any, float32)) Kernel {
	k := Kernel{Func: f, apply: apply, closed: apply}
	of := reflect.TypeOf(f)
	for i := range of.NumIn() - 1 {
		k.Needs = append(k.Needs, numberOf(of.In(i).Elem()))
	}
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	k.Name = name[strings.LastIndexByte(name, '.')+1:]
	k.Closed = k.Name
	return k
}

func numberOf(goType reflect.Type) Component {
	return Component(slices.IndexFunc(shapes, func(s Shape) bool { return s.Go == goType }))
}

func of1[A any](f func(*A, float32)) Kernel {
	return declare(f, func(v []any, dt float32) { f(v[0].(*A), dt) })
}

func of2[A, B any](f func(*A, *B, float32)) Kernel {
	return declare(f, func(v []any, dt float32) { f(v[0].(*A), v[1].(*B), dt) })
}

func of3[A, B, C any](f func(*A, *B, *C, float32)) Kernel {
	return declare(f, func(v []any, dt float32) { f(v[0].(*A), v[1].(*B), v[2].(*C), dt) })
}

func of4[A, B, C, D any](f func(*A, *B, *C, *D, float32)) Kernel {
	return declare(f, func(v []any, dt float32) { f(v[0].(*A), v[1].(*B), v[2].(*C), v[3].(*D), dt) })
}

func of5[A, B, C, D, E any](f func(*A, *B, *C, *D, *E, float32)) Kernel {
	return declare(f, func(v []any, dt float32) { f(v[0].(*A), v[1].(*B), v[2].(*C), v[3].(*D), v[4].(*E), dt) })
}

func of6[A, B, C, D, E, F any](f func(*A, *B, *C, *D, *E, *F, float32)) Kernel {
	return declare(f, func(v []any, dt float32) {
		f(v[0].(*A), v[1].(*B), v[2].(*C), v[3].(*D), v[4].(*E), v[5].(*F), dt)
	})
}

func of7[A, B, C, D, E, F, G any](f func(*A, *B, *C, *D, *E, *F, *G, float32)) Kernel {
	return declare(f, func(v []any, dt float32) {
		f(v[0].(*A), v[1].(*B), v[2].(*C), v[3].(*D), v[4].(*E), v[5].(*F), v[6].(*G), dt)
	})
}

func of8[A, B, C, D, E, F, G, H any](f func(*A, *B, *C, *D, *E, *F, *G, *H, float32)) Kernel {
	return declare(f, func(v []any, dt float32) {
		f(v[0].(*A), v[1].(*B), v[2].(*C), v[3].(*D), v[4].(*E), v[5].(*F), v[6].(*G), v[7].(*H), dt)
	})
}

func of9[A, B, C, D, E, F, G, H, I any](f func(*A, *B, *C, *D, *E, *F, *G, *H, *I, float32)) Kernel {
	return declare(f, func(v []any, dt float32) {
		f(v[0].(*A), v[1].(*B), v[2].(*C), v[3].(*D), v[4].(*E), v[5].(*F), v[6].(*G), v[7].(*H), v[8].(*I), dt)
	})
}

func of10[A, B, C, D, E, F, G, H, I, J any](f func(*A, *B, *C, *D, *E, *F, *G, *H, *I, *J, float32)) Kernel {
	return declare(f, func(v []any, dt float32) {
		f(v[0].(*A), v[1].(*B), v[2].(*C), v[3].(*D), v[4].(*E), v[5].(*F), v[6].(*G), v[7].(*H), v[8].(*I), v[9].(*J), dt)
	})
}
