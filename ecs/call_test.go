package ecs_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// Systems get their arguments whatever the number, kinds and order of their parameters are.
func TestParametersOfAllKinds(t *testing.T) {
	type depth float64
	w := newWorld(t)
	spawned(t, w, Position{7, 0}, Velocity{8, 0}, Health{9})
	a, b, c, d := 1, "b", depth(3), []int{4}
	check(t, w.Provide(&a), w.Provide(&b), w.Provide(&c), w.Provide(&d))
	var got []string
	see := func(values ...any) { got = append(got, fmt.Sprint(values...)) }
	fails := errors.New("it fails")
	type P = *ecs.Query1[ecs.Read[Position]]
	at := func(q P) (x float32) {
		for p := range q.All() {
			x = p.Get().X
		}
		return x
	}
	for i, f := range []any{
		func() { see(0) },
		func(dt ecs.Seconds) { see(dt) },
		func(q P) { see(at(q)) },
		func(q P, dt ecs.Seconds) { see(at(q), dt) },
		func(q P, _ ecs.Without[Frozen], do *ecs.Commands) { see(at(q), do != nil) },
		func(q P, a *int, dt ecs.Seconds) { see(at(q), *a, dt) },
		func(q P, _ ecs.Only) { see(at(q)) },
		func(a *int, b *string, c *depth) { see(*a, *b, *c) },
		func(a *int, b *string, c *depth, dt ecs.Seconds) { see(*a, *b, *c, dt) },
		func(a *int, q P, _ ecs.With[Health], b *string, c *depth) { see(*a, at(q), *b, *c) },
		func(a *int, q P, b *string, c *depth, dt ecs.Seconds) { see(*a, at(q), *b, *c, dt) },
		func(a *int, q P, b *string, c *depth, d *[]int) { see(*a, at(q), *b, *c, *d) },
		func(dt ecs.Seconds, q P) { see(dt, at(q)) },
		func(a int, b string, c depth, d []int) { see(a, b, c, d) },
		func(w *ecs.World) error { see(w.Len()); return nil },
		func() error { see("fails"); return fails },
		func(dt ecs.Seconds) error { see(dt); return fails },
		func(q P) error { see(at(q)); return fails },
		func(q P, dt ecs.Seconds) error { see(at(q), dt); return fails },
		func(q P, a *int) error { see(at(q), *a); return fails },
		func(q P, a *int, dt ecs.Seconds) error { see(at(q), *a, dt); return fails },
		func(q P, a *int, b *string) error { see(at(q), *a, *b); return fails },
		func(q P, a *int, b *string, dt ecs.Seconds) error { see(at(q), *a, *b, dt); return fails },
		func(q P, a *int, b *string, c *depth) error { see(at(q), *a, *b, *c); return fails },
		func(q P, a *int, b *string, c *depth, dt ecs.Seconds) error { see(at(q), *a, *b, *c, dt); return fails },
		func(q P, a int) error { see(at(q), a); return fails },
	} {
		check(t, w.Add(fmt.Sprint(i), f))
		w.Barrier()
	}
	err := w.Tick(0.5)
	want := []string{
		"0", "0.5", "7", "7 0.5", "7 true", "7 1 0.5", "0", "1b3", "1b3 0.5", "1 7b3", "1 7b3 0.5", "1 7b3 [4]", "0.5 7", "1b3 [4]", "1",
		"fails", "0.5", "7", "7 0.5", "7 1", "7 1 0.5", "7 1b", "7 1b0.5", "7 1b3", "7 1b3 0.5", "7 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q,\nwant %q", got, want)
	}
	if n := len(err.(interface{ Unwrap() []error }).Unwrap()); n != 11 || !errors.Is(err, fails) {
		t.Errorf("%d errors, want 11: %v", n, err)
	}
}

// A world rows view without the component, or with one of a store, has no first value.
func TestRowsWithoutAComponent(t *testing.T) {
	w := newWorld(t)
	check(t, ecs.DefineIn(w, keptStore{}))
	spawned(t, w, Position{1, 0}, Kept{2})
	spawned(t, w, Position{3, 0})
	number := func(name string) ecs.Component { return ecs.Component(slices.Index(w.Components(), name)) }
	f, err := w.Filter([]ecs.Component{number("Position")}, nil)
	check(t, err)
	rows := 0
	for r := range f.Chunks() {
		if rows += r.Len(); r.First(number("Position")) == nil || r.First(number("Velocity")) != nil || r.First(number("Kept")) != nil {
			t.Error("rows have other components than their entities")
		}
	}
	if rows != 2 {
		t.Errorf("%d rows, want 2", rows)
	}
}

// BenchmarkTinySystems divides the time of a tick of 100 systems with one entity each by that of as
// many closures.
func BenchmarkTinySystems(b *testing.B) {
	w := newWorld(b)
	spawned(b, w, Position{}, Velocity{})
	var q ecs.Query2[Position, ecs.Read[Velocity]]
	check(b, q.Bind(w))
	var closures []func()
	for i := range 100 {
		check(b, w.Add(fmt.Sprint(i), func(q *ecs.Query2[Position, ecs.Read[Velocity]]) {
			for p, v := range q.All() {
				p.X += v.Get().X
			}
		}))
		closures = append(closures, func() {
			for p, v := range q.All() {
				p.X += v.Get().X
			}
		})
	}
	took := medianTimes(b, 20,
		func() { check(b, w.Tick(1)) },
		func() {
			for _, f := range closures {
				f()
			}
		})
	b.ReportMetric(took[0]/took[1], "tick/closures")
	b.ReportMetric(took[0]/100, "ns/system")
}
