package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// notify measures how systems keep track of their entities: on component changes and when
// systems run. The option dispatch of the design backends has four variants.
var notify = Scenario{
	Name:     "notify",
	Title:    "Notify",
	Doc:      "with S systems, add a component to each of N entities and remove it, or run all systems",
	From:     "P. Vigier's ECS in C++",
	OnDemand: true,
	Axes: []Axis{{
		Name: "systems", Title: "systems", Doc: "number of systems",
		Default: []int{16, 32, 64}, Min: 1, Max: 1000,
	}, entities},
	Options: []impls.Option{
		{Name: "part", Doc: "timed part: changes, or running all systems", Default: "change", Values: []string{"change", "iterate"}, Named: true},
		changeModes, orderOption,
	},
	Open: func(c Setup) (Workload, error) {
		c.Profile.Systems = c.At["systems"]
		if c.Options["part"] == "change" {
			return openExchanges(c, 2, 0)
		}
		updates, err := openUpdates(c, [][]kernel.Component{kernel.MoveID.Get().Needs}, kernel.MoveID, []row{{0, c.entities(), 0}})
		return &rounds{updates: updates}, err
	},
}

// rounds are runs of all systems.
type rounds struct {
	*updates
	strays int // entities visited by systems that match none
}

func (w *rounds) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *rounds) Run(n int) {
	for range n {
		w.updates.Run(1)
		for system := 1; system < len(w.cfg.Systems); system++ {
			visited := w.world.Run(system, kernel.DeltaTime)
			if !w.cfg.Systems[system].Wants(w.cfg.Bundles[0]) {
				w.strays += visited
			}
		}
	}
}

func (w *rounds) Verify() error {
	if err := verifyCount("entities visited by systems that match none", w.strays, 0); err != nil {
		return err
	}
	return w.updates.Verify()
}
