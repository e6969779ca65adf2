package measure

import (
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

func TestUnitsOfASampleAgree(t *testing.T) {
	r := testPlan(t, "iterate", "dense")
	cases, err := r.Cases()
	fixture.Check(t, err)
	a := Work(cases[0].Request)
	v := map[string]float64{}
	for _, value := range a.Values {
		v[value.Unit] = value.Value
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }
	if a.Failed != "" || !near(v["ns/op"], 10*v["ns/entity"]) || !near(v["entities/s"], 1e9/v["ns/entity"]) || v["ns/op"] <= 0 {
		t.Errorf("%+v", a)
	}
	clock, told := v[results.UnitClock]
	if _, cycles := v[results.UnitCycles]; told != (timing.CoreClock() > 0) || cycles != told || told && !near(v[results.UnitCycles], v["ns/entity"]*clock) {
		t.Errorf("%+v", a)
	}
}

// A worker that has answered is done, even if a process that it started still runs.
func TestWorkerWithASurvivingChild(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	p := Process{Program: "/bin/sh", Args: []string{"-c", `sleep 6 & echo "{\"iterations\":$ITERATIONS}"`}, Env: []string{"ITERATIONS=7"}}
	var a Answer
	if failed, err := p.Ask(t.Context(), Request{}, &a, 3*time.Second); err != nil || failed != "" || a.Iterations != 7 {
		t.Errorf("%+v, %q, %v", a, failed, err)
	}
}

// A worker that was busy most of the time is not stopped.
func TestStopped(t *testing.T) {
	for _, test := range []struct {
		user, system time.Duration
		want         bool
	}{
		{0, 0, true}, {2, 2, true}, {4, 4, false}, {1, 6, false}, {6, 1, false}, {10, 0, false},
	} {
		if got := stopped(test.user*time.Second, test.system*time.Second, 10*time.Second); got != test.want {
			t.Errorf("%+v of 10 s: stopped %v", test, got)
		}
	}
}
