// Package spin is work of a known size. [Loop] is what injected slowdowns are made
// of: each step needs the result of the one before, so that no processor makes it
// shorter. [Clock] measures the clock of the core by such a chain, and [Read] detects
// by independent work whether somebody else uses the core.
package spin

import "time"

// Loop does so many steps of work (a shift register: G. Marsaglia, "Xorshift
// RNGs", 2003). The result is never 0; callers must use it, or there is no work.
//
//go:noinline
func Loop(steps uint64) uint64 {
	x := steps | 1
	for ; steps > 0; steps-- {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// StepTime measures a step on this machine, in seconds: the fastest of many
// short loops, since disturbance only ever adds.
func StepTime() float64 {
	const steps = 200_000
	best := time.Hour
	for range 30 {
		start := time.Now()
		if Loop(steps) == 0 {
			panic("a shift register never becomes zero")
		}
		best = min(best, time.Since(start))
	}
	return best.Seconds() / steps
}
