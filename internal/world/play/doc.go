// Package play builds the programs of a world and runs them: fresh processes,
// libraries in random order, every final state compared with the reference.
//
// A [Build] turns generated sources into a program in the user's cache folder; a
// world that has not changed is not built again. A [Session] runs programs and
// keeps what they measured.
package play
