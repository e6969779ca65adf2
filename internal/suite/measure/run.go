package measure

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// A Measurer takes one sample of a case. See [Process].
type Measurer interface {
	Measure(ctx context.Context, r Request, timeout time.Duration) (Answer, error)
}

// An Observer receives the progress of a run.
type Observer interface {
	Sampled(p RunState)
	// Excepted is called when a case is failed or unsupported.
	Excepted(kind string, e results.Exception)
}

// RunState is the state of a run.
type RunState struct {
	Case      string
	Samples   int           // taken in this session
	Open      int           // cases that are not precise enough yet
	Cases     int           // all cases
	Elapsed   time.Duration // of this session
	Remaining time.Duration // estimate
}

// An Outcome is the result of a session.
type Outcome struct {
	Reason     string        // "complete", "budget" or "interrupted"
	Samples    int           // taken in this session
	Counted    int           // of these, without disturbed ones and those of failed cases
	Unmeasured int           // cases without a sample when the budget ended
	Cases      int           // all cases
	Enough     time.Duration // estimate of the budget that suffices for all cases; 0 if this one did
	Elapsed    time.Duration
	Conditions []results.Condition // of the machine during the session
	Noise      results.Noise       // samples of this session by noise probe
}

// end is the outcome in the file of the session.
func (o *Outcome) end() results.End {
	return results.End{Reason: o.Reason, Seconds: o.Elapsed.Seconds(), Conditions: o.Conditions, Noise: &o.Noise}
}

// The reasons for which a session ends.
const (
	Complete    = "complete"
	OutOfBudget = "budget"
	Interrupted = results.Interrupted
)

// A Verifier also compares implementations with the model.
type Verifier interface {
	// Verify returns the first difference to the model, or "" if there is none or the
	// time is too short.
	Verify(ctx context.Context, impl string, timeout time.Duration) (wrong string, err error)
}

// A Shuffler measures implementations by several programs that differ in the order of their
// functions, in turns.
type Shuffler interface {
	// Orders returns their number, 0 for one program.
	Orders(impl string) int
}

// longestCheck bounds the check of an implementation before its first sample.
const longestCheck = 20 * time.Second

// describe records each implementation: its version, its notes, and whether it agrees
// with the model.
func (r *run) describe(ctx context.Context, known map[string]results.Implementation) error {
	for _, spec := range r.plan.Impls {
		chosen, err := registry.Find(spec)
		if _, done := known[spec]; err != nil || done {
			continue // revision measured by ab, or described by an earlier session
		}
		described := results.Implementation{Name: chosen.Spec.String(), Version: chosen.Version, Released: chosen.Released, Notes: chosen.Notes, Program: chosen.Program}
		most := longestCheck
		if r.plan.Budget > 0 && r.plan.Rounds == 0 {
			most = min(most, max(r.plan.Budget/20, time.Second), r.plan.Budget/2-time.Since(r.start))
		}
		if verifier, ok := r.measurer.(Verifier); ok && most > 0 {
			if described.Wrong, err = verifier.Verify(ctx, spec, most); err != nil && ctx.Err() == nil {
				return fmt.Errorf("verify %s: %w", spec, err)
			}
		}
		if shuffler, ok := r.measurer.(Shuffler); ok {
			described.Orders = shuffler.Orders(spec)
		}
		if described.Wrong != "" {
			described.Wrong = shorten(described.Wrong)
			r.watch.Excepted("wrong work", results.Exception{Case: spec, Reason: described.Wrong})
		}
		if err := r.out.Annotate(results.KindMeasured, described); err != nil {
			return err
		}
	}
	return nil
}

type run struct {
	schedule
	measurer       Measurer
	out            *results.Writer
	watch          Observer
	start          time.Time
	outcome        Outcome
	added          map[string]int    // component types that scenarios need beyond those of the profile
	floor          timing.NoiseFloor // from the lowest noise probes of the workers
	timed, clocked int               // samples of time, and those of them with a clock
}

// end completes the outcome of the rounds, which ended with an error.
func (r *run) end(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		r.outcome.Reason, err = Interrupted, nil
	case err == nil:
		if len(r.open()) > 0 && r.plan.AtLeast == 0 {
			r.outcome.Reason = OutOfBudget
		}
		if err = r.acceptMissing(); err == nil {
			err = r.acceptUnmeasured()
		}
	}
	r.outcome.Elapsed, r.outcome.Counted = time.Since(r.start), r.counted()
	return err
}

// visit takes a sample of a case, unless the budget has ended.
func (r *run) visit(ctx context.Context, _ engine.Round, t *track) error {
	if r.limited() && r.left() <= 0 && !r.promised(t) {
		return nil
	}
	if err := r.sample(ctx, t); err != nil {
		return err
	}
	r.watch.Sampled(RunState{
		Case: t.Name, Samples: r.outcome.Samples,
		Open: len(r.open()), Cases: len(r.tracks),
		Elapsed: time.Since(r.start), Remaining: r.remaining(r.left(), r.limited()),
	})
	return nil
}

