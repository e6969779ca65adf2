package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// notify asks what it costs that systems know their members: when components
// come and go, and when the systems run. The seeds have four answers, which are
// the option dispatch of the seed backends.
var notify = Scenario{
	Name:     "notify",
	Title:    "Notify",
	Doc:      "with S systems, add a component to each of N entities and remove it, or run all systems",
	Verb:     "keeps systems informed of",
	From:     "P. Vigier's ECS in C++",
	OnDemand: true,
	Axes: []Axis{{
		Name: "systems", Title: "systems", Doc: "systems that there are",
		Default: []int{16, 32, 64}, Min: 1, Max: 1000,
	}, entities},
	Options: []impls.Option{
		{Name: "part", Doc: "which part is timed: changes, or running all systems", Default: "change", Values: []string{"change", "iterate"}, Named: true},
		changeModes, orderOption,
	},
	Open: func(c Case) (Workload, error) {
		c.Profile.Systems = c.At["systems"]
		if c.Options["part"] == "change" {
			return openExchanges(c, 2, 0, 0)
		}
		updates, err := openUpdates(c, [][]kernel.Component{kernel.MoveID.Get().Needs}, kernel.MoveID, []row{{0, c.entities(), 0}})
		return &rounds{updates: updates}, err
	},
}

// rounds are runs of every system, one after the other.
type rounds struct {
	*updates
	strays int // entities visited by systems that want none
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
	if err := verifyCount("entities visited by systems that want none", w.strays, 0); err != nil {
		return err
	}
	return w.updates.Verify()
}
