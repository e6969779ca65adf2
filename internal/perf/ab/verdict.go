package ab

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// result is the verdict of all findings. A regression confirmed by fresh rounds stands even if
// the injected slowdown was missed: that only means that other regressions may be undetected. It
// does not stand if two copies of one program differed.
func (j *judgement) result() *verdict.Verdict {
	of := *j // every verdict is an independent value
	j = &of
	j.verdict.Problems, j.verdict.Notes = slices.Clone(j.verdict.Problems), slices.Clone(j.verdict.Notes)
	v, label := &j.verdict, j.labels()
	v.Comparisons = append(lists.Map(j.comparisons, func(k *comparison) verdict.Comparison { return k.Comparison }), j.countedCases()...)
	for _, c := range j.inventory.Proved {
		v.Comparisons = append(v.Comparisons, verdict.Comparison{
			Key: keyOf(j.src, c), Case: label(c), Unit: unitTime, Direction: verdict.LowerBetter, Evidence: verdict.Proved, Status: verdict.Same,
			Old: math.NaN(), New: math.NaN(),
		})
	}
	v.Unexplain("the search for it did not end")
	v.Controls = lists.Map(j.controls, control.result)
	out := j.leftOut()
	reach := lists.Filter(out, func(c CaseID) bool { return j.plan.urgency(c) < 2 }) // the change, perhaps
	v.Unmeasured, v.Failed = len(out), j.withoutComparison()
	v.Tally()
	v.Method = j.method()
	v.Correction = j.correction()
	j.checkControls()
	j.checkCases()
	j.measureLonger()
	var failed, fixed, missing []string
	command := ""
	for _, f := range j.failed {
		if !j.failsInHead(f.Case) {
			fixed = lists.Add(fixed, fmt.Sprintf("%s: %s", label(f.Case), f.Reason))
			continue
		}
		failed = lists.Add(failed, fmt.Sprintf("%s on %s: %s", label(f.Case), j.failedSides(f), f.Reason))
		command = cmp.Or(command, verdict.GoTest(f.Case.Group, f.Case.Name))
	}
	fresh := lists.Map(j.inventory.HeadOnly, label)
	for _, c := range j.inventory.BaseOnly {
		text := label(c)
		if to, ok := j.renamed(c); ok {
			text += ": renamed to " + label(to) + "?"
		}
		missing = append(missing, text)
	}
	were := "were"
	if len(reach) == 1 {
		were = "was"
	}
	v.Problems = slices.Concat(v.Problems, verdict.Failures(j.failures(), failed, command, j.o.Allow), verdict.Vanished(Base.String(), missing, j.o.Allow),
		verdict.Unmeasured(fmt.Sprintf("%s that can reach the change %s not measured in the budget of %s", display.Count(len(reach), "case"), were, display.Duration(j.o.Budget)), lists.Map(reach, label), j.o.Allow))
	if len(v.Comparisons)+len(v.Problems) == 0 && v.Proof == "" {
		v.Problems = append(v.Problems, verdict.Problem{Outcome: verdict.Inconclusive, What: "no case was compared", Remedy: "compare with a base whose benchmarks run"})
	}
	v.Decide()
	v.Notes = append(append(v.Notes, j.inventory.Notes...), j.refusals(label)...)
	if note := j.noise.note(); note != "" {
		v.Notes = append(v.Notes, note)
	}
	if base, head := j.src.GoVersion(Base), j.src.GoVersion(Head); base != head && v.Difference == "" {
		v.Notes = append(v.Notes, fmt.Sprintf("base is built with %s, head with %s, which is part of every change", base, head))
	}
	if len(fixed) > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%s not compared, because only base fails: %s", display.CountAre(len(fixed), "case"), display.List(fixed)))
	}
	if len(fresh) > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("%s only in head and not compared: %s", display.CountAre(len(fresh), "case"), display.List(fresh)))
	}
	if n := len(out) - len(reach); n > 0 {
		untouched := lists.Filter(out, func(c CaseID) bool { return j.plan.urgency(c) == 2 })
		v.Notes = append(v.Notes, fmt.Sprintf("%s not measured, because no changed function is executed: %s", display.CountAre(n, "case"), display.List(lists.Map(untouched, label))))
	}
	if n := v.Proved; n > 0 && (v.Proof == "" || v.Outcome != verdict.Pass) {
		v.Notes = append(v.Notes, fmt.Sprintf("%s proved equal: all code and data within reach are the same in base and head", display.CountAre(n, "case")))
	}
	if unjudged := v.With(verdict.Unjudged); len(unjudged) > 0 {
		v.Notes = append(v.Notes, verdict.NoDirection(unjudged[0].Unit))
	}
	if j.fixed != nil {
		v.Notes = append(v.Notes, "the placement of functions in these builds may cause a change: "+strings.TrimSuffix(j.fixed.Error(), ": "+errors.ErrUnsupported.Error()))
	}
	return v
}

