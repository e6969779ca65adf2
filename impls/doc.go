// Package impls is the one interface between what is measured and what is done
// to it.
//
// A scenario is written once against [World]; an [Implementation] opens worlds
// and owns its loops, written the way its own users would write them. The rule
// for the interface is seed 002's lesson: dispatch of iterations, not iteration
// of dispatches. Every call works on a slice of entities or on all members of a
// system, so the dynamic call is paid once for a pass and never for an entity.
//
// What all implementations share is the vocabulary: the component types
// ([Kind]) with their initial values, and the work of systems ([Kernel]).
// Initial values and kernels are chosen such that the state of every entity
// after any number of updates is known in closed form and exact in float32;
// that is how each measured sample is verified without running a second world
// beside it.
//
// To add an implementation, write a folder with a variable of type
// [Implementation] and add it to the list in impls/registry; package
// impls/conformance then tells whether it does the same work as the others.
package impls
