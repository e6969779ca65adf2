package ab

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// A judgement is an unfinished verdict.
type judgement struct {
	*experiment
	verdict     verdict.Verdict
	comparisons []*comparison // in the order of the plan
	controls    []control
	passed      []int   // cases without a round that execute the same instructions
	narrower    float64 // how many times intervals have to be, for all problems
}

// A comparison is one unit of one case, base against head.
type comparison struct {
	verdict.Comparison
	index   int              // of the case in the plan
	unit    string           // that the trials report; cycles are made of it
	rounds  *pairing         // those over all cases
	effects []verdict.Effect // taken in all ways
	noticed bool             // worth measuring again, although chance may well have done it
	better  bool             // an improvement that fresh rounds have to confirm
	plain   bool             // a regression without fresh rounds, if the places of functions cannot explain it
	moved   bool             // confirmed in builds with their functions in random order
	unmoved bool             // only suspected, because it was not

	// In fresh rounds of builds with their functions in random order, head
	persists bool // is suspicious
	vanished bool // is not

	explained bool // the causes, or their absence, are known
}

// A control is one test of the experiment itself.
type control struct {
	side     Side
	name     string // of the case
	effect   verdict.Effect
	injected float64 // extra work, as a share of the undisturbed time of base
	coarse   float64 // the smallest detectable work relative to the injected work, both as logarithms
	passed   bool
}

// underpowered reports that the injected slowdown could not have been found.
func (c *control) underpowered() bool { return c.coarse > 1 }

// judgement begins an empty judgement.
func (e *experiment) judgement() *judgement {
	return &judgement{experiment: e, verdict: e.o.verdict(e.src.Sides())}
}

// verdict begins a verdict on two sides with these labels.
func (o *Options) verdict(base, head string) verdict.Verdict {
	return verdict.Verdict{
		By: "ab", Old: verdict.Column{Name: Base.String(), Label: base}, New: verdict.Column{Name: Head.String(), Label: head},
		MaxRegression: o.MaxRegression, MaxMDE: o.MaxMDE, Alpha: o.Alpha,
	}
}

// doubt adds a reason against a pass.
func (j *judgement) doubt(p verdict.Problem, format string, args ...any) {
	p.Outcome, p.What = verdict.Inconclusive, fmt.Sprintf(format, args...)
	j.verdict.Problems = append(j.verdict.Problems, p)
}

// judge compares head to base in the rounds over all cases and evaluates the
// controls.
func (j *judgement) judge() {
	j.compare()
	// A comparison without a difference in any round, such as 0 allocations on
	// both sides, could not have been significant whatever the order of the
	// sides; it need not be corrected for (R. E. Tarone, "A modified Bonferroni
	// method for discrete data", 1990).
	var effects []*verdict.Effect
	for _, k := range j.comparisons {
		if k.Direction == verdict.Unknown || k.Evidence == verdict.Counted || !k.rounds.differs() {
			continue
		}
		for e := range k.effects {
			effects = append(effects, &k.effects[e])
		}
	}
	correct(effects, statistics.Holm)
	j.verdict.Tested = len(effects)
	for _, k := range j.comparisons {
		status, seen := j.o.decide(k.effects, j.o.suspicious)
		k.Old, k.New = k.rounds.centers(status, seen)
		k.Status, k.Effect = status, k.asSeen(seen)
		few := len(k.rounds.d) < fewestRounds && k.rounds.differs()
		if k.Evidence == verdict.Counted {
			k.Status, k.MDE, k.Failing = k.counted(&j.o), math.NaN(), math.NaN()
			continue
		}
		if k.Direction == verdict.Unknown {
			k.Status = verdict.Unjudged
			continue
		}
		plain := slices.ContainsFunc(k.effects, func(e verdict.Effect) bool { return j.o.isPlain(e, e.Lo) })
		switch {
		case plain || j.o.Rounds == 0 && k.rounds.isPlainly():
			k.Status, k.plain = verdict.Regression, true
		case few && k.rounds.least() > math.Log1p(j.o.MaxRegression):
			k.Status = verdict.Suspect
		case few:
			k.Status = verdict.Untestable
		}
		k.noticed = status == verdict.Same && slices.ContainsFunc(k.effects, j.o.noticeable)
		k.better = k.Status == verdict.Improved && !slices.ContainsFunc(k.effects, func(e verdict.Effect) bool { return j.o.isPlain(e, -e.Hi) })
		k.MDE = k.rounds.mde(k.effects, j.rule())
		k.Failing = k.MDE
	}
	for _, k := range j.comparisons {
		k.plain = k.plain && !j.allocates(k.index)
	}
	j.judgeControls()
}

