package host

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/results"
)

func TestProbes(t *testing.T) {
	ms := time.Millisecond
	for _, test := range []struct {
		c       results.Condition
		warning bool
		state   string
	}{
		{processors(2, 2), true, "2; Go uses 2"},
		{processors(4, 4), false, "4; Go uses 4"},
		{processors(16, 8), false, "16; Go uses 8"},
		{clock(50 * time.Nanosecond), false, "50ns"},
		{clock(15 * ms), true, "15ms"},
		{disturbance(slices.Repeat([]time.Duration{ms}, 100)), false, "0% of equal pieces"},
		{disturbance(append(slices.Repeat([]time.Duration{ms}, 90), slices.Repeat([]time.Duration{2 * ms}, 10)...)), true, "10% of equal pieces"},
	} {
		if test.c.Warning() != test.warning || !strings.Contains(test.c.State, test.state) {
			t.Errorf("%+v", test.c)
		}
	}
}

func TestClockStep(t *testing.T) {
	if step := clockStep(); step <= 0 || step > time.Second {
		t.Errorf("the clock resolves %v", step)
	}
}

func TestReadEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	used := processors(runtime.NumCPU(), runtime.GOMAXPROCS(0))
	conditions := ReadMachine(ctx, time.Hour)
	if conditions[0] != used {
		t.Errorf("%+v, want %+v", conditions[0], used)
	}
	names := map[string]bool{}
	for _, c := range conditions {
		if c.Name == "" || c.State == "" || names[c.Name] {
			t.Errorf("condition %+v", c)
		}
		names[c.Name] = true
	}
	for _, want := range []string{"processors", "clock", "disturbance"} {
		if !names[want] {
			t.Errorf("no word of %s", want)
		}
	}
}
