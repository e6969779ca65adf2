package profiler

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/measure"
)

// A population records the entities of a scenario, to create them again in another world.
type population struct {
	open   func(impls.Config) (impls.World, error)
	cfg    impls.Config
	spawns []spawn
	total  int
}

type spawn struct {
	bundle, n int
	first     uint32
}

// recordPopulation runs the case once and records the entities created in its first world
// before any is destroyed.
func recordPopulation(r measure.Request) (*population, error) {
	impl, err := registry.Find(r.Impl)
	if err != nil {
		return nil, err
	}
	p := &population{open: impl.Open}
	opened := false
	w, err := r.OpenWith(func(cfg impls.Config) (impls.World, error) {
		world, err := impl.Open(cfg)
		if err != nil || opened {
			return world, err
		}
		opened = true
		p.cfg = cfg
		return &recorder{World: world, into: p}, nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.Prepare(1); err != nil {
		return nil, err
	}
	if p.total == 0 { // not created by set-up
		w.Run(1)
	}
	return p, nil
}

// A recorder is a world that records created entities until one is destroyed.
type recorder struct {
	impls.World
	into *population
	done bool
}

// Unwrap gives access to the capabilities of the world.
func (r *recorder) Unwrap() impls.World { return r.World }

func (r *recorder) Spawn(bundle int, first uint32, dst impls.Handles) {
	r.done = r.done || r.World.Len() < r.into.total
	if !r.done {
		r.into.spawns = append(r.into.spawns, spawn{bundle, dst.Len(), first})
		r.into.total += dst.Len()
	}
	r.World.Spawn(bundle, first, dst)
}

// grow creates the population.
func (p *population) grow(w impls.World, entities impls.Handles) {
	at := 0
	for _, s := range p.spawns {
		w.Spawn(s.bundle, s.first, entities.Slice(at, at+s.n))
		at += s.n
	}
}
