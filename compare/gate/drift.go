package gate

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/compare/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A drift is the variance, on the logarithmic scale, by which whole runs of
// one side differ beyond what the scatter within them explains: the machine's
// mood, the layout of that binary, the neighbours. Samples of one run share
// it, so no number of samples in one run shows it.
//
// It is the between-group component of a one-way random-effects analysis of
// variance, estimated by moments for each case and side with several runs and
// pooled over them (Searle, Casella & McCulloch, Variance Components, 1992,
// ch. 3; Kalibera & Jones, Rigorous benchmarking in reasonable time, 2013).
//
// Where each side is a single run, there is nothing but the cases to tell it
// from, see acrossCases.
type drift struct {
	variance float64 // of a run
	freedom  float64 // degrees of freedom with which it is known

	// Quantiles of Student's distribution for an interval of the level asked
	// for, and for significance after correction.
	interval, corrected float64
}

// estimateDrift needs pairs with their effects, and the number of those tested.
func estimateDrift(pairs []pair, opts Options, tested int) drift {
	d, ok := betweenRuns(pairs)
	if !ok {
		d = acrossCases(pairs)
	}
	if d.variance > 0 {
		t := stats.InvCDF(stats.TDist{V: d.freedom})
		d.interval, d.corrected = t(1-opts.Alpha/2), t(1-opts.Alpha/2/float64(tested))
	}
	return d
}

// hidden is the variance that drift adds to the change of p. What drift there is
// within a side with several runs is in its samples too, and so counted twice;
// it errs on the side of no verdict.
func (d drift) hidden(p *pair) float64 {
	if d.variance == 0 || math.IsInf(p.Effect.Log, 0) {
		return 0
	}
	old, new := len(p.old.groups()), len(p.new.groups())
	if old == len(p.old.values) && new == len(p.new.values) {
		return 0 // the samples show it themselves
	}
	return d.variance * (1/float64(old) + 1/float64(new))
}

// add takes the drift into account in everything that is said of p. Errors of
// different origin add as the sides of a right angle do.
func (d drift) add(p *pair, opts Options) {
	hidden := d.hidden(p)
	if hidden == 0 {
		return
	}
	sd := math.Sqrt(hidden)
	e := &p.Effect
	e.Lo = e.Log - math.Hypot(e.Log-e.Lo, d.interval*sd)
	e.Hi = e.Log + math.Hypot(e.Hi-e.Log, d.interval*sd)
	total := math.Sqrt(hidden + shownVariance(p.oldL, p.newL))
	e.P = max(e.P, 2*stats.TDist{V: d.freedom}.CDF(-math.Abs(e.Log)/total))
	limit, often := math.Log1p(opts.MaxRegression), quantile(powerLevel)
	p.Seen = math.Hypot(p.Seen, (d.corrected+often)*sd)
	p.Fail = max(p.Seen, limit+math.Hypot(p.Fail-limit, (d.interval+often)*sd))
}

const (
	// fewestCases is how many cases it takes to say how much they scatter.
	fewestCases = 8
	// medianEfficiency is how much of what is known of a variance is left where
	// it is taken from median distances (F. R. Hampel, "The influence curve and
	// its role in robust estimation", J. Am. Stat. Assoc. 69, 1974).
	medianEfficiency = 0.37
)

// acrossCases estimates the drift between two single runs: as much as the
// changes of the cases scatter beyond what the samples of each explain. A
// benchmark that is really slower is an outlier among them and does not sway
// the median distance; where most cases changed, each by an amount of its own,
// that cannot be told from drift, and the verdict has to be that it cannot be
// (B. Efron, "Large-scale simultaneous hypothesis testing: the choice of a null
// hypothesis", J. Am. Stat. Assoc. 99, 2004).
//
// All cases are asked the same witness, since a clock that moved between the runs is
// in the one and not in the other: the one of which the cases say more alike.
func acrossCases(pairs []pair) drift {
	least := drift{variance: math.Inf(1)}
	for _, of := range []func(*pair) *pair{(*pair).asTime, (*pair).asCycles} {
		var moves, shown []float64
		for i := range pairs {
			p := of(&pairs[i])
			s := shownVariance(p.oldL, p.newL)
			if p.Kind == verdict.Tested && results.UnitNamed(p.Unit).IsSpeed() && !math.IsInf(p.Effect.Log, 0) && s > 0 {
				moves, shown = append(moves, p.Effect.Log), append(shown, s)
			}
		}
		if d := beyond(moves, shown); d.variance < least.variance {
			least = d
		}
	}
	return least
}

