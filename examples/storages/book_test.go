package storages_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/storages"
)

// A bookPart is an operation of the benchmark of the ECS book that mapvalues comes from.
type bookPart struct {
	name    string
	prepare func(b *bookWorld, n int) error // untimed, in an empty world
	run     func(b *bookWorld, n int) error
	alive   func(n int) int // entities afterwards
}

var bookParts = []bookPart{
	{"init", nil, (*bookWorld).Create, func(n int) int { return n }},
	{"update", (*bookWorld).Create, func(b *bookWorld, _ int) error { return b.Update() }, func(n int) int { return n }},
	{"expand", (*bookWorld).Create, (*bookWorld).Create, func(n int) int { return 2 * n }},
	{"churn", (*bookWorld).Create, func(b *bookWorld, n int) error {
		if err := b.Create(n); err != nil {
			return err
		}
		return b.Kill(rand.New(rand.NewPCG(1, 5)), n/2)
	}, func(n int) int { return 2*n - n/2 }},
}

// verify compares the world with a model after the part has run.
func (p bookPart) verify(b *bookWorld, n int) error {
	if got, want := b.Len(), p.alive(n); got != want {
		return fmt.Errorf("wrong state: %d entities, want %d", got, want)
	}
	return b.Verify()
}

// BenchmarkBook times the set-up of a world of N entities, a tick of its three systems, adding as
// many entities again, and adding them and destroying half as many at random.
func BenchmarkBook(b *testing.B) {
	const n = 16_384
	for _, p := range bookParts {
		ways := []ecs.Way{ecs.Sequential}
		if p.name == "update" {
			ways = ecs.Ways
		}
		for _, way := range ways {
			for _, storage := range storages.Names {
				b.Run(fmt.Sprintf("part=%s/storage=%s/way=%s/n=%d", p.name, storage, way, n), func(b *testing.B) {
					var w *bookWorld
					for b.Loop() {
						switch {
						case p.prepare == nil: // setting up is what is timed
							w = newBookWorld(b, storage, way)
						case p.name != "update" || w == nil:
							b.StopTimer()
							w = newBookWorld(b, storage, way)
							check(b, p.prepare(w, n))
							b.StartTimer()
						}
						check(b, p.run(w, n))
					}
					defer w.Close()
					check(b, p.verify(w, n))
					b.ReportMetric(float64(b.Elapsed())/float64(b.N)/n, "ns/entity")
				})
			}
		}
	}
}

// Every part leaves the state of the model, in every storage and under every schedule, and the
// verification finds a world with another tick.
func TestBook(t *testing.T) {
	for _, storage := range storages.Names {
		for _, p := range bookParts {
			for _, n := range []int{1, 2, 64, 1000} {
				for _, way := range ecs.Ways {
					w := newBookWorld(t, storage, way)
					defer w.Close()
					if p.prepare != nil {
						check(t, p.prepare(w, n))
					}
					check(t, p.run(w, n))
					if err := p.verify(w, n); err != nil {
						t.Errorf("%s of %d in %s, %s: %v", p.name, n, storage, way, err)
					}
					check(t, w.Tick(1))
					if p.verify(w, n) == nil {
						t.Errorf("%s of %d in %s: a world with another tick is verified", p.name, n, storage)
					}
				}
			}
		}
	}
}
