package gate_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage lie for longer: the tests judge thousands of small made-up
// runs, and collecting what is left of them takes a sixth of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
