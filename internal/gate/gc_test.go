package gate_test

import "runtime/debug"

// Garbage lies for longer in tests: they judge thousands of small made-up runs, and
// collecting what is left of them takes a sixth of their time.
var _ = debug.SetGCPercent(400)
