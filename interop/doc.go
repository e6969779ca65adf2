// Package interop is a module of its own for tests that run the real programs
// which read what ecsbench writes, and the types that what is under
// scripts/scaleout has to be of. Nothing of it is in ecsbench.
package interop
