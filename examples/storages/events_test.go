package storages_test

import (
	"fmt"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/storages"
)

type damage struct{ Points uint64 }

// An emission is a world in which N events are emitted in a tick, visited by handlers that each see
// all of them, and cleared.
type emission struct {
	*ecs.World
	n, ticks int
	sums     []uint64 // by handler
}

func newEmission(t testing.TB, storage string, way ecs.Way, handlers, n int) *emission {
	t.Helper()
	in, err := storages.Find(storage)
	check(t, err)
	w := &emission{World: ecs.New(), n: n, sums: make([]uint64, handlers)}
	check(t, storages.DefineEvent[damage](w.World, in), w.Add("emit", func(do *ecs.Commands) error {
		for i := range w.n {
			if err := ecs.Emit(do, damage{uint64(i + 1)}); err != nil {
				return err
			}
		}
		return nil
	}))
	for i := range w.sums {
		check(t, w.Handle(fmt.Sprint("handle", i), func(q *ecs.Query1[ecs.Read[damage]]) {
			sum := uint64(0)
			for d := range q.All() {
				sum += d.Get().Points
			}
			w.sums[i] += sum
		}))
	}
	check(t, w.SetSchedule(ecs.Schedule{Way: way}))
	return w
}

func (w *emission) step() error {
	w.ticks++
	return w.Tick(1.0 / 64)
}

// verify compares what the handlers have seen with a closed form.
func (w *emission) verify() error {
	want := uint64(w.ticks) * uint64(w.n) * uint64(w.n+1) / 2
	for i, sum := range w.sums {
		if sum != want {
			return fmt.Errorf("wrong state: handler %d: sum of events %d, want %d", i, sum, want)
		}
	}
	if w.Len() != 0 {
		return fmt.Errorf("wrong state: %d events are left after the tick", w.Len())
	}
	return nil
}

// BenchmarkEvents times events that are entities: from Emit, through their handlers, to their end
// with the tick (pfirsich/cpp-ecs).
func BenchmarkEvents(b *testing.B) {
	const n = 1000
	for _, handlers := range []int{1, 4} {
		for _, storage := range storages.Names {
			b.Run(fmt.Sprintf("storage=%s/handlers=%d/n=%d", storage, handlers, n), func(b *testing.B) {
				w := newEmission(b, storage, ecs.Sequential, handlers, n)
				for b.Loop() {
					check(b, w.step())
				}
				check(b, w.verify())
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/n, "ns/entity")
			})
		}
	}
}

// Every handler sees every event once, in every storage and under every schedule.
func TestEvents(t *testing.T) {
	for _, storage := range storages.Names {
		for _, way := range ecs.Ways {
			for _, n := range []int{1, 2, 1000} {
				w := newEmission(t, storage, way, 4, n)
				defer w.Close()
				check(t, w.step(), w.step(), w.step())
				if err := w.verify(); err != nil {
					t.Errorf("%d events in %s, %s: %v", n, storage, way, err)
				}
				w.sums[0]++
				if w.verify() == nil {
					t.Errorf("%d events in %s: another sum is verified", n, storage)
				}
			}
		}
	}
}
