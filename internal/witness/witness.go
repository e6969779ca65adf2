// Package witness decides by which of two witnesses of the same samples a change
// is told: by their time, or by the cycles that the core made meanwhile.
//
// A core whose clock moves between two measurements changes the time of
// everything, and the cycles of nothing that waits for the core alone. What
// waits for memory or for others takes its time, whatever the clock, and a
// clock that moves then changes its cycles. Which of the two a case is like
// cannot be known beforehand, and need not: cycles are time multiplied by the
// clock, so with logarithms cycles = time + clock, and the clock is taken out
// where it explains what the samples of one side differ by.
//
//  1. [Weigh] looks at the distances of samples from the median of their side,
//     so that it cannot see what the sides differ by. Cycles scatter less than
//     time where time + time + clock falls as the clock rises, and more where it
//     rises with it (E. J. G. Pitman, "A note on normal correlation", and
//     W. A. Morgan, "A test for the significance of the difference between the
//     two variances in a sample from a normal bivariate population", Biometrika
//     31, 1939; with ranks in the place of values C. E. McCulloch, "Tests for
//     equality of variances with paired data", 1987).
//  2. Where many cases are asked, those that tell speak for those that do not, see
//     [ChooseEach].
//  3. Where the samples do not tell, neither witness is believed alone: [Both]
//     have to say the same.
package witness

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// A Choice is the witness to ask.
type Choice string

// The choices.
const (
	Time   Choice = "time"
	Cycles Choice = "cycles"
	Both   Choice = "both" // the samples do not tell which is steadier
)

// Samples are those of one side: the logarithms of time and of the clock, in
// the same order.
type Samples struct{ Time, Clock []float64 }

// SamplesOf takes the logarithms of times, and of the clocks that go with them.
func SamplesOf(times, clocks []float64) (s Samples) {
	for i, t := range times {
		s.Time, s.Clock = append(s.Time, math.Log(t)), append(s.Clock, math.Log(clocks[i]))
	}
	return s
}

// Drift is the median logarithm of the clock.
func (s Samples) Drift() float64 { return statistics.Median(s.Clock) }

// Level is that at which one witness counts as steadier than the other, for one case
// by itself. Of many cases some are then asked the wrong witness by chance; where that
// makes a change of what the clock did in between, as in a gate, each has to be surer.
const Level = 0.05

// Evidence is what the samples of a case tell of its witnesses: Student's t of the
// correlation, below 0 where cycles scatter less, and its degrees of freedom. It is
// empty where they tell nothing.
type Evidence struct{ T, Freedom float64 }

// Weigh looks at how the samples scatter within the sides.
func Weigh(sides ...Samples) Evidence {
	var sums, clocks []float64
	for _, s := range sides {
		t, c := statistics.Median(s.Time), statistics.Median(s.Clock)
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

// time is the chance that time is the steadier one, if nothing else is known (a flat
// prior of the effect).
func (e Evidence) time() float64 {
	if e.Freedom == 0 {
		return 0.5
	}
	return statistics.Student(e.Freedom).CDF(e.T)
}

// Choose tells which witness is steadier, at a level, by these samples alone.
func (e Evidence) Choose(level float64) Choice {
	switch time := e.time(); {
	case 2*time <= level:
		return Cycles
	case 2*(1-time) <= level:
		return Time
	}
	return Both
}

// ChooseEach chooses for each of many cases. Those whose samples tell are what is
// known beforehand of those whose samples do not: of 43 cases on a busy machine 20
// have steadier cycles for certain and none steadier time, and most of the others
// point the same way (the odds are those of Bayes, with the prior of a share by
// H. Jeffreys, "An invariant form for the prior probability in estimation problems",
// Proc. R. Soc. A 186, 1946).
func ChooseEach(level float64, cases []Evidence) []Choice {
	choices := make([]Choice, len(cases))
	sure := map[Choice]float64{Time: 0.5, Cycles: 0.5}
	for i, e := range cases {
		choices[i] = e.Choose(level)
		sure[choices[i]]++
	}
	for i, e := range cases {
		if choices[i] != Both {
			continue
		}
		time := e.time()
		switch odds := sure[Time] / sure[Cycles] * time / (1 - time); {
		case odds <= level:
			choices[i] = Cycles
		case odds >= 1/level:
			choices[i] = Time
		}
	}
	return choices
}

// Moves is by how much the clock moves within the sides: its mean distance from the
// median, as logarithm.
func Moves(sides ...Samples) float64 {
	var distances []float64
	for _, s := range sides {
		m := statistics.Median(s.Clock)
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
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
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
