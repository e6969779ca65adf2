package seed_test

import "runtime/debug"

// Garbage lies for longer in tests: they open thousands of small worlds, and collecting
// what is left of them takes a fifth of their time.
var _ = debug.SetGCPercent(400)
