package host

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// ReadMachine observes the machine for about the given time.
func ReadMachine(ctx context.Context, duration time.Duration) []results.Condition {
	finish := WatchSystem()
	conditions := []results.Condition{processors(runtime.NumCPU(), runtime.GOMAXPROCS(0)), clock(clockStep())}
	var times []time.Duration // of equal pieces of work
	for start := time.Now(); len(times) < 20 || time.Since(start) < duration && ctx.Err() == nil; {
		times = append(times, timing.SpinTime(blockSteps))
	}
	conditions = append(conditions, disturbance(times))
	return append(conditions, finish()...)
}

func processors(cpus, procs int) results.Condition {
	c := results.Condition{Name: "processors", State: fmt.Sprintf("%d; Go uses %d", cpus, procs)}
	if cpus < 4 {
		c.Remedy = "with so few processors, other programs interrupt the benchmark: stop other programs, and compare revisions with `ecsbench ab` only"
	}
	return c
}

// clockStep returns the resolution of the clock.
func clockStep() time.Duration {
	best := time.Hour
	for range 2000 {
		start := time.Now()
		step := time.Since(start)
		for step == 0 {
			step = time.Since(start)
		}
		best = min(best, step)
	}
	return best
}

func clock(step time.Duration) results.Condition {
	c := results.Condition{Name: "clock", State: fmt.Sprintf("resolves %v", step)}
	if step > time.Microsecond {
		c.Remedy = "too coarse for short benchmarks: measure longer blocks, and on Linux select the tsc clock source"
	}
	return c
}

// blockSteps take about a fifth of a millisecond.
const blockSteps = 100_000

// A block that takes this many times the fastest one was disturbed.
const disturbed = 1.1

// disturbance reports the share of disturbed blocks.
func disturbance(times []time.Duration) results.Condition {
	fastest := slices.Min(times)
	slow := lists.Count(times, func(t time.Duration) bool {
		return float64(t) > disturbed*float64(fastest)
	})
	share := float64(slow) / float64(len(times))
	c := results.Condition{Name: "disturbance", State: fmt.Sprintf("%.0f%% of equal pieces of work took over 10%% longer than the fastest (%v)", 100*share, fastest)}
	if share > 0.05 {
		c.Remedy = "another program interrupts the benchmark or shares its core: stop other programs, use a machine of your own, and compare revisions with `ecsbench ab`"
	}
	return c
}
