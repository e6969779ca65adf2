package folder_test

import "runtime/debug"

// Garbage lies for longer in tests: collecting what is left of so many reports takes a
// fifth of their time.
var _ = debug.SetGCPercent(400)
