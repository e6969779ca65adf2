package timing

import "time"

// SpinLoop executes steps of dependent work (a shift register: G. Marsaglia, "Xorshift
// RNGs", 2003). The result is never 0. Callers must use it, or the compiler removes the
// work.
//
//go:noinline
func SpinLoop(steps uint64) uint64 {
	x := steps | 1
	for ; steps > 0; steps-- {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// SpinStepTime measures a step in seconds: the fastest of many short loops, since
// disturbances only add time.
func SpinStepTime() float64 {
	const steps = 200_000
	best := time.Hour
	for range 30 {
		best = min(best, SpinTime(steps))
	}
	return best.Seconds() / steps
}

// SpinTime measures steps once.
func SpinTime(steps uint64) time.Duration {
	start := time.Now()
	if SpinLoop(steps) == 0 {
		panic("a shift register never becomes zero")
	}
	return time.Since(start)
}
