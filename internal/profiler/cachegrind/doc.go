// Package cachegrind counts executed instructions and simulated cache misses with valgrind's
// cachegrind.
//
//  1. [Find] looks for valgrind.
//  2. [Arguments] are put before a program, with an environment that has
//     [Deterministic] in it.
//  3. [Read] reads what was counted: by function and by line.
//
// A count covers a whole process. The cost of a part is the difference of two processes with
// and without it.
package cachegrind
