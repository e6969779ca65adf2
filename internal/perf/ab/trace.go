package ab

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
)

// A Tracer is a Source that finds the cases that execute changed code.
type Tracer interface {
	// Touched returns the functions of the tests that execute a function which differs between
	// base and head, and those that no difference affects. Others are unknown.
	Touched(ctx context.Context, cases []CaseID, progress func(done, total int)) (touched, untouched []CaseID, err error)
}

// usualCase is the time that a case mostly needs.
const usualCase = 4 * time.Second

// trace finds the cases that execute changed code, unless the budget has time for all cases. It
// builds programs, which takes none of the budget.
func (e *experiment) trace() error {
	tracer, ok := e.src.(Tracer)
	if !ok || e.o.Rounds > 0 || time.Duration(len(e.inventory.Common))*usualCase <= e.o.Budget {
		return nil
	}
	begun := time.Now()
	_, err := e.building(func(ctx context.Context) (err error) {
		e.plan.Touched, e.plan.Untouched, err = tracer.Touched(ctx, e.inventory.Common, func(done, total int) {
			e.o.Progress.Report("tracing", done, total, begun)
		})
		return err
	})
	if errors.As(err, new(*engine.BuildTimeoutError)) {
		return nil // the cases stay unknown
	}
	return err
}

// urgency orders cases: those that execute changed code, unknown ones, and those that no change
// affects.
func (p *ExperimentPlan) urgency(c CaseID) int {
	switch top := c.Top(); {
	case slices.Contains(p.Touched, top):
		return 0
	case slices.Contains(p.Untouched, top):
		return 2
	}
	return 1
}

// arrange orders the cases by urgency, and then by cost in steps of a factor of 4, so that a slow
// benchmark does not take the rounds of many fast ones.
func (p *ExperimentPlan) arrange() {
	steps := func(c PlannedCase) int { return bits.Len64(uint64(max(0, c.Wall/cheap))) / 2 }
	slices.SortStableFunc(p.Cases, func(a, b PlannedCase) int {
		return cmp.Or(cmp.Compare(p.urgency(a.CaseID), p.urgency(b.CaseID)), cmp.Compare(steps(a), steps(b)))
	})
}
