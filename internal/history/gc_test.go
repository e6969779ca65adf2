package history_test

import "runtime/debug"

// Garbage lies for longer in tests: collecting what is left of so many made-up commits
// takes a third of their time.
var _ = debug.SetGCPercent(400)
