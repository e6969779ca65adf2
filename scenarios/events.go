package scenarios

import (
	"errors"
	"fmt"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
)

// events measures events that are entities: from Emit, through handlers that each see all of
// them, to their end with the tick.
var events = Scenario{
	Name:     "events",
	Title:    "Events",
	Doc:      "a tick in which N events are emitted, visited by H handlers and cleared, as entities of package ecs",
	From:     "pfirsich/cpp-ecs",
	OnDemand: true,
	Axes: []Axis{{
		Name: "handlers", Title: "handlers", Doc: "handlers that visit every event",
		Default: []int{1, 4}, Min: 1, Max: 64,
	}, {Name: entities.Name, Title: entities.Title, Doc: "events in a tick", Default: []int{1_000}, Min: 1, Max: 1_000_000, Size: true}},
	Options: []impls.Option{wayOption},
	Open: func(c Case) (Workload, error) {
		storage, err := storageOf(c)
		if err != nil {
			return nil, err
		}
		design, err := registry.Storage(storage)
		if err != nil {
			return nil, err
		}
		w := &emission{n: c.entities(), sums: make([]uint64, c.At["handlers"])}
		w.world = ecs.New()
		err = errors.Join(
			registry.DefineEvent[damage](w.world, design),
			w.world.Add("emit", func(do *ecs.Commands) error {
				for i := range w.n {
					if err := ecs.Emit(do, damage{uint64(i + 1)}); err != nil {
						return err
					}
				}
				return nil
			}),
		)
		for i := range w.sums {
			err = errors.Join(err, w.world.Handle(fmt.Sprint("handle", i), func(q *ecs.Query1[ecs.Read[damage]]) {
				sum := uint64(0)
				for d := range q.All() {
					sum += d.Get().Points
				}
				w.sums[i] += sum
			}))
		}
		return w, errors.Join(err, w.world.SetSchedule(ecs.Schedule{Way: ecs.Way(c.Options["way"])}))
	},
}

type damage struct{ Points uint64 }

type emission struct {
	world *ecs.World
	n     int
	sums  []uint64 // by handler
	done  int
	err   error
}

func (w *emission) Entities() int          { return w.n }
func (w *emission) MaxOperations() int     { return 1 << 30 }
func (w *emission) Prepare(int) error      { return nil }
func (w *emission) Warm() (float64, error) { w.Run(1); return 1, w.err }

func (w *emission) Run(n int) {
	for range n {
		if err := w.world.Tick(1.0 / 64); err != nil {
			w.err = err
		}
	}
	w.done += n
}

func (w *emission) Verify() error {
	if w.err != nil {
		return fmt.Errorf("wrong work: %w", w.err)
	}
	want := uint64(w.done) * uint64(w.n) * uint64(w.n+1) / 2
	for i, sum := range w.sums {
		if sum != want {
			return fmt.Errorf("wrong state: handler %d: sum of events %d, want %d", i, sum, want)
		}
	}
	return verifyCount("events left after the tick", w.world.Len(), 0)
}
