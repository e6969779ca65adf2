package engine_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
)

// Processes that hang until their limits leave time for others, whatever the budget and the longest
// limit are.
func TestLimitsLeaveTimeForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, total := range []time.Duration{5 * time.Second, 24 * time.Second, 2 * time.Minute, time.Hour} {
			for _, most := range []time.Duration{time.Second, 30 * time.Second, 15 * time.Minute} {
				b, begun := engine.NewBudget(t.Context(), time.Now().Add(total)), time.Now()
				limit := engine.LimitEach(b, most)
				for range 3 {
					each := limit()
					if each <= 0 || each > most {
						t.Errorf("a limit of %v, at most %v", each, most)
					}
					b.Build(0, func(context.Context) error { time.Sleep(time.Hour); return nil })
					begun = begun.Add(time.Hour)
					time.Sleep(each)
				}
				if left := total - time.Since(begun); left < total/10 {
					t.Errorf("three of at most %v leave %v of %v", most, left, total)
				}
				b.Close()
			}
		}
		if got := engine.LimitEach(t.Context(), time.Hour)(); got != time.Hour {
			t.Errorf("%v without a budget", got)
		}
	})
}

// Building takes none of a budget, whatever it takes, and has a limit of its own. Interruptions end
// both.
func TestBuildsMoveTheEndOfABudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, building := range []time.Duration{0, time.Second, time.Hour} {
			user, interrupt := context.WithCancel(t.Context())
			b, begun := engine.NewBudget(user, time.Now().Add(time.Minute)), time.Now()
			wait := func(d time.Duration) func(context.Context) error {
				return func(ctx context.Context) error {
					select {
					case <-time.After(d):
					case <-ctx.Done():
					}
					return ctx.Err()
				}
			}
			for range 3 {
				if took, err := b.Build(0, wait(building)); took != building || err != nil {
					t.Errorf("built in %v: %v", took, err)
				}
			}
			if _, err := b.Build(time.Minute, wait(2*time.Minute)); !errors.As(err, new(*engine.BuildTimeoutError)) {
				t.Errorf("beyond the limit: %v", err)
			}
			wait(30 * time.Second)(b)
			if b.Err() != nil || b.IsOver() {
				t.Error("it is over after half of the time")
			}
			if <-b.Done(); time.Since(begun) != 3*building+2*time.Minute || !b.IsOver() {
				t.Errorf("over after %v, builds of %v", time.Since(begun), building)
			}
			b.Close()
			b = engine.NewBudget(user, time.Now().Add(time.Minute))
			interrupt()
			if _, err := b.Build(time.Hour, wait(time.Minute)); !errors.Is(err, context.Canceled) || b.Err() == nil || b.IsOver() {
				t.Errorf("interrupted: %v", err)
			}
			b.Close()
		}
	})
}
