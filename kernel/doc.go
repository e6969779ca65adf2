// Package kernel declares the component types and the work of systems in one place.
//
// A component type ([Position], [Velocity], ...) is a Go type with two methods. Init sets the
// initial value numbered n, which differs between entities, so work on the wrong entity is
// detected. Hash distinguishes values. Types are numbered ([Types]): first those used by
// kernels, then fillers of 0 to 256 bytes, some with pointers. Libraries register components by
// Go type, so [Distinct] of them have their own Go type, although many share a [Shape].
//
// A kernel is one declaration in kernels.go: a function on pointers to components, the
// components that it writes and excludes, and a closed form of the components after any number
// of runs. Values and kernels are exact in float32, so each sample is verified without a second
// world ([Expect]).
//
// The program in the folder generate writes one loop per kernel, here and in every
// implementation, because Go does not inline functions called through values or type
// parameters.
//
// To add a kernel or a component type, add its declaration to kernels.go or
// components.go and run "go generate ./...".
package kernel

//go:generate go run ./generate
