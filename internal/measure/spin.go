package measure

import "time"

// SpinLoop does so many steps of work (a shift register: G. Marsaglia, "Xorshift
// RNGs", 2003). The result is never 0; callers must use it, or there is no work.
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

// SpinStepTime measures a step on this machine, in seconds: the fastest of many
// short loops, since disturbance only ever adds.
func SpinStepTime() float64 {
	const steps = 200_000
	best := time.Hour
	for range 30 {
		start := time.Now()
		if SpinLoop(steps) == 0 {
			panic("a shift register never becomes zero")
		}
		best = min(best, time.Since(start))
	}
	return best.Seconds() / steps
}
