package impls

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/kernel"
)

// empty checks a world that never had an entity.
func empty(open Open) error {
	m, err := NewMachine(open)
	if err != nil {
		return err
	}
	for system := range m.cfg.Systems {
		if err := m.runSystem(system); err != nil {
			return err
		}
	}
	hash := []uint64{1}
	m.world.Hash(m.world.Handles(1), hash)
	if hash[0] != 0 {
		return fmt.Errorf("Hash of the handle of no entity is %#x, want 0: does it check that the entity is alive?", hash[0])
	}
	if got := m.world.Clear(); got != 0 {
		return fmt.Errorf("Clear of an empty world ended %d entities", got)
	}
	if w, ok := m.world.(Changer); ok {
		if got := w.Destroy(m.world.Handles(0)) + w.Destroy(m.world.Handles(1)); got != 0 {
			return fmt.Errorf("Destroy of nothing ended %d entities", got)
		}
	}
	m.world.Spawn(0, 0, m.world.Handles(0))
	return m.Compare()
}

// wide registers all component types of the largest profile that the implementation
// supports, and has entities with all of them, with none, and with only the last one.
func wide(open Open) error {
	for types := 512; types >= 64; types /= 2 {
		err := wideWith(open, types)
		if u := (*Unsupported)(nil); !errors.As(err, &u) {
			return err
		}
	}
	return errors.New("not even 64 component types can be registered")
}

func wideWith(open Open, types int) error {
	last := kernel.Component(types - 1)
	cfg := Config{
		Types:   kernel.Types(types),
		Bundles: [][]kernel.Component{allOf(types), {}, {last}},
		Systems: []System{
			{Requires: allOf(types)},
			{Requires: []kernel.Component{last}},
			SystemOf(kernel.MoveID),
		},
	}
	for c := range kernel.Component(types) {
		cfg.Moves = append(cfg.Moves, Move{Component: c, Remove: true})
	}
	m, err := newMachine(open, cfg)
	if err != nil {
		return err
	}
	for bundle := range cfg.Bundles {
		if err := m.spawnSome(bundle, 1, 5); err != nil {
			return err
		}
	}
	for system := range cfg.Systems {
		if err := m.runSystem(system); err != nil {
			return err
		}
	}
	if err := m.Compare(); err != nil {
		return err
	}
	if _, ok := m.world.(Changer); !ok {
		return nil
	}
	for move := range cfg.Moves { // the third entity of two bundles loses all components
		if err := m.exchangeSome(move, []int{2, 12}, 0); err != nil {
			return err
		}
	}
	return m.Compare()
}

// sparse registers fewer types than the kernels have.
func sparse(open Open) error {
	cfg := Config{
		Types:    kernel.Types(2),
		Bundles:  [][]kernel.Component{{0, 1}},
		Systems:  []System{SystemOf(kernel.MoveID)},
		Capacity: 100,
	}
	return closedForm(open, cfg, 100, 3, 1)
}

// longRun compares many ticks of all kernels with the closed form.
func longRun(open Open) error {
	return inArena(func(cfg Config) error { return closedForm(open, cfg, 200, 50, 1) })
}

// detection writes to components by handle and finds the writes.
func detection(open Open) error {
	cfg := Config{
		Types:   kernel.Types(32),
		Bundles: [][]kernel.Component{{0}, {0, 1}, {1, 2, 8, 20}},
		Detect:  []kernel.Component{0, 1, 8, 20},
	}
	m, err := newMachine(open, cfg)
	if err != nil {
		return err
	}
	if _, ok := m.world.(Detector); !ok {
		return nil
	}
	steps := []func(Choices) error{m.spawn, m.touch, m.touch, m.touch, m.changed, m.changed}
	if _, ok := m.world.(Destroyer); ok {
		steps = append(steps, m.destroy)
	}
	src := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		err := steps[src.IntN(len(steps))](src)
		if err == nil {
			err = m.Compare()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// million compares every 1009th entity of a million with the closed form.
func million(open Open) error {
	cfg := Config{
		Types:   kernel.Types(32),
		Bundles: [][]kernel.Component{{kernel.PositionID, kernel.VelocityID}},
		Systems: []System{SystemOf(kernel.MoveID)},
	}
	return closedForm(open, cfg, 1_000_000, 2, 1009)
}

// closedForm spawns n entities of each bundle, runs all systems some times, compares
// every stride-th entity with its expected hash, and destroys all.
func closedForm(open Open, cfg Config, n, times, stride int) error {
	w, err := open(cfg)
	if err != nil {
		return fmt.Errorf("open a world of %d component types: %w", len(cfg.Types), err)
	}
	all := w.Handles(n * len(cfg.Bundles))
	for bundle := range cfg.Bundles {
		w.Spawn(bundle, 7, all.Slice(bundle*n, (bundle+1)*n))
	}
	for system, s := range cfg.Systems {
		members := 0
		for _, set := range cfg.Bundles {
			if s.Wants(set) {
				members += n
			}
		}
		for range times {
			if got := w.Run(system, kernel.DeltaTime); got != members {
				return fmt.Errorf("Run of %v (%s) visited %d entities, want %d", s.Kernel, kernel.Names(cfg.Types, s.Requires), got, members)
			}
		}
	}
	expect := kernel.Expect(cfg.Types)
	for bundle, set := range cfg.Bundles {
		var ran []kernel.Ran // by the systems that match the bundle
		for _, s := range cfg.Systems {
			if s.Wants(set) {
				ran = append(ran, kernel.Ran{Kernel: s.Kernel, Times: times})
			}
		}
		var sample []int
		for i := 0; i < n; i += stride {
			sample = append(sample, bundle*n+i)
		}
		got := make([]uint64, len(sample))
		w.Hash(all.Pick(sample), got)
		if err := kernel.FirstMismatch(expect, set, ran, got, func(i int) uint32 { return 7 + uint32(i*stride) }); err != nil {
			return fmt.Errorf("after Spawn of %d entities and %d Runs of each system: %w", n, times, err)
		}
	}
	if got := w.Clear(); got != all.Len() || w.Len() != 0 {
		return fmt.Errorf("Clear of %d entities ended %d, and left %d", all.Len(), got, w.Len())
	}
	return nil
}
