package cmd

import (
	"encoding/json"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

func TestLayoutOfTheWorkingTree(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/m\n\ngo 1.24\n")
	write(t, dir, "m_test.go", abBenchmarks)
	commitAll(t, dir)
	c := expect(t, dir, ExitOK, nil, "doctor", "--layout", "--rounds", "6", "--quiet", "--format", "json")
	var found struct {
		Benchmarks []struct {
			Case             struct{ Name string }
			Rounds           int
			Moves, Low, High float64
			Orders           []float64
		}
	}
	if err := json.Unmarshal([]byte(c.stdout), &found); err != nil || len(found.Benchmarks) != 2 {
		t.Fatalf("%v\n%s", err, c.stdout)
	}
	for _, b := range found.Benchmarks {
		if b.Rounds != 6 || len(b.Orders) != 6 || b.Moves < 0 || !(b.Low <= b.High) {
			t.Errorf("%+v", b)
		}
	}
}
