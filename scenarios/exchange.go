package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// exchange adds and removes a component, like states and effects in a game.
var exchange = Scenario{
	Name:     "exchange",
	Title:    "Exchange",
	Doc:      "add a component to each of N entities with K components, then remove it from each",
	OnDemand: true,
	Axes: []Axis{{
		Name: "comps", Title: "components", Doc: "components that an entity keeps",
		Default: []int{2, 10}, Min: 1, Max: 10,
	}, entities, aged},
	Options: []impls.Option{filterModes, orderOption, registerOption},
	Open:    func(c Setup) (Workload, error) { return openExchanges(c, c.At["comps"], 0) },
}

// watch is exchange with many systems that match the component.
var watch = Scenario{
	Name:     "watch",
	Title:    "Watch",
	Doc:      "add a component to each of N entities and remove it, with Q more systems that match it",
	OnDemand: true,
	Axes: []Axis{{
		Name: "queries", Title: "queries", Doc: "systems that match the exchanged component",
		Default: []int{1, 50, 100}, Min: 0, Max: 1000,
	}, entities},
	Options: []impls.Option{filterModes, orderOption, registerOption},
	Open:    func(c Setup) (Workload, error) { return openExchanges(c, 2, c.At["queries"]) },
}

// observe is exchange with functions that are called for each added component.
var observe = Scenario{
	Name:     "observe",
	Title:    "Observe",
	Doc:      "add a component to each of N entities and remove it, with O functions called for each added component",
	OnDemand: true,
	Axes: []Axis{{
		Name: "observers", Title: "observers", Doc: "functions called for each added component",
		Default: []int{0, 1, 10}, Min: 0, Max: 1000,
	}, entities},
	Options: []impls.Option{filterModes, orderOption, registerOption},
	Open:    lacking("has no events"),
}

// gained is the exchanged component: 8 bytes, in no other set.
const gained = kernel.FirstFiller + 2

type exchanges struct {
	cfg      impls.Config
	world    impls.World
	changer  impls.Changer
	entities impls.Handles
	order    impls.Handles
	changed  int
	passes   int
}

func openExchanges(c Setup, components, queries int) (Workload, error) {
	set := seedSet(components)
	with := impls.Move{Component: gained}.Of(set)
	cfg, err := config(c, [][]kernel.Component{set, with}, seedKernel(components))
	if err != nil {
		return nil, err
	}
	for i := range queries {
		cfg.Systems = append(cfg.Systems, impls.System{Requires: []kernel.Component{set[i%len(set)], gained}})
	}
	w := &exchanges{cfg: cfg}
	w.cfg.Moves = []impls.Move{{Component: gained}, {Component: gained, Remove: true}}
	w.cfg.Change = results.AccessMode(c.Options[ModeOption])
	w.cfg.Create = w.cfg.Change
	if w.world, err = c.OpenWorld(w.cfg); err != nil {
		return nil, err
	}
	if w.changer, err = impls.As[impls.Changer](w.world, c.Impl); err != nil {
		return nil, err
	}
	w.entities = w.world.Handles(c.entities())
	w.world.Spawn(0, 0, w.entities)
	if err := (population{w.world, w.entities, 2, func(i int) (int, uint32) { return 0, uint32(i) }}).age(c, c.At[aged.Name]); err != nil {
		return nil, err
	}
	w.order = ordered(c, w.entities)
	return w, nil
}

func (w *exchanges) Entities() int          { return w.entities.Len() }
func (w *exchanges) MaxOperations() int     { return 1 << 30 }
func (w *exchanges) Prepare(int) error      { return nil }
func (w *exchanges) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *exchanges) Run(n int) {
	for range n {
		for move := range w.cfg.Moves {
			w.changed += w.changer.Exchange(move, w.order, uint32(w.passes))
		}
		w.passes++
	}
}

// Verify checks all entities without the component, and then some that gain it again.
func (w *exchanges) Verify() error {
	n := w.entities.Len()
	if err := verifyCount("entities changed by Exchange", w.changed, 2*n*w.passes); err != nil {
		return err
	}
	without := group{set: w.cfg.Bundles[0], to: n}
	if err := verifyState(w.world, w.cfg.Types, w.entities, without); err != nil {
		return err
	}
	some := min(n, enough)
	w.changer.Exchange(0, w.entities.Slice(0, some), 0)
	for system, s := range w.cfg.Systems {
		want := 0
		if s.Wants(w.cfg.Bundles[0]) {
			want += n - some
		}
		if s.Wants(w.cfg.Bundles[1]) {
			want += some
		}
		if err := verifyCount(fmt.Sprintf("system %d: entities visited by Run", system), w.world.Run(system, 0), want); err != nil {
			return err
		}
	}
	with := group{set: w.cfg.Bundles[1], to: some}
	return verifyState(w.world, w.cfg.Types, w.entities.Slice(0, some), with)
}
