package scenarios

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// mixed is what seed 004 says its own benchmarks lack: entities of many kinds,
// with large components beside small ones.
//
// Each kind of entity has a set of components drawn from a seeded
// distribution; few kinds are common and many are rare (Zipf), and kinds are
// created in short rows as a level of a game would have them. An operation is
// a tick of four systems, which touch from 4 of 128 to 256 of 256 bytes of a
// component. With churn, some entities are replaced by others of the same kind
// after each tick.
var mixed = Scenario{
	Name:  "mixed",
	Title: "Mixed",
	Doc:   "a tick of four systems over N entities of many kinds, with components of 4 to 256 bytes",
	Verb:  "ticks a mixed world of",
	Options: []impls.Option{
		{Name: "kinds", Doc: "different sets of components", Default: "48", Min: 1, Max: 1000},
		{Name: "churn", Doc: "entities of a thousand replaced after each tick", Default: "0", Max: 1000},
		registerOption,
	},
	Open: openMixed,
}

// presence is how likely a kind of entity has each of the components that the
// systems work on.
var presence = []float64{
	impls.PositionID:  0.9,
	impls.VelocityID:  0.5,
	impls.MassID:      0.3,
	impls.TransformID: 0.5,
	impls.InventoryID: 0.15,
	impls.BonesID:     0.2,
}

var mixedKernels = []impls.Kernel{impls.MovePos, impls.PlaceModel, impls.CountItems, impls.AnimateAll}

type tick struct {
	c        Case
	cfg      impls.Config
	world    impls.World
	rows     []row
	churn    int // entities to replace after each tick
	next     int // row to replace next
	ticks    int
	visited  []int // by system
	expected []int // by system
	matching []int // entities of each system
}

// A row is entities of one kind that were created together.
type row struct {
	population
	kind int
	born int // tick
}

func openMixed(c Case) (Workload, error) {
	draw := rand.New(rand.NewPCG(c.Seed, 2))
	var sets [][]impls.Component
	for range c.Options.Int("kinds") {
		sets = append(sets, drawKind(draw, c.Profile.ComponentTypes))
	}
	w := &tick{
		c:        c,
		churn:    c.Entities * c.Options.Int("churn") / 1000,
		visited:  make([]int, len(mixedKernels)),
		expected: make([]int, len(mixedKernels)),
		matching: make([]int, len(mixedKernels)),
	}
	w.cfg = config(c, sets, mixedKernels...)
	if c.Options.Int("churn") > 0 {
		w.cfg.Needs = impls.Handles
		w.churn = max(1, w.churn)
	}
	var err error
	if w.world, err = c.OpenWorld(w.cfg); err != nil {
		return nil, err
	}
	zipf := rand.NewZipf(draw, 1.2, 4, uint64(len(sets)-1))
	for created := 0; created < c.Entities; {
		kind := int(zipf.Uint64())
		n := min(1+draw.IntN(32), c.Entities-created)
		r := row{kind: kind, population: population{set: sets[kind], entities: make([]impls.Entity, n), first: uint32(created)}}
		w.world.Spawn(kind, r.first, r.entities)
		w.rows = append(w.rows, r)
		created += n
		for i, k := range mixedKernels {
			if contains(r.set, k.Requires()) {
				w.matching[i] += n
			}
		}
	}
	return w, nil
}

// drawKind draws the component set of a kind of entity: some of the components
// that systems work on, and up to six others of all sizes.
func drawKind(draw *rand.Rand, types int) []impls.Component {
	var set []impls.Component
	for c, p := range presence {
		if draw.Float64() < p {
			set = append(set, impls.Component(c))
		}
	}
	if first := int(impls.FirstFiller); types > first {
		set = append(set, drawSet(draw, draw.IntN(7), first, types)...)
	}
	if len(set) == 0 {
		set = append(set, impls.PositionID)
	}
	return set
}

func contains(set, required []impls.Component) bool {
	for _, c := range required {
		if !slices.Contains(set, c) {
			return false
		}
	}
	return true
}

func (w *tick) Entities() int      { return w.c.Entities }
func (w *tick) MaxOperations() int { return impls.MaxUpdates }
func (w *tick) Prepare(int) error  { return nil }

func (w *tick) Warm() (float64, error) {
	w.Run(1)
	return 1, nil
}

func (w *tick) Run(n int) {
	for range n {
		for system := range mixedKernels {
			w.visited[system] += w.world.Update(system, impls.DeltaTime)
			w.expected[system] += w.matching[system]
		}
		w.ticks++
		for replaced := 0; replaced < w.churn; {
			r := &w.rows[w.next]
			w.world.Destroy(r.entities)
			w.world.Spawn(r.kind, r.first, r.entities)
			r.born = w.ticks
			replaced += len(r.entities)
			w.next = (w.next + 1) % len(w.rows)
		}
	}
}

func (w *tick) Verify() error {
	for system, kernel := range mixedKernels {
		what := fmt.Sprintf("system %d (%v): entities visited", system, kernel.Requires())
		if err := verifyCount(what, w.visited[system], w.expected[system]); err != nil {
			return err
		}
	}
	if err := verifyCount("entities alive", w.world.Len(), w.c.Entities); err != nil {
		return err
	}
	all := make([]population, len(w.rows))
	for i, r := range w.rows {
		all[i] = r.population
		for _, kernel := range mixedKernels {
			all[i].ran = append(all[i].ran, impls.Ran{Kernel: kernel, Times: w.ticks - r.born})
		}
	}
	return verifyState(w.world, w.cfg.Components, all...)
}
