package export_test

import "runtime/debug"

// Garbage lies for longer in tests: collecting what is left of so many rows takes a
// quarter of their time.
var _ = debug.SetGCPercent(400)