// sample takes a sample of a case. Its error is that of the context if this has ended.
func (r *run) sample(ctx context.Context, t *track) error {
	before := time.Now()
	t.Request.Probe, t.Request.Turn = r.floor.Probe(), t.samples()
	limited, stop := r.withinBudget(ctx, t)
	defer stop()
	answer, err := r.measurer.Measure(limited, t.Request, r.plan.Timeout)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && limited.Err() != nil {
		t.attempts, t.cut = t.attempts+1, true
		t.spent += time.Since(before)
		return nil // keep the samples taken so far
	}
	if err != nil {
		return fmt.Errorf("measure %s: %w", t.Name, err)
	}
	r.floor.Add(answer.Probe)
	t.attempts++
	if answer.AddedTypes > 0 {
		r.added[t.Scenario] = max(r.added[t.Scenario], answer.AddedTypes)
	}
	if err := r.record(t, answer); err != nil {
		return err
	}
	if answer.has("ns/op") && !t.program {
		r.timed++
	}
	if answer.has(results.UnitClock) {
		r.clocked++
	}
	t.spent += time.Since(before)
	r.outcome.Samples++
	return nil
}

// left is the remaining time of the budget.
func (r *run) left() time.Duration { return r.plan.Budget - time.Since(r.start) }

// withinBudget ends a sample with the budget. While other cases are open, the first sample of a
// case gets half of the time that is left, so that a slow case does not displace all others.
func (r *run) withinBudget(ctx context.Context, t *track) (context.Context, context.CancelFunc) {
	if !r.limited() || r.promised(t) {
		return context.WithCancel(ctx)
	}
	left := r.left()
	others := slices.ContainsFunc(r.open(), func(other *track) bool { return other != t })
	if t.samples() == 0 && others {
		left = max(left/2, min(left, leastSample))
	}
	return context.WithTimeout(ctx, left)
}

const leastSample = 2 * time.Second

// acceptUnmeasured records the cases for which the budget had no time.
func (r *run) acceptUnmeasured() error {
	list := lists.Filter(r.tracks, func(t *track) bool { return !t.excepted && t.taken() == 0 })
	r.outcome.Unmeasured, r.outcome.Cases = len(list), len(r.tracks)
	if len(list) > 0 {
		r.outcome.Enough = time.Since(r.start) + r.remaining(0, false)
	}
	for _, t := range list {
		e := results.Exception{Case: t.Name, Reason: fmt.Sprintf("the budget of %s ended", display.Duration(r.plan.Budget)), Late: true}
		if err := r.out.Annotate(results.KindFailed, e); err != nil {
			return err
		}
	}
	return nil
}

// record writes the result of a sample to the file first.
func (r *run) record(t *track, a Answer) error {
	kind, reason := results.KindFailed, a.Failed
	if a.Unsupported != "" {
		kind, reason = results.KindUnsupported, a.Unsupported
	}
	if reason != "" {
		e := results.Exception{Case: t.Name, Reason: shorten(reason), Wrong: a.Wrong}
		t.excepted = true
		r.watch.Excepted(kind, e)
		return r.out.Annotate(kind, e)
	}
	sample := results.Sample{Case: t.Name, Iterations: a.Iterations, Values: a.Values}
	if a.Disturbed {
		return r.retake(t, results.Disturbed{Sample: sample, Noise: math.Round(1000*a.Noise) / 1000})
	}
	if a.Noise > 0 {
		r.outcome.Noise.Quiet++
	} else if a.has("ns/op") && !t.program {
		r.outcome.Noise.Unknown++
	}
	t.add(a.Values)
	return r.out.Sample(sample)
}

// conditions returns those detected in the samples.
func (r *run) conditions() (list []results.Condition) {
	if without := r.timed - r.clocked; without > 0 {
		list = append(list, results.Condition{
			Name:   "clock of the core",
			State:  fmt.Sprintf("could not be read in %d of %d samples, which have time alone and no cycles", without, r.timed),
			Remedy: "compare them on a machine that keeps its clock, or in turns with `ecsbench ab`",
		})
	}
	if programs := r.plan.answering(); len(programs) > 0 {
		names := lists.Map(programs, func(p ExternalProgram) string { return p.Name })
		list = append(list, results.Condition{
			Name:   "programs",
			State:  fmt.Sprintf("samples of %s have no noise probe and no clock of the core, so disturbed ones count like others", strings.Join(names, ", ")),
			Remedy: "stop other programs, or use a machine of your own",
		})
	}
	for _, scenario := range slices.Sorted(maps.Keys(r.added)) {
		list = append(list, results.Condition{
			Name:   "component types",
			State:  fmt.Sprintf("%s needs %d more than the %d of profile %s: they were added", scenario, r.added[scenario], r.plan.Profile.ComponentTypes, r.plan.Profile.Name),
			Remedy: "raise component-types in the profile",
		})
	}
	return append(list, r.noiseCondition()...)
}

// shorten limits the reason of a failure, such as a long panic, to the length of a
// line.
func shorten(reason string) string {
	const most = 1000
	if len(reason) <= most {
		return reason
	}
	return strings.ToValidUTF8(reason[:most], "") + " ..."
}