// counted judges an exact difference.
func (k *comparison) counted(o *Options) verdict.Status {
	allowed := math.Log1p(o.MaxRegression)
	switch log, _, _ := k.Worse(); {
	case log > allowed:
		return verdict.Regression
	case log > 0:
		return verdict.Tolerated
	case log < -allowed:
		return verdict.Improved
	}
	return verdict.Same
}

// asSeen is an effect as a reader sees the values: negative for a time that
// became shorter and for a throughput that became less.
func (k *comparison) asSeen(seen verdict.Effect) verdict.Effect {
	if k.Direction == verdict.HigherBetter {
		seen = seen.Reversed()
	}
	switch { // changes from or to 0 have no ratio
	case k.Old == 0 && k.New > 0:
		seen.Log = math.Inf(+1)
	case k.Old > 0 && k.New == 0:
		seen.Log = math.Inf(-1)
	}
	return seen
}

// smallest returns the smallest p-value that the test must resolve.
func (j *judgement) smallest() float64 {
	return j.o.Alpha / float64(j.rule().Comparisons)
}

// compare makes the comparisons of all cases that ran.
func (j *judgement) compare() {
	label, prior := j.labels(), j.prior(0)
	for i, c := range j.plan.Cases {
		where := j.src.Place(c.CaseID)
		for _, unit := range c.judged() {
			better := j.src.Better(unit)
			p, ok := pairUp(j.series[i].stage[0], Head, unit, better)
			if !ok || j.series[i].dead {
				continue
			}
			s := p.steadier()
			k := &comparison{index: i, unit: unit, rounds: s, effects: s.effects(j.o.Alpha, j.smallest(), prior)}
			k.Comparison = verdict.Comparison{
				Key: keyOf(j.src, c.CaseID), Case: label(c.CaseID), Where: where, Unit: cmp.Or(s.unit, unit), Direction: verdict.Direction(better), Evidence: verdict.Tested,
				OldN: len(s.a), NewN: len(s.b),
			}
			if better != 0 && s.agree(unit) {
				k.Evidence = verdict.Counted
				log := s.d[0]
				k.effects = []verdict.Effect{{Shift: statistics.Shift{Log: log, Lo: log, Hi: log, P: math.NaN()}, PHolm: math.NaN()}}
			}
			if p.cycles != nil {
				k.Secondary = append(k.Secondary, verdict.Secondary{
					Name: "time", Unit: unit, Old: statistics.Median(p.a), New: statistics.Median(p.b), N: len(p.a), Effect: k.asSeen(p.ofAll(j.o.Alpha)), Meaning: "noisier",
				})
			}
			j.comparisons = append(j.comparisons, k)
		}
	}
}

// judgeControls applies the same rule to the controls.
func (j *judgement) judgeControls() {
	label, prior := j.labels(), j.prior(0)
	add := func(side Side, i int, rule func(verdict.Effect) bool, want verdict.Status) {
		name := label(j.plan.Cases[i].CaseID)
		if err := j.series[i].lost[side]; err != nil {
			j.doubt(verdict.Problem{Remedy: "see why, or compare other benchmarks"}, "the self-test failed: side %s of %s: %v", side, name, err)
			return
		}
		p, ok := pairUp(j.series[i].stage[0], side, j.o.Metric.tested(), -1)
		if !ok {
			return
		}
		s := p.steadier()
		effects := s.effects(j.o.Alpha, j.smallest(), prior)
		tests := j.freshRule().Comparisons // an injected slowdown is judged like a fresh measurement
		if side == Control {
			tests = max(1, j.verdict.Tested)
		}
		for e := range effects {
			effects[e].PHolm = min(1, effects[e].P*float64(tests))
		}
		status, effect := j.o.decide(effects, rule)
		c := control{side: side, name: name, effect: effect, passed: status == want}
		if side == Injected {
			// The pilot fixed the amount, and may have been disturbed.
			c.injected = j.plan.Slowdown * j.plan.Cases[i].PerOp / statistics.FastestMean(p.a)
			c.coarse = s.mde(effects, j.freshRule()) / math.Log1p(c.injected)
		}
		j.controls = append(j.controls, c)
	}
	for _, i := range j.plan.Controls {
		add(Control, i, j.o.suspicious, verdict.Same)
	}
	for _, i := range j.plan.Slowed {
		add(Injected, i, j.o.worse, verdict.Suspect)
	}
}

// again is the name of the results of fresh rounds.
const again = "again"

