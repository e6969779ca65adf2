// Package seed opens the run-time of package ecs as an [impls.World]. It is
// what the backends of the seed documents have in common: each brings its
// column type and its loops, and this package does the rest.
package seed

import (
	"errors"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// A Backend is what differs between the backends.
type Backend struct {
	// Column returns an empty storage for the Go type of a kind, given the
	// component's number.
	Column func(impls.Kind, impls.Component) ecs.Storage
	// NewSet returns the entity sets of the backend, indexed the same way as
	// its columns.
	NewSet func() ecs.EntitySet
	Reuse  ecs.ReuseOrder
}

// A World is an impls.World without the loops of [impls.World.Update].
type World struct {
	*ecs.World
	Systems []impls.System
	sets    []ecs.Set
}

// Open registers everything that the configuration names, in the given way of
// keeping membership.
func Open(cfg impls.Config, dispatch ecs.Dispatch, b Backend) (*World, error) {
	inner, err := ecs.New(ecs.Options{Dispatch: dispatch, Reuse: b.Reuse, NewSet: b.NewSet})
	if err != nil {
		return nil, err
	}
	w := &World{World: inner, Systems: cfg.Systems}
	var errs []error
	for c, kind := range cfg.Components {
		_, err := inner.RegisterStorage(b.Column(kind, impls.Component(c)))
		errs = append(errs, err)
	}
	for _, s := range cfg.Systems {
		_, err := inner.AddSystem(ecs.NewRequirement(s.Requires...))
		errs = append(errs, err)
	}
	used := make(map[impls.Component]bool)
	for _, set := range cfg.Sets {
		prepared, err := inner.Prepare(set...)
		errs = append(errs, err)
		w.sets = append(w.sets, prepared)
		for _, c := range set {
			used[c] = true
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if cfg.Capacity > 0 {
		var cs []impls.Component
		for c := range used {
			cs = append(cs, c)
		}
		inner.Reserve(cfg.Capacity, cs...)
	}
	return w, nil
}

// Spawn is impls.World.Spawn.
func (w *World) Spawn(set int, first uint32, dst []impls.Entity) {
	w.Create(w.sets[set], first, dst)
}

// Has is impls.World.Has.
func (w *World) Has(e impls.Entity, c impls.Component) bool { return w.World.Has(e, c) }

// Column returns the storage of a component as the backend's own type, or nil
// if the component is not registered.
func Column[C any](w *World, c impls.Component) (column C) {
	if int(c) < w.Types() {
		column, _ = w.Storage(c).(C)
	}
	return column
}

// Join is the dispatch of backends that need no membership: a system goes
// through the storages of the components it requires, and meets its members
// there.
const Join = "join"

// Joined returns what the run-time is to do under the dispatch that was chosen.
// Under a join it keeps no sets, and only scans for those who ask it.
func Joined(dispatch string) (way ecs.Dispatch, join bool) {
	if dispatch == Join {
		return ecs.Scan, true
	}
	return ecs.Dispatch(dispatch), false
}

// DispatchOption is the option with which every backend offers the other ways
// to keep membership. The default comes first.
func DispatchOption(byDefault string) impls.Option {
	o := impls.Option{
		Name:    "dispatch",
		Doc:     "how a system knows its members",
		Default: byDefault,
		Values:  []string{byDefault},
	}
	for _, d := range ecs.Dispatches {
		if string(d) != byDefault {
			o.Values = append(o.Values, string(d))
		}
	}
	return o
}