// leftOut lists the cases for which the budget had no time.
func (j *judgement) leftOut() []CaseID {
	return append(slices.Clone(j.plan.LeftOut), j.plan.named(j.unmeasured())...)
}

// unmeasured lists the cases of the plan without a result.
func (j *judgement) unmeasured() (cases []int) {
	for i := range j.series {
		if j.done[0] > 0 && len(j.series[i].stage[0]) == 0 && !j.series[i].dead && !slices.Contains(j.passed, i) {
			cases = append(cases, i)
		}
	}
	return cases
}

// failsInHead reports whether a case fails in head. One that only base fails is no failure of the
// change.
func (j *judgement) failsInHead(c CaseID) bool {
	return slices.ContainsFunc(j.failed, func(f FailedCase) bool { return f.Case == c && f.Side == Head.String() })
}

// failedSides names the sides on which a case failed for one reason.
func (j *judgement) failedSides(f FailedCase) string {
	other := f
	other.Side = map[string]string{Base.String(): Head.String(), Head.String(): Base.String()}[f.Side]
	if slices.Contains(j.failed, other) {
		return "both sides"
	}
	return f.Side
}

// failures counts cases: one may have failed on both sides.
func (j *judgement) failures() string {
	failed, all := map[CaseID]bool{}, map[CaseID]bool{}
	for _, f := range j.failed {
		if all[f.Case] = true; j.failsInHead(f.Case) {
			failed[f.Case] = true
		}
	}
	for _, c := range slices.Concat(j.plan.all(), j.plan.LeftOut, j.inventory.Proved) {
		all[c] = true
	}
	return fmt.Sprintf("%d of %s failed", len(failed), display.Count(len(all), "case"))
}

// withoutComparison counts the failed cases that have no comparison.
func (j *judgement) withoutComparison() int {
	compared := map[results.Key]bool{}
	for _, c := range j.verdict.Comparisons {
		compared[c.Key] = true
	}
	failed := map[CaseID]bool{}
	for _, f := range j.failed {
		if !compared[keyOf(j.src, f.Case)] {
			failed[f.Case] = true
		}
	}
	return len(failed)
}

// correction describes the p in tables.
func (j *judgement) correction() string {
	if j.verdict.Tested == 0 {
		return ""
	}
	return fmt.Sprintf("The p in the table is corrected for %s.", display.Count(j.verdict.Tested, "test"))
}

