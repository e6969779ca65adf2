package gameengine

import (
	"slices"

	ecs "github.com/marioolofo/go-gameengine-ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A kind is entities with the same components. The library does not report the
// components of an entity, and a missing one is a memory fault
// (TestAbsentComponentPanics). So a program that excludes components must track them:
// here by a number per entity.
type kind struct {
	set   []kernel.Component
	after []int32 // by move: the kind that it makes, doesNotFit or unknown
}

const (
	doesNotFit = -1
	unknown    = -2
)

// kinds are all kinds of a world.
type kinds struct {
	cfg     impls.Config
	list    []kind
	of      []int32  // by entity ID
	bundles []int32  // by bundle: its kind
	exclude [][]bool // by system and kind; made anew when there are more kinds
}

func newKinds(cfg impls.Config) *kinds {
	ks := &kinds{cfg: cfg, exclude: make([][]bool, len(cfg.Systems))}
	for _, set := range cfg.Bundles {
		ks.bundles = append(ks.bundles, ks.number(set))
	}
	return ks
}

func (ks *kinds) number(set []kernel.Component) int32 {
	at := slices.IndexFunc(ks.list, func(k kind) bool { return slices.Equal(k.set, set) })
	if at < 0 {
		ks.list = append(ks.list, kind{set, slices.Repeat([]int32{unknown}, len(ks.cfg.Moves))})
		at = len(ks.list) - 1
	}
	return int32(at)
}

// born keeps the kind of new entities.
func (ks *kinds) born(es handles, bundle int) {
	for _, e := range es {
		for e.ID() >= uint64(len(ks.of)) {
			ks.of = append(ks.of, 0)
		}
		ks.of[e.ID()] = ks.bundles[bundle]
	}
}

// move changes the kind of an entity, if the move fits.
func (ks *kinds) move(e ecs.EntityID, move int) bool {
	from := ks.of[e.ID()]
	to := ks.list[from].after[move]
	if to == unknown {
		to = doesNotFit
		if set := ks.list[from].set; ks.cfg.Moves[move].Fits(set) {
			to = ks.number(ks.cfg.Moves[move].Of(set))
		}
		ks.list[from].after[move] = to
	}
	if to == doesNotFit {
		return false
	}
	ks.of[e.ID()] = to
	return true
}

func (ks *kinds) has(e ecs.EntityID, c kernel.Component) bool {
	return slices.Contains(ks.list[ks.of[e.ID()]].set, c)
}

// excluded reports for each kind whether a system excludes it.
func (ks *kinds) excluded(system int) []bool {
	if len(ks.exclude[system]) < len(ks.list) {
		ks.exclude[system] = nil
		for _, k := range ks.list {
			passed := slices.ContainsFunc(ks.cfg.Systems[system].Without, func(c kernel.Component) bool { return slices.Contains(k.set, c) })
			ks.exclude[system] = append(ks.exclude[system], passed)
		}
	}
	return ks.exclude[system]
}
