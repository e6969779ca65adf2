package timing

import "time"

const (
	probeSteps = 4_000 // some ten microseconds
	probeRuns  = 2     // interruptions only add time, so the fastest run counts
	warmSteps  = 100   // refill the instruction cache
)

// A CoreReading is the state of the core at one moment.
type CoreReading struct {
	Clock float64 // in GHz; 0 if it cannot be read
	Probe float64 // cycles of a step of the noise probe; 0 if the clock cannot be read
}

// ReadCore reads the clock and runs the noise probe: a fixed amount of independent
// arithmetic on all units of the core. A neighbour on the same core takes some of these
// units and slows the probe. The dependent chain of [CoreClock] is hardly affected.
//
// The probe is counted in cycles, so a lower clock (heat, wide vector instructions) is
// no disturbance. The clock is read twice and the higher reading counts, since a
// disturbance only lowers it. If both are disturbed the probe seems slightly too fast;
// [NoiseFloor] allows for that.
func ReadCore() CoreReading {
	gigahertz, took := CoreClock(), time.Hour
	if busy(warmSteps) == 0 {
		return CoreReading{}
	}
	for range probeRuns {
		start := time.Now()
		if busy(probeSteps) == 0 {
			return CoreReading{}
		}
		took = min(took, time.Since(start))
	}
	if gigahertz = max(gigahertz, CoreClock()); gigahertz == 0 {
		return CoreReading{}
	}
	return CoreReading{gigahertz, float64(took) * gigahertz / probeSteps}
}

// QuietNoise is the largest relative probe of an unshared core. On an idle core 99% of
// probes are below 1.005; a neighbour causes 1.3 to 1.9.
const QuietNoise = 1.08

// busy keeps all arithmetic units of a core at work with six independent shift
// registers.
//
//go:noinline
func busy(steps int) uint64 {
	const left, right = 13, 7
	a, b, c, d, e, f := uint64(1), uint64(2), uint64(3), uint64(4), uint64(5), uint64(6)
	for range steps {
		a ^= a << left
		b ^= b << left
		c ^= c << left
		d ^= d << left
		e ^= e << left
		f ^= f << left
		a ^= a >> right
		b ^= b >> right
		c ^= c >> right
		d ^= d >> right
		e ^= e >> right
		f ^= f >> right
	}
	return a | b | c | d | e | f
}
