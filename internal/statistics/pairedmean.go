package statistics

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// leastPaired is the scatter of paired rounds below which none is believed: that of times is
// never smaller, and few rounds may agree by chance.
const leastPaired = 0.001

// fewestTrimmed is the number of rounds from which the mean leaves out extremes. Without them
// p-values of five rounds with normal scatter are too small, at 0.0001 by 12 times.
const fewestTrimmed = 10

// pairedMean returns the mean of paired differences, without extremes if they are many, the
// variance of a round, and its degrees of freedom.
func pairedMean(d []float64) (mean, variance, freedom float64) {
	if len(d) < fewestTrimmed {
		return stats.Mean(d), stats.Variance(d), float64(len(d) - 1)
	}
	t := trim(slices.Sorted(slices.Values(d)))
	return t.mean, t.variance() * t.n, t.freedom()
}

// PairedPrior is the prior for the variance of a round of one of many cases, from the paired
// differences of all of them. Cases with fewer than three rounds are ignored.
func PairedPrior(cases [][]float64) Prior {
	var variances, freedoms []float64
	for _, d := range cases {
		if len(d) >= 3 {
			_, variance, freedom := pairedMean(d)
			variances, freedoms = append(variances, variance), append(freedoms, freedom)
		}
	}
	return PriorOf(variances, freedoms)
}

// ModeratePaired estimates the mean of at least two paired differences with a prior of their
// variance. It decides by the size of a difference relative to its scatter, so unlike ranks it
// has no smallest p-value.
func (p Prior) ModeratePaired(d []float64) Moderated {
	mean, variance, freedom := pairedMean(d)
	m := Moderated{Difference: mean, Freedom: freedom + p.Freedom}
	variance = (variance*freedom + p.Variance*p.Freedom) / m.Freedom
	m.SD = math.Sqrt(max(variance, leastPaired*leastPaired) / float64(len(d)))
	return m
}

// Shift returns the difference with its interval at the level 1-alpha.
func (m Moderated) Shift(alpha float64) Shift {
	half := CriticalT(alpha, m.Freedom) * m.SD
	return Shift{Log: m.Difference, Lo: m.Difference - half, Hi: m.Difference + half, P: m.P()}
}

// MDEModerated is [PairedRule.MDE] for a moderated mean.
func (r PairedRule) MDEModerated(m Moderated, power float64) float64 {
	sd := m.SD * UncertaintyFactor(m.Freedom)
	corrected := CriticalT(r.Alpha/float64(max(1, r.Comparisons)), m.Freedom)
	return max(corrected*sd, r.Threshold+CriticalT(r.Alpha, m.Freedom)*sd) + NormalQuantile(power)*sd
}
