package measure

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/measure/machine"
	"github.com/ecsbench/ecsbench/results"
)

// A Measurer takes one sample of a case; [Process] is the real one.
type Measurer interface {
	Measure(ctx context.Context, r Request, timeout time.Duration) (Answer, error)
}

// An Observer is told how a run gets on.
type Observer interface {
	// Sampled comes after each sample.
	Sampled(p Progress)
	// Excepted comes when a case turns out to be failed or unsupported.
	Excepted(kind string, e results.Exception)
}

// Progress says how far a run is.
type Progress struct {
	Case      string
	Round     int
	Samples   int           // taken in this session
	Open      int           // cases not done
	Cases     int           // all cases
	Elapsed   time.Duration // of this session
	Remaining time.Duration // estimate
}

// An Outcome is how a session of measuring ended.
type Outcome struct {
	Reason     string // "complete", "budget" or "interrupted"
	Samples    int    // taken in this session
	Elapsed    time.Duration
	Spent      Spending                 // on the samples
	Costs      map[string]time.Duration // of each case, to plan by
	Conditions []machine.Condition      // what the machine was like meanwhile
}

// The reasons for which a session ends.
const (
	Complete    = "complete"
	OutOfBudget = "budget"
	Interrupted = "interrupted"
)

// Prior is what an interrupted run already has: the samples of each
// case, and cases that are unsupported, by case name. Cases that failed are
// tried again.
type Prior struct {
	Samples  map[string]Series
	Excepted map[string]bool
}

// PriorOf takes from a result file what [Run] must not measure again.
func PriorOf(f *results.File) Prior {
	p := Prior{Samples: make(map[string]Series), Excepted: make(map[string]bool)}
	for _, c := range f.Cases {
		p.Samples[c.Name] = Series{c.Values[c.Units[0]], c.Values[results.UnitCycles]}
	}
	for _, e := range f.Unsupported {
		p.Excepted[e.Case] = true
	}
	return p
}

// Run measures the cases of a plan and appends each sample to out as it comes.
// When ctx is cancelled it ends between two samples, and the outcome says so;
// an error means that measuring or writing is not possible.
func Run(ctx context.Context, plan Plan, prior Prior, m Measurer, out *results.Writer, watch Observer) (Outcome, error) {
	cases, err := plan.Cases()
	if err != nil {
		return Outcome{}, err
	}
	s := &schedule{plan: plan}
	round := 0
	for _, c := range cases {
		t := &track{Case: c, excepted: prior.Excepted[c.Name]}
		t.series = prior.Samples[c.Name]
		t.precision = t.series.Precision()
		t.spent = time.Duration(t.samples()) * typicalSample
		s.tracks = append(s.tracks, t)
		round = max(round, t.samples())
	}
	start, look := time.Now(), machine.Watch()
	quiet := time.Duration(0) // what the gauge of the workers took at best
	limited := plan.Budget > 0 && plan.Count == 0
	outcome := Outcome{Reason: Complete, Costs: make(map[string]time.Duration)}
	timed, clocked := 0, 0 // samples of time, and those of them with the clock
	end := func() (Outcome, error) {
		outcome.Elapsed, outcome.Conditions = time.Since(start), append(look(), clockCondition(timed-clocked, timed)...)
		return outcome, nil
	}
	for ; ; round++ {
		left := plan.Budget - time.Since(start)
		list := s.next(round, left, limited)
		if len(list) == 0 {
			return end()
		}
		for _, t := range list {
			if limited && time.Since(start) > plan.Budget && t.samples() > 0 {
				outcome.Reason = OutOfBudget
				continue // the first round is completed in any case
			}
			before := time.Now()
			t.Request.Quiet = quiet
			answer, err := m.Measure(ctx, t.Request, plan.Timeout)
			if ctx.Err() != nil || errors.Is(err, context.Canceled) {
				outcome.Reason = Interrupted
				return end()
			}
			if err != nil {
				return Outcome{}, fmt.Errorf("measure %s: %w", t.Name, err)
			}
			if answer.Quiet > 0 && (quiet == 0 || answer.Quiet < quiet) {
				quiet = answer.Quiet
			}
			if err := record(out, watch, t, answer); err != nil {
				return Outcome{}, err
			}
			if answer.has("ns/op") {
				timed++
			}
			if answer.has(results.UnitClock) {
				clocked++
			}
			took := time.Since(before)
			t.spent += took
			outcome.Costs[t.Name] += took
			answer.Spent.Start = took - answer.Spent.total()
			outcome.Spent.add(answer.Spent)
			outcome.Samples++
			watch.Sampled(Progress{
				Case: t.Name, Round: round, Samples: outcome.Samples,
				Open: len(s.open()), Cases: len(cases),
				Elapsed: time.Since(start), Remaining: s.remaining(plan.Budget-time.Since(start), limited),
			})
		}
		if outcome.Reason == OutOfBudget {
			return end()
		}
	}
}

// record writes what came of a sample to the file before anything else
// happens.
func record(out *results.Writer, watch Observer, t *track, a Answer) error {
	kind, reason := results.KindFailed, a.Failed
	if a.Unsupported != "" {
		kind, reason = results.KindUnsupported, a.Unsupported
	}
	if reason != "" {
		e := results.Exception{Case: t.Name, Reason: shorten(reason)}
		t.excepted = true
		watch.Excepted(kind, e)
		return out.Annotate(kind, e)
	}
	t.add(a.Values)
	return out.Sample(results.Sample{Case: t.Name, Iterations: a.Iterations, Values: a.Values})
}

// clockCondition says that time is all that some samples know.
func clockCondition(without, samples int) []machine.Condition {
	if without == 0 {
		return nil
	}
	return []machine.Condition{{
		Name:   "clock of the core",
		State:  fmt.Sprintf("could not be read in %d of %d samples, which have time alone and no cycles", without, samples),
		Remedy: "compare them on a machine that keeps its clock, or in turns with `ecsbench ab`",
	}}
}

// shorten keeps the reason of a failure within what a line of a file may hold;
// a panic may have said anything.
func shorten(reason string) string {
	const most = 1000
	if len(reason) <= most {
		return reason
	}
	return strings.ToValidUTF8(reason[:most], "") + " ..."
}
