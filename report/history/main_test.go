package history_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage lie for longer: collecting what is left of so many made-up
// commits takes a third of the time of the tests.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
