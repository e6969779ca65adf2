package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/fixture"
)

// recorded returns rounds over cases that record their samples as round and case.
func recorded(samples *[]string, cases ...string) engine.Rounds[string] {
	return engine.Rounds[string]{
		Seed: 1, Stream: 2,
		Open: func(int) []string { return cases },
		Sample: func(ctx context.Context, r engine.Round, c string) error {
			time.Sleep(time.Second)
			*samples = append(*samples, fmt.Sprint(r.Nth, c))
			return ctx.Err()
		},
	}
}

// Each round has every case once. Its order depends on the seed, the stream and its number, so an
// interrupted measurement has the same one.
func TestOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cases := []string{"A", "B", "C", "D", "E"}
		order := func(seed, stream uint64, first int) (samples []string) {
			r := recorded(&samples, cases...)
			r.Seed, r.Stream, r.First, r.Most = seed, stream, first, 6
			fixture.Check(t, r.Run(t.Context()))
			return samples
		}
		all := order(1, 2, 0)
		for nth, round := range slices.Collect(slices.Chunk(all, len(cases))) {
			for _, c := range cases {
				if !slices.Contains(round, fmt.Sprint(nth, c)) {
					t.Errorf("round %d: %q", nth, round)
				}
			}
		}
		if resumed := order(1, 2, 3); !slices.Equal(resumed, all[15:]) {
			t.Errorf("%q after an interruption, want %q", resumed, all[15:])
		}
		for _, other := range [][]string{order(2, 2, 0), order(1, 3, 0)} {
			if len(all) != 30 || len(other) != 30 || slices.Equal(other, all) {
				t.Errorf("%q has the order of another seed or stream", other)
			}
		}
	})
}

// No round begins after the end, except for the fewest ones. Building moves the end.
func TestStop(t *testing.T) {
	for _, test := range []struct {
		name  string
		stop  time.Duration // 0 for none
		least int
		most  int
		built time.Duration // in each round
		want  int           // rounds of 2 s
	}{
		{"most", 0, 0, 4, 0, 4},
		{"time", 5 * time.Second, 0, 0, 0, 3},
		{"most before the time", time.Minute, 0, 4, 0, 4},
		{"fewest", time.Second, 7, 0, 0, 7},
		{"no more than most", time.Second, 7, 4, 0, 4},
		{"time is over", -time.Second, 0, 4, 0, 0},
		{"building", 5 * time.Second, 0, 0, time.Hour, 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			var samples []string
			var ended [][]string
			r := recorded(&samples, "A", "B")
			r.Least, r.Most, r.Takes = test.least, test.most, 2*time.Second
			if test.stop != 0 {
				r.Stop = time.Now().Add(test.stop)
			}
			r.Begin = func(context.Context, engine.Round, []string) error {
				time.Sleep(test.built)
				r.Postpone(test.built)
				return nil
			}
			r.End = func(order []string) error {
				ended = append(ended, order)
				return nil
			}
			r.Progress = func(stage string, done, total int, left time.Duration) {
				if done != len(ended) || left != time.Duration(total-done)*2*time.Second || total > test.want && test.least == 0 {
					t.Errorf("%s: %d of %d, %v left", test.name, done, total, left)
				}
			}
			if err := r.Run(t.Context()); err != nil || len(ended) != test.want || len(samples) != 2*test.want {
				t.Errorf("%s: %d rounds with %d samples, want %d: %v", test.name, len(ended), len(samples), test.want, err)
			}
		})
	}
}

// The deadline of the context ends the rounds without an error. An interruption and errors of
// samples are returned. No sample follows.
func TestEnds(t *testing.T) {
	broken := errors.New("broken")
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			name  string
			ended func(context.Context) (context.Context, context.CancelFunc)
			fails error
			want  error
			most  int // samples
		}{
			{"deadline", func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithTimeout(ctx, 3500*time.Millisecond)
			}, nil, nil, 4},
			{"deadline of a cause", func(ctx context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancelCause(ctx)
				time.AfterFunc(3500*time.Millisecond, func() { cancel(context.DeadlineExceeded) })
				return ctx, func() { cancel(nil) }
			}, nil, nil, 4},
			{"interruption", func(ctx context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(ctx)
				time.AfterFunc(3500*time.Millisecond, cancel)
				return ctx, cancel
			}, nil, context.Canceled, 4},
			{"error", context.WithCancel, broken, broken, 2},
			{"error at the deadline", func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithTimeout(ctx, 1500*time.Millisecond)
			}, broken, broken, 2},
		} {
			var samples []string
			r := recorded(&samples, "A", "B", "C")
			sample := r.Sample
			r.Sample = func(ctx context.Context, round engine.Round, c string) error {
				err := sample(ctx, round, c)
				if len(samples) == 2 && test.fails != nil {
					return test.fails
				}
				return err
			}
			ctx, cancel := test.ended(t.Context())
			if err := r.Run(ctx); !errors.Is(err, test.want) || (err == nil) != (test.want == nil) || len(samples) != test.most {
				t.Errorf("%s: %d samples and %v, want %d and %v", test.name, len(samples), err, test.most, test.want)
			}
			cancel()
		}
	})
}

// Steps are reported with the time that the others take at the same speed.
func TestSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		report := engine.Progress(func(stage string, done, total int, left time.Duration) {
			got = append(got, fmt.Sprintf("%s %d/%d %v", stage, done, total, left))
		})
		for i, name := range engine.Steps(report, "counting", []string{"A", "B", "C"}) {
			time.Sleep(time.Minute)
			if name == "B" {
				break
			}
			got = append(got, fmt.Sprint(i, name))
		}
		if want := []string{"counting 0/3 0s", "0A", "counting 1/3 2m0s"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		n := 0
		for range engine.Steps(nil, "", make([]int, 3)) {
			n++
		}
		if n != 3 {
			t.Errorf("%d steps without a receiver", n)
		}
	})
}
