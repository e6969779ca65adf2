// Package instructions compares the work of two sides: how many instructions an
// operation executes.
//
// A count does not know of neighbours, clocks or the places of functions, so
// that a change of 1% of the work is seen on any machine in seconds. Nor does it
// know what an instruction costs: misses in caches, mispredicted branches,
// dependencies. It is a witness beside time and not in its place.
//
//  1. A [Count] runs a benchmark for so many operations in processes that are
//     counted (package cachegrind), with one processor and without garbage
//     collection, and takes what is no operation out. Where that cannot be left
//     out, [Lengths] counts two lengths of the same benchmark: their difference
//     has no start-up in it, nor set-up, unless that grows with the number of
//     operations, as what a benchmark does while its clock is stopped.
//  2. [Compare] counts both sides.
//  3. It repeats that until the change is known to a tenth of a percent, or as
//     often as pays. Programs whose work is the same in every process need two
//     repetitions; Go seeds the hash functions of maps at random, which makes
//     some counts differ by a percent from process to process.
//  4. What differs is broken down to functions (growth.go).
package instructions
