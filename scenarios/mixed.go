package scenarios

import (
	"fmt"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// mixed has entities of many kinds with large and small components.
//
// Each kind has a component set from a seeded distribution. Few kinds are common and many are
// rare (Zipf). Kinds are created in short rows, like levels of a game. An operation is a tick
// of four systems, which use from 4 of 128 to 256 of 256 bytes of a component.
var mixed = Scenario{
	Name:  "mixed",
	Title: "Mixed",
	Doc:   "a tick of four systems over N entities of many kinds, with components of 4 to 256 bytes",
	Axes:  []Axis{entities},
	Options: []impls.Option{
		kindsOption,
		registerOption,
	},
	Open: func(c Setup) (Workload, error) { return openMixed(c, 0, mixedKernels...) },
}

var kindsOption = impls.Option{Name: "kinds", Doc: "different sets of components", Default: "48", Min: 1, Max: 1000}

var mixedKernels = []kernel.ID{kernel.MoveID, kernel.PlaceID, kernel.CountID, kernel.AnimateID}

// mixedTicks has rows of entities of many kinds; some are replaced after each tick.
type mixedTicks struct {
	c         Setup
	cfg       impls.Config
	kernels   []kernel.ID // of the running systems
	world     impls.World
	destroyer impls.Destroyer // nil without replacement
	entities  impls.Handles
	rows      []bornRow
	handles   []impls.Handles // by row
	order     []int           // rows in the order of replacement
	churn     int             // entities to replace after each tick
	next      int             // index in order
	ticks     int
	visited   []int // by system
	expected  []int // by system
	matching  []int // entities of each system
}

// A bornRow has the entities of one kind that were created together.
type bornRow struct {
	row
	born int // tick
}

// openMixed opens a world of many kinds; churn is the number of entities replaced after
// each tick.
func openMixed(c Setup, churn int, kernels ...kernel.ID) (*mixedTicks, error) {
	draw := rand.New(rand.NewPCG(c.Seed, 2))
	bundles := kernel.Kinds(draw, c.Options.Int("kinds"), c.Profile.ComponentTypes)
	cfg, err := config(c, bundles, kernels...)
	if err != nil {
		return nil, err
	}
	w := &mixedTicks{
		c:        c,
		cfg:      cfg,
		kernels:  kernels,
		churn:    churn,
		visited:  make([]int, len(kernels)),
		expected: make([]int, len(kernels)),
		matching: make([]int, len(kernels)),
	}
	w.cfg.Change = results.AccessMode(c.Options[ModeOption])
	w.cfg.Create = w.cfg.Change
	if w.world, err = c.OpenWorld(w.cfg); err != nil {
		return nil, err
	}
	if churn > 0 {
		if w.destroyer, err = impls.As[impls.Destroyer](w.world, c.Impl); err != nil {
			return nil, err
		}
	}
	w.entities = w.world.Handles(c.entities())
	zipf := rand.NewZipf(draw, 1.2, 4, uint64(len(bundles)-1))
	for created := 0; created < c.entities(); {
		kind := int(zipf.Uint64())
		n := min(1+draw.IntN(32), c.entities()-created)
		w.rows = append(w.rows, bornRow{row: row{kind, n, uint32(created)}})
		w.handles = append(w.handles, w.entities.Slice(created, created+n))
		w.world.Spawn(kind, uint32(created), w.handles[len(w.handles)-1])
		created += n
		for i := range kernels {
			if w.cfg.Systems[i].Wants(bundles[kind]) {
				w.matching[i] += n
			}
		}
	}
	w.order = draw.Perm(len(w.rows))
	return w, nil
}

// age ages the world, see [population.age].
func (w *mixedTicks) age(rounds int) error {
	at := make([]int, 0, w.entities.Len()) // the row of each entity
	for row, r := range w.rows {
		for range r.size {
			at = append(at, row)
		}
	}
	return population{w.world, w.entities, len(w.cfg.Bundles), func(i int) (int, uint32) { return w.rows[at[i]].bundle, uint32(i) }}.age(w.c, rounds)
}

func (w *mixedTicks) Entities() int      { return w.c.entities() }
func (w *mixedTicks) MaxOperations() int { return kernel.MaxRuns / len(w.kernels) }
func (w *mixedTicks) Prepare(int) error  { return nil }

func (w *mixedTicks) Warm() (float64, error) {
	w.Run(1)
	return 1, nil
}

func (w *mixedTicks) Run(n int) {
	for range n {
		for system := range w.kernels {
			w.visited[system] += w.world.Run(system, kernel.DeltaTime)
			w.expected[system] += w.matching[system]
		}
		w.ticks++
		for replaced := 0; replaced < w.churn; {
			at := w.order[w.next]
			r := &w.rows[at]
			w.destroyer.Destroy(w.handles[at])
			w.world.Spawn(r.bundle, r.first, w.handles[at])
			r.born = w.ticks
			replaced += r.size
			w.next = (w.next + 1) % len(w.order)
		}
	}
}

func (w *mixedTicks) Verify() error {
	for system, k := range w.kernels {
		what := fmt.Sprintf("system %d (%v): entities visited by Run", system, k)
		if err := verifyCount(what, w.visited[system], w.expected[system]); err != nil {
			return err
		}
	}
	if err := verifyCount("entities alive", w.world.Len(), w.c.entities()); err != nil {
		return err
	}
	groups := make([]group, len(w.rows))
	for i, r := range w.rows {
		groups[i] = group{set: w.cfg.Bundles[r.bundle], from: int(r.first), to: int(r.first) + r.size, first: r.first}
		for _, k := range w.kernels {
			groups[i].ran = append(groups[i].ran, kernel.Ran{Kernel: k, Times: w.ticks - r.born})
		}
	}
	return verifyState(w.world, w.cfg.Types, w.entities, groups...)
}
