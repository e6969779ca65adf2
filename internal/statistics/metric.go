package statistics

import (
	"math"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// This file chooses the primary metric of a case: time or cycles.
//
// If the clock of the core moves between two measurements, every time changes, but the
// cycles of code that only computes do not. Code that waits for memory takes the same
// time at any clock, so a moving clock changes its cycles. Cycles are time multiplied by
// the clock: on the logarithmic scale cycles = time + clock. The samples of one side show
// which of the two scatters less.
//
//  1. [Weigh] uses the distances of samples from the median of their side, so the
//     difference between the sides has no influence. Cycles scatter less than time if
//     time + time + clock falls as the clock rises (E. J. G. Pitman, "A note on normal
//     correlation", and W. A. Morgan, "A test for the significance of the difference
//     between the two variances in a sample from a normal bivariate population",
//     Biometrika 31, 1939; with ranks instead of values C. E. McCulloch, "Tests for
//     equality of variances with paired data", 1987).
//  2. If both metrics are equally noisy, they must agree: [ByBoth].

// A Basis is the quantity by which a case is judged: its time, or the cycles of the core.
type Basis string

// The metrics.
const (
	ByTime   Basis = "time"
	ByCycles Basis = "cycles"
	ByBoth   Basis = "both" // the samples do not show which is less noisy, so both must agree
)

// Clocked is the samples of one side: the logarithms of time and of the clock, in the
// same order.
type Clocked struct{ Time, Clock []float64 }

// ClockedOf takes the logarithms of times and of their clocks.
func ClockedOf(times, clocks []float64) (s Clocked) {
	for i, t := range times {
		s.Time, s.Clock = append(s.Time, math.Log(t)), append(s.Clock, math.Log(clocks[i]))
	}
	return s
}

// Drift is the median logarithm of the clock.
func (s Clocked) Drift() float64 { return Median(s.Clock) }

// metricLevel is the level at which one metric counts as less noisy for a single case.
// Among many cases some get the wrong metric by chance.
const metricLevel = 0.05

// Evidence is Student's t of the correlation, negative if cycles scatter less than time,
// and its degrees of freedom. It is empty if the samples show nothing.
type Evidence struct{ T, Freedom float64 }

// Weigh compares the scatter of time and cycles within the sides.
func Weigh(sides ...Clocked) Evidence {
	var sums, clocks []float64
	for _, s := range sides {
		t, c := Median(s.Time), Median(s.Clock)
		for i := range s.Time {
			clock := s.Clock[i] - c
			sums, clocks = append(sums, 2*(s.Time[i]-t)+clock), append(clocks, clock)
		}
	}
	freedom := float64(len(sums) - 1 - len(sides))
	r := correlation(ranks(sums), ranks(clocks))
	if freedom < 1 || math.IsNaN(r) {
		return Evidence{}
	}
	return Evidence{r * math.Sqrt(freedom/max(1e-12, 1-r*r)), freedom}
}

// time is the probability that time is less noisy (with a flat prior of the effect).
func (e Evidence) time() float64 {
	if e.Freedom == 0 {
		return 0.5
	}
	return Student(e.Freedom).CDF(e.T)
}

// Choose returns the less noisy metric, by these samples alone.
func (e Evidence) Choose() Basis {
	switch time := e.time(); {
	case 2*time <= metricLevel:
		return ByCycles
	case 2*(1-time) <= metricLevel:
		return ByTime
	}
	return ByBoth
}

// ClockScatter is the mean distance of the clock from the median of its side, as
// logarithm.
func ClockScatter(sides ...Clocked) float64 {
	var distances []float64
	for _, s := range sides {
		m := Median(s.Clock)
		for _, c := range s.Clock {
			distances = append(distances, math.Abs(c-m))
		}
	}
	return stats.Mean(distances)
}

// correlation is Pearson's; NaN where one of the two is constant.
func correlation(x, y []float64) float64 {
	mx, my := stats.Mean(x), stats.Mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks gives equal values the mean of their ranks.
func ranks(x []float64) []float64 {
	order := lists.Order(x)
	out := make([]float64, len(x))
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && x[order[hi]] == x[order[lo]] {
			hi++
		}
		for _, i := range order[lo:hi] {
			out[i] = float64(lo+hi-1) / 2
		}
		lo = hi
	}
	return out
}
