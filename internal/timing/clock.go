package timing

import "time"

const (
	// A step of the chain is a multiplication that depends on the addition of the
	// previous step: 3 cycles and 1 on 64-bit Intel (since 2008) and AMD (since 2017).
	// On other processors all cycles are off by a constant factor, which cancels out in
	// ratios.
	chainCycles = 4
	chainSteps  = 8_000 // some 10 microseconds: long for the timer, short for time slices
	chainRuns   = 3     // interruptions only add time, so the fastest run counts
)

// Impossible clocks: the timer is too coarse, or the core is emulated.
const slowestClock, fastestClock = 0.2, 12 // GHz

// CoreClock measures the clock of the core, in GHz (cycles per nanosecond). It times a
// chain of dependent multiplications and additions, and returns 0 if the result is
// impossible.
//
// The clock of a core changes by some percent for seconds at a time. It rises while
// other cores are idle, and falls while the processor is hot. Work bound by the core
// takes the same number of cycles at any clock.
func CoreClock() (gigahertz float64) {
	best := time.Hour
	for range chainRuns {
		start := time.Now()
		if chain(chainSteps) == 0 {
			return 0
		}
		best = min(best, time.Since(start))
	}
	gigahertz = chainSteps * chainCycles / float64(max(1, best))
	if gigahertz < slowestClock || gigahertz > fastestClock {
		return 0
	}
	return gigahertz
}

// chain is a linear congruential generator (D. E. Knuth, "The Art of Computer
// Programming", vol. 2, 3.3.4).
//
//go:noinline
func chain(steps int) uint64 {
	x, factor, term := uint64(1), uint64(6364136223846793005), uint64(1442695040888963407)
	for range steps {
		x = x*factor + term
	}
	return x
}