// beyond is the drift by which moves scatter beyond the variances shown of them.
func beyond(moves, shown []float64) drift {
	if len(moves) < fewestCases {
		return drift{}
	}
	slices.Sort(shown)
	scatter, expected := medianDistance(moves), median(shown)
	if scatter*scatter <= expected*byChance(len(moves)) {
		return drift{}
	}
	// Two runs differ by two drifts.
	return drift{variance: (scatter*scatter - expected) / 2, freedom: medianEfficiency * float64(len(moves)-1)}
}

// medianDistance is the median distance from the median, scaled to the standard
// deviation of a normal distribution.
func medianDistance(x []float64) float64 {
	x = sortedCopy(x)
	m := median(x)
	for i := range x {
		x[i] = math.Abs(x[i] - m)
	}
	slices.Sort(x)
	return median(x) / quantile(0.75)
}

// byChance is the ratio to its expectation that the square of medianDistance
// exceeds in one of 100 draws of n normal values. It falls with n, and is taken
// to be that of mostDrawn for more.
func byChance(n int) float64 {
	const draws, mostDrawn = 1000, 200
	n = min(n, mostDrawn)
	if known, ok := chances.Load(n); ok {
		return known.(float64)
	}
	rng := rand.New(rand.NewPCG(uint64(n), 0))
	squares, x := make([]float64, draws), make([]float64, n)
	for i := range squares {
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		d := medianDistance(x)
		squares[i] = d * d
	}
	slices.Sort(squares)
	chances.Store(n, squares[draws*99/100])
	return squares[draws*99/100]
}

var chances sync.Map // of byChance

// betweenRuns estimates the drift from the tested speeds of sides with several
// runs, if there are such.
func betweenRuns(pairs []pair) (d drift, ok bool) {
	sum, n := 0.0, 0.0
	for i := range pairs {
		if p := &pairs[i]; p.Kind == verdict.Tested && results.UnitNamed(p.Unit).IsSpeed() {
			for _, s := range []*series{p.old, p.new} {
				if between, weight := s.betweenRuns(); weight > 0 {
					sum += between * weight
					n += weight
				}
			}
		}
	}
	if n == 0 {
		return drift{}, false
	}
	return drift{variance: math.Max(0, sum/n), freedom: n}, true
}

// betweenRuns returns the variance component and its degrees of freedom.
func (s *series) betweenRuns() (variance, freedom float64) {
	groups := s.groups()
	if len(groups) < 2 {
		return 0, 0
	}
	var means, within []float64 // of each run: mean, variance of that mean
	for _, g := range groups {
		if len(g) < 2 {
			return 0, 0 // one sample per run: the samples show the drift themselves
		}
		m, v := stats.Mean(g), stats.Variance(g)
		if math.IsInf(m, 0) || math.IsNaN(m) {
			return 0, 0
		}
		means, within = append(means, m), append(within, v/float64(len(g)))
	}
	return stats.Variance(means) - stats.Mean(within), float64(len(groups) - 1)
}

// groups returns the logarithms of s by run.
func (s *series) groups() [][]float64 {
	var out [][]float64
	index := make(map[int32]int)
	for i, v := range s.values {
		g, ok := index[s.runs[i]]
		if !ok {
			g = len(out)
			index[s.runs[i]] = g
			out = append(out, nil)
		}
		out[g] = append(out[g], math.Log(v))
	}
	return out
}
