package ab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A group is the comparisons that probably have the same causes, worst first: those of one
// function of the tests.
type group []*comparison

// worth orders comparisons: regressions first, then suspects.
func (j *judgement) worth(k *comparison) int {
	switch at := slices.Index([]verdict.Status{verdict.Regression, verdict.Suspect, verdict.Refuted}, k.Status); {
	case at >= 0:
		return at
	case j.o.Metric.countsToo():
		return 3
	}
	return -1
}

// groups lists the comparisons to explain, the worst group first. If everything is counted, each
// case is a group.
func (j *judgement) groups() []group {
	list := lists.Filter(j.comparisons, func(k *comparison) bool { return j.worth(k) >= 0 })
	sortWorst(list, j.worth)
	var groups lists.Groups[CaseID, group]
	for _, k := range list {
		of := j.plan.Cases[k.index].CaseID
		if !j.o.Metric.countsToo() {
			of = of.Top()
		}
		g, _ := groups.Of(of)
		*g = append(*g, k)
	}
	return groups.List
}

// attribute explains the worst case of each group, and gives its causes to the others. It ends
// with its share of the budget or an interruption.
func (j *judgement) attribute() {
	groups := j.groups()
	_, _ = j.in(attributing, func() error {
		for _, g := range engine.Steps(j.o.Progress, "attributing", groups) {
			if err := j.explain(g); err != nil {
				return err
			}
		}
		return nil
	})
	for _, g := range groups {
		j.share(g)
	}
	var late []*comparison
	for _, k := range j.comparisons {
		switch worth := j.worth(k); {
		case worth < 0 || worth > 1: // not slower
			k.NoCause = ""
		case k.explained && len(k.Causes) == 0:
			k.NoCause = cmp.Or(k.NoCause, "neither counts nor profiles name a function of the module that does more")
		case k.NoCause == noTime && k.Status == verdict.Regression:
			late = append(late, k)
		}
	}
	if len(late) > 0 {
		sortWorst(late, j.worth)
		names := lists.Add(nil, lists.Map(late, func(k *comparison) string { return k.Case })...)
		v, flags := &j.verdict, ""
		if variation(j.src) != "" {
			flags = ", with the flags of the sides"
		}
		v.Notes = append(v.Notes, fmt.Sprintf("there was no time to attribute %s (%s): `%s` does it%s",
			display.Count(len(names), "regression"), display.List(names), verdict.ABCommand(revisionOf(v.Old.Label, "BASE"), revisionOf(v.New.Label, "HEAD"), lists.Map(late[:min(mostNamed, len(late))], func(k *comparison) results.Key { return k.Key })), flags))
	}
}

// noTime is the reason why a cause is unknown if there was no time to find it.
const noTime = "the budget ended before it was found"

// mostNamed limits the cases of a command.
const mostNamed = 8

// revisionOf returns the revision that a label of a side begins with, or else a placeholder.
func revisionOf(label, placeholder string) string {
	name, _, _ := strings.Cut(label, " (")
	switch {
	case name == "working tree":
		return "."
	case name == "" || strings.Contains(name, " "):
		return placeholder
	}
	return name
}

