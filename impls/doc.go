// Package impls is the one interface between what is measured and what is done
// to it.
//
// A scenario is written once against [World]; an [Implementation] opens worlds
// and owns its loops, written the way its own users would write them. The rule
// for the interface is seed 002's lesson: dispatch of iterations, not iteration
// of dispatches. Every call works on a [Roster] of entities or on all members
// of a system, so the dynamic call is paid once for a pass and never for an
// entity.
//
// The interface is small, so that a library implements what it has in its own
// idiom: entities stay in its own handles, and what goes beyond creating,
// running and clearing is in further interfaces. How it is called, entity by
// entity or otherwise, is part of what is measured ([Call]).
//
// The work itself, component types and kernels, is in package kernel.
//
// To add an implementation, write a folder with a variable of type
// [Implementation] and add it to the list in impls/registry, whose tests then
// tell whether it does the same work as the others, by package impls/conformance.
package impls
