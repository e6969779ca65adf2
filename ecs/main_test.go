package ecs_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage lie for longer: the tests open thousands of small worlds, and
// collecting what is left of them takes a fifth of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