// method describes the statistics of the verdict.
func (j *judgement) method() string {
	if j.verdict.Proof != "" {
		return "Nothing was measured: the compiled packages of both sides were compared, as the linker reads them."
	}
	counted := ""
	if n := len(j.plan.Counted); n > 0 {
		counted = fmt.Sprintf("The instructions of %s were counted under valgrind. A case fails if it executes more than %s more, with its whole 99%% interval. ", display.Count(n, "case"), display.Percent(j.o.MaxRegression))
		if len(j.plan.Cases) == 0 {
			return strings.TrimSpace(counted)
		}
	}
	rounds, least := fmt.Sprint(j.plan.Rounds), j.plan.Rounds
	for i := range j.series {
		if s := &j.series[i]; !s.dead && len(s.stage[0]) > 0 {
			least = min(least, len(s.stage[0]))
		}
	}
	if least < j.plan.Rounds {
		rounds = fmt.Sprintf("%d to %d", least, j.plan.Rounds)
	}
	single := ""
	if n := lists.Count(j.plan.Cases, func(c PlannedCase) bool { return c.Procs == 1 }); n > 0 {
		single = fmt.Sprintf(" (%s on one processor)", display.Count(n, "single-threaded case"))
	}
	again := "builds with their functions in random order"
	if j.fixed != nil {
		again = "the same builds"
	}
	allowed := display.Percent(j.o.MaxRegression)
	text := []string{
		fmt.Sprintf("Measured in %s rounds of fresh processes%s.", rounds, single),
		fmt.Sprintf("A case is suspected if it is worse by more than %s at p < %v, in all rounds (Wilcoxon's signed ranks), in the fastest tenth (random swaps), or in the mean (moderated t).", allowed, j.o.Alpha),
		fmt.Sprintf("It fails if its whole %s interval is above %s in fresh rounds of %s, corrected for the number of suspects (Benjamini and Hochberg).", verdict.Confidence(j.o.Alpha), allowed, again),
	}
	if j.fixed != nil {
		text = append(text, "In these it fails only if it executes more instructions or allocates more, because functions keep their places.")
	}
	if j.o.Rounds == 0 {
		text = append(text, fmt.Sprintf("A change of more than %s with its whole interval, or of more than %s in each of %d rounds, fails unless a fresh round contradicts it, or both sides execute the same code as often.",
			display.Percent(max(mostPlacement, j.o.MaxRegression)), display.Percent(mostNoise), fewestPlain))
	}
	text = append(text, "Improvements are confirmed in the same way.",
		"Changes are estimated from pairs of rounds and may differ from those between the medians.")
	return counted + strings.Join(text, " ")
}

// result returns the control for the verdict.
func (c control) result() verdict.Control {
	result := verdict.Control{Name: "A/A control", Case: c.name, Effect: c.effect, Passed: c.passed, Word: "equal"}
	switch {
	case c.side == Injected && c.passed:
		result.Word = "found"
	case c.side == Injected && c.underpowered():
		result.Word = "too noisy"
	case c.side == Injected:
		result.Word = "MISSED"
	case !c.passed:
		result.Word = "DIFFERS"
	}
	if c.side == Injected {
		result.Name = "injected " + display.Percent(c.injected)
	}
	return result
}

// checkControls adds problems of the self-test.
func (j *judgement) checkControls() {
	open := slices.ContainsFunc(j.comparisons, func(k *comparison) bool {
		equal := results.UnitNamed(k.unit).Counted > 0 && k.Effect.Log == 0 && k.Old == k.New
		return k.Status != verdict.SameWork && k.Evidence != verdict.Counted && !equal
	})
	if len(j.comparisons) == 0 || !open {
		return // not begun, or everything failed; the reason is given; or nothing is decided by time
	}
	tested, coarse := map[Side]int{}, math.Inf(1)
	for _, c := range j.controls {
		if c.side == Injected {
			coarse = min(coarse, c.coarse)
		}
		if !c.underpowered() || c.passed {
			tested[c.side]++
		}
		switch {
		case c.passed:
		case c.side == Injected && c.underpowered(): // the case is reported as underpowered
		case c.side == Control:
			j.doubt(verdict.Problem{Invalidates: true, Remedy: "find out with `ecsbench doctor` why this machine favours one of two equal programs"},
				"two copies of base differ by %s in %s", c.effect.Change(), c.name)
		default:
			e := c.effect
			j.narrow((e.Log - e.Lo) / (math.Log1p(c.injected) - math.Log1p(j.o.MaxRegression)))
			j.doubt(verdict.Problem{Remedy: longer},
				"%s of extra work injected in %s was not reliably detected (seen: %s %s)", display.Percent(c.injected), c.name, c.effect.Change(), c.effect.Interval())
		}
	}
	if noisy := slices.ContainsFunc(j.controls, func(c control) bool { return c.underpowered() && !c.passed }); noisy && tested[Injected] == 0 {
		j.narrow(coarse)
		j.doubt(verdict.Problem{Remedy: longer}, "the experiment could not test itself: every case with injected work is too noisy to show it")
	} else if tested[Control] == 0 || tested[Injected] == 0 && j.o.Metric.showsWork() {
		j.doubt(verdict.Problem{Remedy: "see that at least one benchmark reports ns/op and does not fail"},
			"the experiment could not test itself: no case with an A/A control and with injected work was measured to the end")
	}
}

