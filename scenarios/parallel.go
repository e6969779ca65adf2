package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// parallel runs systems on several processors; each system splits its entities.
var parallel = Scenario{
	Name:  "parallel",
	Title: "Parallel",
	Doc:   "a tick of all systems on several workers; one of them moves N entities",
	From:  "pfirsich/cpp-ecs",
	Axes: []Axis{{
		Name: "workers", Title: "workers", Doc: "goroutines per system",
		Default: []int{1, 2}, Min: 1, Max: 1024,
	}, entities},
	Options: []impls.Option{
		{Name: "work", Doc: "work per entity: light moves it, heavy also scales, pushes and turns it", Default: "heavy", Values: []string{"heavy", "light"}},
		registerOption,
	},
	Open: func(c Setup) (Workload, error) {
		k := map[string]kernel.ID{"heavy": kernel.PushID, "light": kernel.MoveID}[c.Options["work"]]
		updates, err := openUpdates(c, [][]kernel.Component{k.Get().Needs}, k, []row{{0, c.entities(), 0}})
		if err != nil {
			return nil, err
		}
		w := &ticks{updates: updates, workers: c.At["workers"], counts: make([]int, len(updates.cfg.Systems))}
		w.ticker, err = impls.As[impls.Ticker](w.world, c.Impl)
		return w, err
	},
}

type ticks struct {
	*updates
	ticker  impls.Ticker
	workers int
	counts  []int // visited, by system
}

func (w *ticks) Workers() int { return w.workers }

func (w *ticks) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *ticks) Run(n int) {
	for range n {
		for system, visited := range w.ticker.Tick(w.workers, kernel.DeltaTime) {
			w.counts[system] += visited
		}
	}
	w.done += n
}

func (w *ticks) Verify() error {
	for system, s := range w.cfg.Systems {
		want := 0
		if s.Wants(w.cfg.Bundles[0]) {
			want = w.entities.Len() * w.done
		}
		if err := verifyCount(fmt.Sprintf("system %d: entities visited by Tick", system), w.counts[system], want); err != nil {
			return err
		}
	}
	return w.verifyState()
}
