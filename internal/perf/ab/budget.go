package ab

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
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
	piloting    = phase{hard: 0.45}
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
		budget := cmp.Or(max(0, o.Budget), defaultBudget)
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
func (m *Meter) in(p phase, do func() error) (over bool, err error) {
	user := m.ctx
	m.limit = engine.NewBudget(user, m.o.end(p))
	defer func() {
		m.limit.Close()
		m.ctx, m.limit = user, nil
	}()
	m.ctx = m.limit
	err = do()
	if err != nil && m.limit.IsOver() {
		return true, nil
	}
	return false, err
}

// building builds within a phase or outside of one. This takes none of the budget: the phase ends
// later by as much.
func (m *Meter) building(do func(context.Context) error) (took time.Duration, err error) {
	if m.limit != nil {
		took, err = m.limit.Build(m.o.BuildTimeout, do)
	} else {
		took, err = engine.Build(m.ctx, m.o.BuildTimeout, do)
	}
	m.o.Started = m.o.Started.Add(took)
	return took, err
}

// unbuilt is the verdict if building took too long.
func (o *Options) unbuilt(late *engine.BuildTimeoutError) *verdict.Verdict {
	v := o.verdict("", "")
	v.Summary = "INCONCLUSIVE: nothing was measured"
	v.Problems = []verdict.Problem{{
		Outcome: verdict.Inconclusive,
		What:    fmt.Sprintf("building both sides took longer than --build-timeout %s", display.Duration(late.Limit)),
		Remedy:  engine.BuildRemedy,
	}}
	v.Tally()
	v.Decide()
	return &v
}