// longer stands for the remedy that measureLonger completes.
const longer = "measure longer"

// narrow notes that a problem needs intervals narrower by a factor.
func (j *judgement) narrow(times float64) { j.narrower = max(j.narrower, times) }

// measureLonger completes the remedies of all problems with one duration, which is enough for each
// of them.
func (j *judgement) measureLonger() {
	remedy := j.duration()
	for i := range j.verdict.Problems {
		p := &j.verdict.Problems[i]
		p.Remedy = strings.Replace(p.Remedy, longer, remedy, 1)
	}
}

// duration returns how long to measure for intervals that are narrow enough. They narrow with the
// square root of the number of rounds.
func (j *judgement) duration() string {
	const most = 30 // times the budget
	times := max(1.5, j.narrower*j.narrower)
	switch {
	case !(times <= most):
		return "measure on a quieter machine (`ecsbench doctor` lists what disturbs this one)"
	case j.o.Rounds > 0:
		return fmt.Sprintf(longer+": use about --rounds %.0f", math.Ceil(times*float64(j.o.Rounds)))
	}
	return fmt.Sprintf(longer+": use about --budget %s", display.Duration(display.RoundUp(time.Duration(times*float64(j.o.Budget)))))
}

// checkCases adds problems of undecided cases.
func (j *judgement) checkCases() {
	var vary []string
	for _, k := range j.verdict.With(verdict.Suspect) {
		if k.Evidence == verdict.Counted {
			vary = append(vary, k.Case)
		}
	}
	if len(vary) > 0 {
		j.doubt(verdict.Problem{Remedy: "measure time too, with --metric both", Cases: vary},
			"%s of work that varies from process to process, perhaps by more in head", display.CountAre(len(vary), "case"))
	}
	remedy := longer
	if slices.ContainsFunc(j.comparisons, func(k *comparison) bool { return k.unmoved }) {
		remedy = "the places of functions may be the reason, and no builds with functions in random order or counts of instructions exclude it: use a larger --budget, install valgrind, or remove -ldflags from GOFLAGS"
	}
	if suspected := j.verdict.SuspectedProblem(remedy); len(suspected) > 0 {
		j.narrow(2)
		j.verdict.Problems = append(j.verdict.Problems, suspected...)
	}
	worst := 0.0 // the smallest detectable change, as logarithm
	for _, k := range j.comparisons {
		if k.Status == verdict.Same || k.Status == verdict.Undecided {
			worst = max(worst, k.MDE)
		}
	}
	if noisy := j.verdict.UnderpoweredProblem(j.o.Underpowered, longer); len(noisy) > 0 {
		j.narrow(worst / math.Log1p(j.o.MaxMDE))
		j.verdict.Problems = append(j.verdict.Problems, noisy...)
	}
}

// renamed guesses the new name in head of a case of base.
func (e *experiment) renamed(c CaseID) (to CaseID, ok bool) {
	label := e.labels()
	names := lists.Map(e.inventory.HeadOnly, label)
	if at := slices.Index(names, verdict.Renamed(label(c), names)); at >= 0 {
		return e.inventory.HeadOnly[at], true
	}
	return CaseID{}, false
}

// labels returns the printed names of cases.
func (e *experiment) labels() func(CaseID) string {
	cases := slices.Concat(e.plan.all(), e.plan.LeftOut, e.inventory.BaseOnly, e.inventory.HeadOnly, e.inventory.Proved)
	cases = append(cases, lists.Map(e.failed, func(f FailedCase) CaseID { return f.Case })...)
	keys := lists.Map(cases, func(c CaseID) results.Key { return keyOf(e.src, c) })
	label := results.Labels(keys)
	return func(c CaseID) string { return label(keyOf(e.src, c)) }
}

// keyOf identifies a case, in the result files too.
func keyOf(src Source, c CaseID) results.Key {
	config := map[string]string{}
	for _, kv := range src.Header(Base) {
		config[kv[0]] = kv[1]
	}
	config["pkg"] = c.Group
	return results.Identity{}.Key(nameOf(src, c), config)
}
