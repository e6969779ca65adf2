package measure

import "time"

// A gauge tells whether the machine is quiet at the moment: whether a fixed
// piece of work takes as long as it does when nothing disturbs it. On shared
// machines neighbours slow a core down by half for milliseconds at a time.
//
// The fastest that the piece of work was ever seen to take is handed on from
// worker to worker, since a worker may live in a noisy time altogether.
type gauge struct{ fastest time.Duration }

const (
	gaugeSteps = 8_000 // some tens of microseconds
	gaugeSlack = 1.08  // still quiet
)

// quiet does the piece of work once.
func (g *gauge) quiet() bool {
	start := time.Now()
	done := busy(gaugeSteps)
	took := time.Since(start)
	if done != 0 && (g.fastest == 0 || took < g.fastest) {
		g.fastest = took
	}
	return float64(took) <= gaugeSlack*float64(g.fastest)
}

// quiet tells whether the machine was quiet both before and after.
type quiet struct {
	gauge      *gauge
	throughout bool
}

func (q *quiet) Begin() error { q.throughout = q.gauge.quiet(); return nil }
func (q *quiet) End() error   { q.throughout = q.gauge.quiet() && q.throughout; return nil }

// busy keeps all arithmetic units of a core at work, with six shift registers
// that do not wait for each other: a neighbour that shares the core takes some
// of the units away, which a single chain of dependent steps would not notice.
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
