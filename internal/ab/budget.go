package ab

import (
	"context"
	"fmt"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// A phase of an experiment ends at a share of the budget, counted from Options.Started. No phase
// can use the time of a later one. So the verdict is written in time, and attribution has the
// rest. Building takes no part of the budget.
type phase struct {
	stop float64 // no round begins later
	hard float64 // running trials are ended
}

var (
	inventory   = phase{hard: 0.4}
	piloting    = phase{hard: 0.4}
	countingAll = phase{hard: 0.75}            // where instructions are the metric
	measuring   = phase{stop: 0.6, hard: 0.7}  // rounds over all cases
	remeasuring = phase{stop: 0.7, hard: 0.75} // rounds over underpowered cases, if no case is suspected
	confirming  = phase{stop: 0.85, hard: 0.9} // rounds over suspected cases
	recounting  = phase{hard: 0.95}            // instructions of underpowered cases, if there is nothing to attribute
	attributing = phase{hard: 1}
)

// defaultBudget limits attribution if the number of rounds is given.
const defaultBudget = 5 * time.Minute

// end is the time at which a phase is ended, the zero time for never. If the number of rounds is
// given, only attribution is limited.
func (o *Options) end(p phase) (at time.Time) {
	switch {
	case o.Rounds == 0:
		return o.After(p.hard)
	case p == attributing || p == recounting:
		budget := o.Budget
		if budget <= 0 {
			budget = defaultBudget
		}
		return time.Now().Add(time.Duration((attributing.hard - confirming.stop) * float64(budget)))
	}
	return at
}

// After is the time at which a share of the budget is used.
func (o *Options) After(share float64) time.Time {
	return o.Started.Add(time.Duration(share * float64(o.Budget)))
}

// stop is the time after which no round of a phase begins.
func (o *Options) stop(p phase) time.Time {
	if o.Rounds > 0 {
		return time.Now().AddDate(1, 0, 0)
	}
	return o.After(p.stop)
}

// reserved is the time after which no round over all cases begins: stop, or earlier if so many
// cases have a clear change that confirming them needs the time.
func (e *experiment) reserved(stop time.Time) time.Time {
	needed := time.Duration(0)
	for i := range e.series {
		if e.series[i].clear {
			needed += fewestRounds * e.perRound(i)
		}
	}
	if latest := e.o.stop(confirming).Add(-needed); latest.Before(stop) {
		return latest
	}
	return stop
}

// in runs a phase. over reports that the limit ended the phase, which is no error.
func (e *experiment) in(p phase, do func() error) (over bool, err error) {
	user := e.ctx
	ctx, cancel := context.WithCancelCause(user)
	if end := e.o.end(p); !end.IsZero() {
		e.limit = &limit{time.AfterFunc(time.Until(end), func() { cancel(context.DeadlineExceeded) }), end, user}
	}
	defer func() {
		if e.limit != nil {
			e.limit.timer.Stop()
		}
		cancel(nil)
		e.ctx, e.limit = user, nil
	}()
	e.ctx = ctx
	err = do()
	if err != nil && user.Err() == nil && context.Cause(ctx) == context.DeadlineExceeded {
		return true, nil
	}
	return false, err
}

// A limit ends a phase.
type limit struct {
	timer *time.Timer
	end   time.Time
	user  context.Context // without the limit
}

// building builds within a phase or outside of one. This takes none of the budget: the phase ends
// later by as much.
func (e *experiment) building(do func(context.Context) error) (took time.Duration, err error) {
	ctx, begun := e.ctx, time.Now()
	if e.limit != nil {
		ctx = e.limit.user
		e.limit.timer.Stop()
	}
	limited, cancel := e.o.BuildLimit(ctx)
	defer cancel()
	if err = do(limited); err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = &BuildTimeoutError{e.o.BuildTimeout}
	}
	took = time.Since(begun)
	e.o.Started = e.o.Started.Add(took)
	if e.limit != nil {
		e.limit.end = e.limit.end.Add(took)
		e.limit.timer.Reset(time.Until(e.limit.end))
	}
	return took, err
}

// unbuilt is the verdict if building took too long.
func (o *Options) unbuilt(late *BuildTimeoutError) *verdict.Verdict {
	v := o.verdict("", "")
	v.Summary = "INCONCLUSIVE: nothing was measured"
	v.Problems = []verdict.Problem{{
		Outcome: verdict.Inconclusive,
		What:    fmt.Sprintf("building both sides took longer than --build-timeout %s", display.Duration(late.limit)),
		Remedy:  late.remedy(),
	}}
	v.Tally()
	v.Decide()
	return &v
}
