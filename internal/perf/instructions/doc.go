// Package instructions counts the instructions of processes, and names the functions and source
// lines of counts and of profiles.
//
// Valgrind's cachegrind counts the instructions of a process and simulates its caches.
//
// A count is of a whole process. The cost of a part is the difference of two processes
// that are equal except for that part.
//
// [Compare] compares how many instructions an operation of two sides executes.
// Neighbours, clocks and the places of functions do not change a count, so a change of 1%
// is detected on any machine in seconds. A count does not contain what an instruction
// costs: cache misses, mispredicted branches, dependencies. It confirms a time and never
// replaces it.
//
// A [Count] runs a benchmark for a number of operations in counted processes, with one processor
// and without garbage collection, and subtracts what is no operation. If that cannot be left out,
// [Lengths] counts two lengths of the same benchmark. Their difference contains no start-up, and no
// set-up unless it grows with the number of operations.
package instructions