// explain finds the causes of all comparisons of the worst case of a group.
func (j *judgement) explain(g group) error {
	worst := g[0].index
	c := j.plan.Cases[worst]
	var objects, bytes []instructions.GrownFunction
	var unprofiled string
	var err error
	if slices.Contains(c.Units, unitAllocs) && !(slices.Contains(c.Still, unitAllocs) && slices.Contains(c.Still, unitBytes)) {
		if objects, bytes, unprofiled, err = j.allocating(c.CaseID, c.counted()); err != nil {
			return err
		}
	}
	var timed []*comparison
	for _, k := range g {
		switch {
		case k.index != worst:
		case k.unit == unitAllocs && len(objects) > 0:
			k.Causes, k.explained = j.causes(verdict.ByAllocations, objects, nil), true
		case k.unit == unitBytes && len(bytes) > 0:
			k.Causes, k.explained = j.causes(verdict.ByAllocations, bytes, nil), true
		default:
			if k.unit == unitAllocs || k.unit == unitBytes {
				k.NoCause = cmp.Or(unprofiled, "no line of the module allocates more in a profile of both sides")
			}
			timed = append(timed, k)
		}
	}
	if len(timed) == 0 {
		return nil
	}
	var work *instructions.Difference
	failed := ""
	if variation(j.src) == "" || j.o.Metric.countsToo() { // else programs differ everywhere, and profiles name the functions
		if work, failed, err = j.work(worst); err != nil {
			return err
		}
	}
	for _, k := range g { // worst first; if one is a regression, so are the others
		if work == nil || !j.isTimed(k) || k.Status != verdict.Regression {
			continue
		}
		same, _, err := j.work(k.index)
		if err != nil {
			return err
		}
		if same == nil || !j.acquit(k, same) {
			break
		}
	}
	for _, k := range timed {
		whole := *k // without the results of a search that is ended
		j.counted(&whole, work, bytes)
		if err := j.sampled(&whole, c, work, failed); err != nil {
			return err
		}
		*k, k.explained = whole, true
	}
	return nil
}

// allocating lists the lines that allocate more in head, by objects and by bytes; nil if
// unknown for a reason. The error is that of the context.
func (e *experiment) allocating(c CaseID, operations int) (objects, bytes []instructions.GrownFunction, why string, err error) {
	allocator, ok := e.src.(Allocator)
	if !ok {
		return nil, nil, "allocations of what is measured here cannot be profiled", nil
	}
	objects, bytes, err = AllocationGrowth(e.ctx, allocator, c, Base, Head, operations)
	if err != nil { // counts of instructions may still find a cause
		return nil, nil, "profiling allocations: " + err.Error(), e.ctx.Err()
	}
	return objects, bytes, "", nil
}

// AllocationGrowth lists the functions of the module that allocate more from one side to the
// other in so many operations of a case, by objects and by bytes.
func AllocationGrowth(ctx context.Context, a Allocator, c CaseID, from, to Side, operations int) (objects, bytes []instructions.GrownFunction, err error) {
	fewObjects, fewBytes, err := a.Allocations(ctx, c, from, operations)
	if err != nil {
		return nil, nil, err
	}
	moreObjects, moreBytes, err := a.Allocations(ctx, c, to, operations)
	if err != nil {
		return nil, nil, err
	}
	const least = 0.01 // of an object, in an operation
	return instructions.Growth(fewObjects, moreObjects, operations, least), instructions.Growth(fewBytes, moreBytes, operations, least), nil
}

// causes explains growth. By is the method of detection, "" for counts.
func (e *experiment) causes(by string, grown, callers []instructions.GrownFunction) []results.Cause {
	causes := e.src.(Counter).Explain(e.ctx, grown, callers)
	for i := range causes {
		causes[i].By = by
	}
	return causes
}

// share gives the causes found in a group to its cases that were not explained.
func (j *judgement) share(g group) {
	for _, k := range g {
		if k.explained || j.worth(k) > 1 {
			continue
		}
		from := lists.First(g, func(o *comparison) bool { return o.unit == k.unit && len(o.Causes) > 0 })
		if from == nil {
			k.NoCause = cmp.Or(k.NoCause, noTime)
			continue
		}
		k.NoCause = ""
		for _, c := range from.Causes {
			c.Like = from.Case
			k.Causes = append(k.Causes, c)
		}
	}
}

// counted compares the instructions of a case, if they are known. It charges growth of the
// runtime to the functions that allocate more.
func (j *judgement) counted(k *comparison, work *instructions.Difference, allocating []instructions.GrownFunction) {
	if work == nil {
		return
	}
	if k.unit == unitTime {
		k.Secondary = append(k.Secondary, verdict.Secondary{
			Name: "counted", Unit: unitInstructions, Old: work.Base, New: work.Head, N: work.Repetitions,
			Effect: effectOf(work), Exact: work.Steady(), Meaning: meaning(k.Status, work.Finding),
		})
	}
	if slower := j.worth(k); slower >= 0 && slower <= 2 && work.Finding == instructions.More {
		k.Causes = j.causes("", work.Grown, allocating)
		if len(k.Causes) > 0 {
			k.NoCause = ""
		}
	}
}