// refute replaces the first result by that of fresh rounds.
func (k *comparison) refute() {
	k.Status = verdict.Refuted
	for i, fresh := range k.Secondary {
		if fresh.Name == again {
			first := verdict.Secondary{Name: "first", Unit: k.Unit, Old: k.Old, New: k.New, N: k.OldN, Effect: k.Effect}
			k.Unit, k.Old, k.New, k.OldN, k.NewN, k.Effect = cmp.Or(fresh.Unit, k.Unit), fresh.Old, fresh.New, fresh.N, fresh.N, fresh.Effect
			k.Secondary[i] = first
			k.Secondary[i].Unit = k.otherUnit(first.Unit)
		}
	}
}

// otherUnit is a unit unless it is that of the comparison, which the name has already.
func (k *comparison) otherUnit(unit string) string {
	if unit == k.Unit {
		return ""
	}
	return unit
}

// isOpen reports whether fresh rounds decide a comparison.
func (k *comparison) isOpen() bool {
	return k.Status == verdict.Suspect || k.noticed || k.better || k.plain
}

// sortWorst sorts by rank, then by the change for the worse.
func sortWorst(list []*comparison, rank func(*comparison) int) {
	slices.SortStableFunc(list, func(a, b *comparison) int {
		la, _, _ := a.Worse()
		lb, _, _ := b.Worse()
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(lb, la))
	})
}

// suspects lists the cases to measure again: possible regressions first, and of these first the
// worst one of each function of the tests.
func (j *judgement) suspects() (cases []int) {
	list := lists.Filter(j.comparisons, (*comparison).isOpen)
	urgency := func(k *comparison) int { return 2*bool2int(k.better) + bool2int(k.noticed) }
	sortWorst(list, urgency)
	type place struct{ better, nth int }
	seen, places := map[CaseID]int{}, map[int]place{}
	for _, k := range list {
		if !slices.Contains(cases, k.index) {
			top := j.plan.Cases[k.index].Top()
			places[k.index] = place{2*bool2int(k.better) + bool2int(k.plain), seen[top]}
			seen[top]++
			cases = append(cases, k.index)
		}
	}
	slices.SortStableFunc(cases, func(a, b int) int {
		return cmp.Or(cmp.Compare(places[a].better, places[b].better), cmp.Compare(places[a].nth, places[b].nth))
	})
	return cases
}

// confirm judges suspects and improvements by their fresh rounds only. A noticeable case that
// is not worse in them keeps its status. An unconfirmed improvement is dropped.
func (j *judgement) confirm() {
	type fresh struct {
		of      *comparison
		effects []verdict.Effect
		pairing pairing
	}
	var list []fresh
	var effects []*verdict.Effect
	prior := j.prior(1)
	for _, k := range j.comparisons {
		if k.better {
			k.Status = verdict.Same // until fresh rounds confirm it
		}
		if !k.isOpen() || j.series[k.index].dead {
			continue
		}
		if p, ok := pairUp(j.series[k.index].stage[1], Head, k.unit, int(k.Direction)); ok {
			s := p.steadier()
			f := fresh{k, s.effects(j.o.Alpha, j.smallest(), prior), *s}
			list = append(list, f)
			for e := range f.effects {
				effects = append(effects, &f.effects[e])
			}
		}
	}
	correct(effects, statistics.StepUp)
	for _, f := range list {
		k := f.of
		status, seen := j.o.decide(f.effects, j.o.worse)
		suspicious := slices.ContainsFunc(f.effects, j.o.suspicious)
		enough := j.fixed == nil && len(f.pairing.d) >= fewestRounds
		k.persists, k.vanished = enough && suspicious, enough && !suspicious
		unit := cmp.Or(f.pairing.unit, k.unit)
		before, after := f.pairing.centers(status, seen)
		k.Secondary = append(k.Secondary, verdict.Secondary{
			Name: again, Unit: k.otherUnit(unit), Old: before, New: after, N: len(f.pairing.a), Effect: k.asSeen(seen),
		})
		switch {
		case k.better:
			if status == verdict.Improved {
				k.Status = verdict.Improved
			}
		case status == verdict.Suspect, k.plain && f.pairing.least() > math.Log1p(j.o.MaxRegression):
			k.Status, k.moved = verdict.Regression, j.fixed == nil
		case k.noticed && suspicious:
			k.Status = verdict.Suspect
		case k.noticed:
		case seen.Hi <= math.Log1p(j.o.MaxRegression):
			k.refute()
		case k.plain:
			k.Status = verdict.Suspect
		}
	}
}
