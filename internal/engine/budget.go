package engine

import (
	"context"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
)

// A Budget is a context that ends with another one or at a time, which building moves.
type Budget struct {
	context.Context
	user   context.Context // does not end at the time
	cancel context.CancelCauseFunc
	timer  *time.Timer // nil without a time
	end    time.Time
}

// NewBudget returns a budget that ends at a time; the zero time is no limit.
func NewBudget(ctx context.Context, end time.Time) *Budget {
	b := &Budget{user: ctx, end: end}
	b.Context, b.cancel = context.WithCancelCause(ctx)
	if !end.IsZero() {
		b.timer = time.AfterFunc(time.Until(end), func() { b.cancel(context.DeadlineExceeded) })
	}
	return b
}

// Deadline is the end, which building moves.
func (b *Budget) Deadline() (end time.Time, ok bool) {
	if b.end.IsZero() {
		return b.Context.Deadline()
	}
	return b.end, true
}

// LimitEach returns the limits of processes in ctx, one after the other: most, but at most half of the
// time left, so that some that hang leave time for the others. None is less than a 20th of the time.
func LimitEach(ctx context.Context, most time.Duration) func() time.Duration {
	left := func() time.Duration {
		if end, ok := ctx.Deadline(); ok {
			return time.Until(end)
		}
		return 2 * most
	}
	const unit = 100 * time.Millisecond // of printed limits
	least := max(unit, left()/20)
	return func() time.Duration { return min(most, max(least, left()/2).Round(unit)) }
}

// Close releases the resources of the budget.
func (b *Budget) Close() {
	if b.timer != nil {
		b.timer.Stop()
	}
	b.cancel(nil)
}

// IsOver reports whether the time ended the budget, and nothing else did before.
func (b *Budget) IsOver() bool {
	return b.user.Err() == nil && context.Cause(b.Context) == context.DeadlineExceeded
}

// Build builds, and returns the time that this took. If it exceeds the timeout, the error is a
// [BuildTimeoutError]; 0 is no limit.
func Build(ctx context.Context, timeout time.Duration, do func(context.Context) error) (took time.Duration, err error) {
	begun, limited, cancel := time.Now(), ctx, context.CancelFunc(func() {})
	if timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, timeout)
	}
	defer cancel()
	if err = do(limited); err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = &BuildTimeoutError{timeout}
	}
	return time.Since(begun), err
}

// Build is [Build], and moves the end of the budget by the time that it takes.
func (b *Budget) Build(timeout time.Duration, do func(context.Context) error) (took time.Duration, err error) {
	if b.timer != nil {
		b.timer.Stop()
	}
	took, err = Build(b.user, timeout, do)
	if b.timer != nil && b.Err() == nil {
		b.end = b.end.Add(took)
		b.timer.Reset(time.Until(b.end))
	}
	return took, err
}

// A BuildTimeoutError reports that building took longer than its limit.
type BuildTimeoutError struct{ Limit time.Duration }

func (e *BuildTimeoutError) Error() string {
	return "building took longer than --build-timeout " + display.Duration(e.Limit) + ": " + BuildRemedy
}

// BuildRemedy is the remedy for a [BuildTimeoutError].
const BuildRemedy = "use a longer one, name fewer packages, or keep Go's build cache between runs"
