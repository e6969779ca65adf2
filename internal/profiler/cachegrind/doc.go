// Package cachegrind counts the instructions that a program executes, and what
// they do to simulated caches, with the tool of that name of valgrind.
//
//  1. [Find] looks for valgrind.
//  2. [Arguments] are put before a program, with an environment that has
//     [Deterministic] in it.
//  3. [Read] reads what was counted: by function and by line.
//
// A count is of a whole process. What a part of it costs is the difference of
// two that are the same but for that part.
package cachegrind
