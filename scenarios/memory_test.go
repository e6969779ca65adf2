package scenarios_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Retained memory is repeatable to a few bytes.
func TestMemoryIsRepeatable(t *testing.T) {
	const n = 500
	var first float64
	for i := range 4 {
		values, err := openCase(t, "memory", "dense", n, 2).(scenarios.Measured).Measure()
		fixture.Check(t, err)
		if i == 0 {
			first = values[0].Value
		}
		if bytes := (values[0].Value - first) * n; bytes > 500 || bytes < -500 {
			t.Errorf("world %d retains %.0f bytes more than the first", i, bytes)
		}
	}
}
