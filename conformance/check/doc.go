// Package check tells whether an implementation does the work that
// impls.World describes. Package conformance runs it as tests; this package
// itself needs nothing of testing, so a program can check what it is about to
// measure.
//
// The steps:
//
//  1. A [Model] keeps every entity as a map of values and runs kernels one by
//     one. It is too slow for anything but being obviously right.
//  2. A [Machine] drives a world and the model through the same operations,
//     which a [Source] chooses: a random generator, a fuzzer, or rapid. After
//     each it compares what both answer: counts, values, stale handles.
//  3. [World] runs machines from fixed seeds, and the fixed checks for
//     what chance would not reach: all 512 component types, the closed form of
//     long runs, the empty world and a million entities.
package check