const (
	// sampleTime is the duration of a turn of either side. There are at least 4 turns, which
	// give some 200 samples of each side, and more for small changes.
	sampleTime  = 500 * time.Millisecond
	fewestTurns = 4
	mostTurns   = 16
	sampleLimit = 2 * time.Minute // for all turns
)

// turnsFor returns the number of turns that detect a slowdown of a function by a share: twice
// the standard deviation of a difference of Poisson counts, at 100 samples per second.
func turnsFor(share float64) int {
	perTurn := sampleTime.Seconds() * 100
	return max(fewestTurns, min(mostTurns, int(math.Ceil(8/(share*share)/perTurn))))
}

// sampled finds the slower functions of a case whose work is equal, or unknown for a reason.
func (j *judgement) sampled(k *comparison, c PlannedCase, work *instructions.Difference, why string) error {
	worse := k.Status == verdict.Regression || k.Status == verdict.Suspect
	if !worse && k.Status != verdict.Refuted || len(k.Causes) > 0 {
		return nil
	}
	if work != nil && k.unit != unitTime {
		k.NoCause = cmp.Or(k.NoCause, fmt.Sprintf("%s by instructions (%+.2f%%), and only time can be sampled", work.Finding, 100*work.Change))
		return nil
	}
	if sampler, ok := j.src.(Sampler); ok && worse && k.unit == unitTime {
		causes, err := j.sample(sampler, c, k.New/k.Old)
		if j.ctx.Err() != nil {
			return j.ctx.Err()
		}
		if k.Causes = causes; err == nil {
			return nil
		}
		why = lists.Join("; ", why, err.Error())
	}
	k.NoCause = cmp.Or(k.NoCause, why)
	return nil
}

// sample takes profiles of both sides in turns. One side may have been slowed as a whole. So
// only the shares of functions are compared, scaled to the measured time of an operation.
func (e *experiment) sample(s Sampler, c PlannedCase, ratio float64) ([]results.Cause, error) {
	ctx, cancel := context.WithTimeout(e.ctx, sampleLimit)
	defer cancel()
	operations := max(1, int(sampleTime.Seconds()/max(1e-9, c.PerOp)))
	lines := [2]map[instructions.SourceLine]int64{{}, {}}
	var total [2]float64
	var period time.Duration
	turns := turnsFor(ratio - 1)
	for turn := range turns {
		sides := []Side{Base, Head}
		if turn%2 == 1 {
			slices.Reverse(sides)
		}
		for _, side := range sides {
			seen, every, err := s.Sample(ctx, c.CaseID, side, operations, sampleTime)
			if err != nil {
				return nil, fmt.Errorf("sampling the processor: %w", err)
			}
			for line, ns := range seen {
				lines[side][line] += ns
				total[side] += float64(ns)
			}
			period = every
		}
	}
	if total[Base] == 0 || total[Head] == 0 {
		return nil, errors.New("a profile of the processor has no samples")
	}
	// A sample represents a different time per operation on each side.
	scale := ratio * total[Base] / total[Head]
	for line, ns := range lines[Head] {
		lines[Head][line] = int64(float64(ns) * scale)
	}
	n := turns * operations
	change := (ratio - 1) * total[Base] / float64(n)
	grown := instructions.Growth(lines[Base], lines[Head], n, change/10)
	// Sample counts have a Poisson distribution. Growth must exceed twice its standard
	// deviation, since a wrong name is worse than none.
	grown = slices.DeleteFunc(grown, func(g instructions.GrownFunction) bool {
		of := float64(period) / float64(n)
		return g.Head-g.Base < 2*math.Sqrt((g.Base+g.Head*scale)*of)
	})
	if len(grown) == 0 {
		return nil, errors.New("no function takes significantly longer in samples of the processor")
	}
	return e.causes(verdict.BySamples, grown, nil), nil
}
