package gate

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

const (
	// fewestProcesses is the number of processes per side that shows how they differ. Processes of
	// one program differ in addresses, in random seeds, and in the state of the machine. The
	// samples of one process share all of this and may agree within 1%.
	fewestProcesses = 5

	// fewestAgreeing is the same for counts, if all processes of a side count the same.
	fewestAgreeing = 2

	// plain is the change, as logarithm, that establishes itself: neither the places of functions
	// nor another state of the machine make a program twice as slow.
	plain = math.Ln2

	// The drift of files of other programs is not known. Cases that improved show it: if there are
	// fewestImproved, and their median change exceeds mostImproved standard deviations, the runs
	// differ by more than usual.
	fewestImproved, mostImproved = 3, 3

	// sharedCore is the share of samples on a busy core above which its effect on the caches
	// counts.
	sharedCore = 0.1

	// A difference of the clocks of two files above usualClock, as logarithm, indicates another
	// load, which also uses caches and memory. A change of speed must exceed the limit by
	// loadPerClock times the rest: with 4.19 and 3.79 GHz equal programs differed by up to 17% in
	// cycles.
	usualClock, loadPerClock = 0.03, 2
)

// A comparison is a verdict.Comparison with the values that decide its status.
type comparison struct {
	verdict.Comparison
	by        statistics.Basis // the primary metric, if the clock of the core is known
	few       bool             // so few processes that only a plain change is established
	restless  bool             // as few, because the runs differ by more than usual
	load      float64          // the change, as logarithm, that another load of the machine may have caused
	amortised bool             // the numbers of iterations explain the change
	reduced   bool             // each process counts as one sample
	minP      float64          // the smallest p that the ranks of so many samples can have
	apart     float64          // by how much every sample of NEW is worse than every one of OLD, as logarithm

	// more is the factor of samples that reaches Options.MaxMDE; +Inf if no number of
	// samples does, because whole runs differ too much.
	more float64
}

// compare estimates the change of every common case and unit, and judges it. It returns the
// number of comparisons that p is corrected for.
func compare(old, now *Input, label func(results.Key) string, meta metadata, opts Limits) (list []*comparison, tested int) {
	pairs, proved := pairUp(old, now, label, meta, opts)
	tested = lists.Count(pairs, func(p pair) bool { return p.Evidence == verdict.Tested })
	load, drift := otherLoad(old, now), runDrift
	if old.bench && now.bench {
		drift = benchDrift
	}
	var improved []float64 // by how much, in standard deviations
	for i := range pairs {
		p := &pairs[i]
		p.drift = drift
		c := &comparison{Comparison: p.Comparison, by: p.by, few: p.few, amortised: p.amortised, reduced: p.reduced, apart: p.apart()}
		if results.UnitNamed(p.Unit).IsSpeed() {
			c.load = load
		}
		e := p.estimate(tested, opts)
		if p.Evidence == verdict.Tested {
			c.minP = statistics.RankTestFor(p.OldN, p.NewN).MinP()
		}
		e.Lo, e.Hi, e.failing = e.Lo-c.load, e.Hi+c.load, e.failing+c.load
		if p.amortised { // the change may be nothing but the share of the set-up
			e.Lo, e.Hi = min(e.Lo, 0), max(e.Hi, 0)
		}
		c.Effect, c.Secondary, c.MDE, c.Failing = e.Effect, e.secondary, e.mde, e.failing
		c.more = statistics.TimesMore(e.mde, e.atBest, math.Log1p(math.Max(opts.MaxMDE, opts.MaxRegression)))
		list = append(list, c)
		if log, _, _ := c.Worse(); p.Evidence == verdict.Tested && log < 0 && e.sd > 0 {
			improved = append(improved, -log/e.sd)
		}
	}
	// Cases that became faster show how much the runs differ, and slower ones do not.
	restless := !old.ours && !now.ours && len(improved) >= fewestImproved && statistics.Median(improved) > mostImproved
	for _, c := range list {
		c.restless = restless && results.UnitNamed(c.Unit).IsSpeed()
	}
	correct(list, opts)
	addWork(list, opts)
	return append(list, proved...), tested
}

// otherLoad is the change of speed, as logarithm, that another load may have caused during one of
// two files of ecsbench bench, which are minutes or days apart: it uses caches and memory.
func otherLoad(old, now *Input) float64 {
	ratio := math.Abs(math.Log(now.clock() / old.clock()))
	switch {
	case old.shared || now.shared:
		return plain
	case ratio > usualClock && old.bench && now.bench && (old.runs < 2 || now.runs < 2):
		return loadPerClock * (ratio - usualClock)
	}
	return 0
}

type unitOf struct {
	key  results.Key
	unit string
}

// correct sets the corrected p and the status of each.
func correct(comparisons []*comparison, opts Limits) {
	var ps []float64
	of := make(map[unitOf]*comparison)
	for _, c := range comparisons {
		of[unitOf{c.Key, c.Unit}] = c
		if c.Evidence == verdict.Tested {
			ps = append(ps, c.Effect.P)
		}
	}
	tested := float64(len(ps))
	ps = statistics.Holm(ps)
	for _, c := range comparisons {
		c.Effect.PHolm = c.Effect.P
		if c.Evidence == verdict.Tested {
			c.Effect.PHolm, ps = ps[0], ps[1:]
			for j := range c.Secondary {
				w := &c.Secondary[j].Effect
				w.PHolm = min(1, w.P*tested)
			}
		}
		if c.Evidence == verdict.Tested || c.Evidence == verdict.Counted {
			c.Status = c.status(opts)
		}
	}
	// A derived unit has no test of its own: it follows the one it restates.
	for _, c := range comparisons {
		if c.Evidence == verdict.Derived {
			from := of[unitOf{c.Key, c.From}]
			c.Effect, c.Status, c.MDE, c.Failing = from.Effect, from.Status, from.MDE, from.Failing
			if c.Direction != from.Direction {
				c.Effect = from.Effect.Reversed()
			}
		}
	}
}

// status judges a comparison with corrected p.
func (c *comparison) status(opts Limits) verdict.Status {
	log, lo, _ := c.Worse()
	if c.Evidence == verdict.Tested {
		switch untestable := c.minP > opts.Alpha*(1+1e-9); {
		case untestable && c.apart > opts.limit():
			return verdict.Suspect
		case untestable:
			return verdict.Untestable
		}
		if c.Effect.PHolm > opts.Alpha {
			return verdict.Same
		}
	}
	switch {
	case log == 0 || c.amortised || c.Evidence == verdict.Counted && math.Abs(log) <= math.Log1p(results.UnitNamed(c.Unit).Wanders):
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

// isEstablished reports whether a significant change is one of the program. With few processes, or
// beside another load, it is only if the whole interval is plain.
func (c *comparison) isEstablished() bool {
	_, lo, hi := c.Worse()
	return (!c.few && !c.restless || lo >= plain*(1-1e-9) || hi <= -plain*(1-1e-9)) && (c.load == 0 || lo > 0 || hi < 0)
}

// addWork adds the change of instructions to slower cases. A case whose times cannot decide,
// because they are too noisy or the slowdown is only suspected, passes if it executes the same
// instructions and allocates the same.
func addWork(comparisons []*comparison, opts Limits) {
	work, allocatesMore := map[results.Key]*comparison{}, map[results.Key]bool{}
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
			Name: "counted", Unit: w.Unit, Old: w.Old, New: w.New, N: min(w.OldN, w.NewN), Effect: w.Effect, Exact: w.Evidence == verdict.Counted, Meaning: meaning,
		})
	}
}
