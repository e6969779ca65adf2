// Package impls is the interface between implementations and scenarios.
//
// A scenario is written once against [World]. An [Implementation] opens worlds and has its own
// loops, in the style of its users. Every call works on [Handles] or on all entities of a
// system. So the dynamic call is paid once per pass, never per entity.
//
// The interface is small, so an implementation uses its own idiom and its own handles. Only creating,
// running and clearing are required; the rest is in further interfaces. Results depend on how
// the caller works with entities ([results.AccessMode]).
//
// [Model] is the slow reference implementation. [Check] compares a world with it: a
// [Machine] drives both through the same operations and compares the results. Package
// conformance does this in tests.
//
// The work itself, component types and kernels, is in package kernel.
//
// To add an implementation, write a folder with a variable of type
// [Implementation] and add it to the list in impls/registry. The tests of that package
// compare its work with that of the others (package conformance).
//
// Loops over slices that several implementations run are in this package, too: plain
// (package soa), unrolled (unrolled.go.tmpl), and with vector instructions (loops.go, simd.go and the assembly).
package impls
