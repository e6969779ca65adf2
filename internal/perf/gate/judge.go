package gate

import (
	"math"
	"slices"
	"time"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// Processes of one program differ in addresses, in random seeds, and in the state of the
// machine. The samples of one process share all of this and may agree within 1%. So a few
// processes cannot establish a change that is smaller than their usual differences.
const (
	// fewestProcesses is the number of processes per side that shows how they differ.
	fewestProcesses = 5

	// processSpread is the ratio that the best samples of two processes of one program
	// rarely exceed. Of 2,440 comparisons of equal programs (200 pairs of go test -count
	// 10 of google/btree, ark, fastjson, uniseg and go-runewidth, on two cores at a load
	// of 12), half differed by less than 1.3%, 90% by less than 1.2 times and 98% by less
	// than twice. Beside builds on both cores a process of btree was 2.1 times slower in its best
	// sample, ten of 110 ms. Larger ratios were in files whose samples scattered as much,
	// see spread.
	processSpread = 2.5

	// burst is the longest expected disturbance. It may affect all samples of a process that
	// take no longer. Beside builds that kept both cores busy for 10 s at a time, one process of
	// ark was 3.6 times slower in all ten samples of 50 ms.
	burst = time.Second

	// sharedCore is the share of samples on a busy core above which its effect on the caches
	// counts.
	sharedCore = 0.1

	// sharedSlows is the largest factor by which the other samples can be slower, as observed
	// (3.6, see burst).
	sharedSlows = 5

	// fewestIterations is the number of iterations after which set-up and the first iterations
	// no longer matter. One process of fastjson's ObjectGet ran 40 iterations of 1.3 ms in each
	// sample. In another one a sample ended after 1 or 2 iterations of 60 ms, because each first
	// iteration filled a pool.
	fewestIterations = 10

	// outlier is the minimum distance of a case from the others, in standard deviations, if the
	// best samples of all cases scatter because the machine was overloaded.
	outlier = 5
)

// A Comparison is a verdict.Comparison with the values that decide its status.
type Comparison struct {
	verdict.Comparison
	MinP  float64           // the smallest p that the ranks of so many samples can have
	Apart float64           // by how much every sample of NEW is worse than every one of OLD, as logarithm
	By    statistics.Metric // the primary metric, if the clock of the core is known

	Few       bool    // so few processes that a change within Spread is not established
	Reduced   bool    // each process counts as one sample
	Best      float64 // the change of the best samples
	Spread    float64 // by how much those of processes of one program differ
	Amortised bool    // the numbers of iterations explain the change
	Shared    bool    // something else used the core during one of the sides
	Load      float64 // the change of speed, as logarithm, that another load may have caused

	// More is the factor of samples that reaches Options.MaxMDE; +Inf if no number of
	// samples does, because whole runs differ too much.
	More float64
}

// spread is the ratio of the best samples of processes of one program, as logarithm: the usual
// ratio, or more if the files show an overloaded machine. Then the best samples of all cases
// scatter, or the samples of each.
func spread(pairs []chosen) float64 {
	var changes, ranges []float64
	for _, c := range pairs {
		if c.testsSpeed() && c.few() && !c.hasZero() {
			changes = append(changes, math.Abs(c.best))
			for _, side := range [][]float64{c.oldL, c.newL} {
				ranges = append(ranges, side[len(side)-1]-side[0])
			}
		}
	}
	usual := math.Log(processSpread)
	if len(changes) < fewestCases {
		return usual
	}
	slices.Sort(ranges)
	return max(usual, outlier*statistics.Median(changes)/stats.StdNormal.InvCDF(0.75), ranges[3*len(ranges)/4])
}

// A clock difference above usualClock indicates another load on the machine, which also uses
// caches and memory. Then a change of speed must exceed the limit by loadPerClock times the
// rest. With 4.19 and 3.79 GHz equal programs differed by up to 17% in cycles.
const usualClock, loadPerClock = 0.03, 2

// compare estimates the change of every common case and unit. move is the common change, see
// commonMove.
func compare(old, now *Side, label func(results.Key) string, meta metadata, opts Options) (list []*Comparison, move float64) {
	samples, proved := pairUp(old, now, label, meta, opts)
	pairs := chooseMetrics(samples, opts.Alpha)
	estimates := lists.Map(pairs, func(c chosen) estimate { return c.estimate(opts.Alpha) })
	tested := lists.Count(pairs, func(c chosen) bool { return c.Kind == verdict.Tested })
	if old.runs < 2 && now.runs < 2 && (math.IsNaN(old.clock()) || math.IsNaN(now.clock())) {
		move = commonMove(pairs, estimates)
	}
	prior, noise, drift := priorOf(pairs), noiseOf(pairs), estimateDrift(pairs, leastDrift(old, now))
	spread, load := spread(pairs), 0.0
	// The samples of two files of bench are minutes or days apart.
	if ratio := math.Abs(math.Log(now.clock() / old.clock())); ratio > usualClock && old.bench && now.bench && (old.runs < 2 || now.runs < 2) {
		load = loadPerClock * (ratio - usualClock)
	}
	for i, c := range pairs {
		speed := results.UnitNamed(c.Unit).IsSpeed()
		d := &Comparison{Comparison: c.Comparison, By: c.by, Few: c.few(), Reduced: c.reduced, Apart: c.apart(), Best: c.best, Spread: spread, Amortised: c.amortised}
		d.From, d.Shared = c.from, speed && (old.shared || now.shared)
		if c.brief {
			d.Spread = math.Inf(1)
		}
		if speed {
			d.Load = load
		}
		e := prior.moderate(c, c.beside(move, estimates[i], opts.Alpha), opts, tested)
		atBest := 0.0
		if c.Kind == verdict.Tested && !e.moderated {
			e.mde, e.failing = c.detectable(noise, opts, tested)
			e.mde, e.failing = e.mde+e.beside, e.failing+e.beside
			e, atBest = drift.add(c.pair, e, d.Spread, opts, tested)
			if d.Few {
				e.failing += max(0, d.Spread-opts.limit())
			}
		}
		e.Lo, e.Hi = e.Lo-d.load(), e.Hi+d.load()
		if c.amortised { // the change may be nothing but the share of the set-up
			e.Lo, e.Hi = min(e.Lo, 0), max(e.Hi, 0)
		}
		d.Effect, d.Secondary, d.MinP, d.MDE, d.Failing = e.Effect, e.secondary, e.minP, e.mde, e.failing
		d.More = statistics.TimesMore(e.mde, atBest, math.Log1p(math.Max(opts.MaxMDE, opts.MaxRegression)))
		list = append(list, d)
	}
	return append(list, proved...), move
}

type unitOf struct {
	key  results.Key
	unit string
}

// correct sets the corrected p and the status of each, and returns the number of
// comparisons that the correction is for.
func correct(comparisons []*Comparison, opts Options) (tested int) {
	var ps []float64
	of := make(map[unitOf]*Comparison)
	for _, c := range comparisons {
		of[unitOf{c.Key, c.Unit}] = c
		if c.Kind == verdict.Tested {
			ps = append(ps, c.Effect.P)
		}
	}
	tested = len(ps)
	ps = statistics.Holm(ps)
	for _, c := range comparisons {
		c.Effect.PHolm = c.Effect.P
		if c.Kind == verdict.Tested {
			c.Effect.PHolm, ps = ps[0], ps[1:]
			for j := range c.Secondary {
				w := &c.Secondary[j].Effect
				w.PHolm = min(1, w.P*float64(tested))
			}
		}
		if c.Kind == verdict.Tested || c.Kind == verdict.Counted {
			c.Status = c.status(opts)
		}
	}
	// A derived unit has no test of its own: it follows the one it restates.
	for _, c := range comparisons {
		if c.Kind == verdict.Derived {
			from := of[unitOf{c.Key, c.From}]
			c.Effect, c.Status, c.MDE, c.Failing = from.Effect, from.Status, from.MDE, from.Failing
			if c.Direction != from.Direction {
				c.Effect = from.Effect.Reversed()
			}
		}
	}
	return tested
}

// status judges a comparison with corrected p.
func (c *Comparison) status(opts Options) verdict.Status {
	log, lo, _ := c.Worse()
	if c.Kind == verdict.Tested {
		switch untestable := c.MinP > opts.Alpha*(1+1e-9); {
		case untestable && c.Apart > opts.limit():
			return verdict.Suspect
		case untestable:
			return verdict.Untestable
		}
		if c.Effect.PHolm > opts.Alpha {
			return verdict.Same
		}
	}
	switch {
	case log == 0 || c.Amortised || c.Kind == verdict.Counted && math.Abs(log) <= math.Log1p(results.UnitNamed(c.Unit).Wanders):
		return verdict.Same
	case c.Direction == verdict.Unknown:
		return verdict.Undirected
	case log < 0 && log >= -opts.limit() && isWork(c.Unit):
		return verdict.Same // few processes were counted, and seeds make them differ
	case log < 0 && c.isEstablished():
		return verdict.Improved
	case log < 0:
		return verdict.Unconfirmed
	case lo > opts.limit() && c.isEstablished():
		return verdict.Regression
	case log > opts.limit():
		return verdict.Suspect
	}
	return verdict.Tolerated
}

// load is the change, as logarithm, that something else on the machine may have caused by its
// use of caches and memory. It widens the interval.
func (c *Comparison) load() float64 {
	if c.Shared {
		return max(c.Load, math.Log(sharedSlows))
	}
	return c.Load
}

// isEstablished reports whether a significant change is one of the program. It is not if it is
// within the spread of few processes, or if another load of the machine explains it.
func (c *Comparison) isEstablished() bool {
	log, _, hi := c.Worse()
	loaded := c.load() > 0 && log < 0 && hi >= 0
	few := c.Few && !(math.Abs(c.Best) > c.Spread && c.Best*c.Effect.Log > 0)
	return !loaded && !few
}

// addWork adds the change of instructions to slower cases. A case whose times cannot decide,
// because they are too noisy or the slowdown is only suspected, passes if it executes the same
// instructions and allocates the same.
func addWork(comparisons []*Comparison, opts Options) {
	work, allocatesMore := map[results.Key]*Comparison{}, map[results.Key]bool{}
	for _, c := range comparisons {
		if c.Unit == "instructions/op" {
			work[c.Key] = c
		}
		allocatesMore[c.Key] = allocatesMore[c.Key] || c.AllocatesMore(opts.MaxRegression)
	}
	for _, c := range comparisons {
		w := work[c.Key]
		if w == nil || w.Status == verdict.Untestable || !results.UnitNamed(c.Unit).IsSpeed() {
			continue
		}
		_, lo, _ := c.Worse()
		undecided := c.Status == verdict.Suspect && lo <= opts.limit() || c.Status == verdict.Same && c.MDE > math.Log1p(opts.MaxMDE)
		meaning := "the same work, slower"
		switch slower := c.Status == verdict.Regression || c.Status == verdict.Suspect; {
		case undecided && math.Abs(w.Effect.Log) <= math.Log1p(verdict.MaxMoreWork) && !allocatesMore[c.Key]:
			c.Status, meaning = verdict.SameWork, "the same work"
		case !slower || c.Unit != "sec/op":
			continue
		case w.Status != verdict.Same && w.Effect.Log > 0:
			meaning = "more work"
		case w.Status != verdict.Same && w.Effect.Log < 0:
			meaning = "less work"
		}
		c.Secondary = append(c.Secondary, verdict.Secondary{
			Name: "counted", Unit: w.Unit, Old: w.Old, New: w.New, N: min(w.OldN, w.NewN), Effect: w.Effect, Exact: w.Kind == verdict.Counted, Meaning: meaning,
		})
	}
}
