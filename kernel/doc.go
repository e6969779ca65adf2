// Package kernel declares work in one place: the component types and the
// functions that systems run over them.
//
// A component type ([Position], [Velocity], ...) is a Go type with two methods.
// Init sets the initial value numbered n, which differs from entity to entity,
// so that work done on the wrong one shows. Hash tells values apart. Types are
// numbered ([Types]): those that kernels work on come first, then fillers of 0
// to 256 bytes, some with pointers. Libraries register component types by Go
// type, so [Distinct] of them are types of their own, however many share a
// [Shape].
//
// A kernel is one declaration in kernels.go: a function on pointers to
// components, what it writes and excludes, and what has become of the
// components after any number of runs, in closed form. Initial values and
// kernels are chosen such that this is exact in float32; that is how each
// measured sample is verified without a second world beside it ([Expect]).
//
// What the compiler needs as copies of their own is stamped out by the program
// in the folder stamp, here and in every implementation: a function called
// through a value or through a type parameter is never inlined, and would cost
// a call for every entity.
//
// To add a kernel or a component type, add its declaration to kernels.go or
// components.go and run "go generate ./...".
package kernel

//go:generate go run ./generate
