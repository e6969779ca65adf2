package scenarios

import (
	"fmt"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// The benchmark of the ECS book times the set-up of a world, a tick, adding as many entities
// again, and adding them and destroying half as many at random.
var (
	bookInit   = bookScenario("init", "BookInit", "a world with its systems and N entities")
	bookUpdate = bookScenario("update", "BookUpdate", "a tick of three systems over N entities")
	bookExpand = bookScenario("expand", "BookExpand", "add N entities to a world of N")
	bookChurn  = bookScenario("churn", "BookChurn", "add N entities to a world of N, and kill half as many at random")
)

func bookScenario(part, title, doc string) Scenario {
	return Scenario{
		Name:     "book-" + part,
		Title:    title,
		Doc:      doc + ", as in the ECS book that mapvalues comes from",
		OnDemand: true,
		Axes:     []Axis{{Name: entities.Name, Title: entities.Title, Doc: entities.Doc, Default: []int{16_384}, Min: 1, Max: 10_000_000, Size: true}},
		Options:  []impls.Option{wayOption},
		Open: func(c Case) (Workload, error) {
			storage, err := storageOf(c)
			if err != nil {
				return nil, err
			}
			w := &bookWork{part: part, storage: storage, n: c.entities(), seed: c.Seed, way: ecs.Way(c.Options["way"])}
			if part == "update" {
				err = w.Prepare(1)
			}
			return w, err
		},
	}
}

type bookWork struct {
	part    string
	storage string
	n       int
	seed    uint64
	way     ecs.Way
	fresh   []*bookWorld // prepared, unused
	used    *bookWorld   // used last
	err     error
}

func (w *bookWork) Entities() int      { return w.n }
func (w *bookWork) MaxOperations() int { return 1 << 30 }

// World returns the world used last.
func (w *bookWork) World() *ecs.World { return w.used.World }

func (w *bookWork) Warm() (float64, error) {
	if err := w.Prepare(1); err != nil {
		return 0, err
	}
	w.Run(1)
	return 1, w.err
}

// Prepare creates the worlds of the operations.
func (w *bookWork) Prepare(n int) error {
	switch {
	case w.part == "init", w.part == "update" && w.used != nil:
		return nil
	case w.part == "update":
		n = 1
	}
	for range n {
		b, err := newBookWorld(w.storage, w.way)
		if err == nil {
			err = b.Create(w.n)
		}
		if err != nil {
			return err
		}
		w.fresh = append(w.fresh, b)
		if w.part == "update" {
			w.used = b
		}
	}
	return nil
}

func (w *bookWork) Run(n int) {
	for i := range n {
		var err error
		switch w.part {
		case "init":
			if w.used, err = newBookWorld(w.storage, w.way); err == nil {
				err = w.used.Create(w.n)
			}
		case "update":
			err = w.used.Update()
		default:
			w.used = w.fresh[i]
			err = w.used.Create(w.n)
			if err == nil && w.part == "churn" {
				err = w.used.Kill(rand.New(rand.NewPCG(w.seed, 5)), w.n/2)
			}
		}
		if err != nil {
			w.err = err
		}
	}
	if w.part != "update" {
		w.fresh = w.fresh[:copy(w.fresh, w.fresh[min(n, len(w.fresh)):])]
	}
}

// Verify counts the entities and compares each with a model.
func (w *bookWork) Verify() error {
	if w.err != nil {
		return fmt.Errorf("wrong work: %w", w.err)
	}
	want := map[string]int{"init": w.n, "update": w.n, "expand": 2 * w.n, "churn": 2*w.n - w.n/2}[w.part]
	if err := verifyCount("entities alive", w.used.Len(), want); err != nil {
		return err
	}
	return w.used.Verify()
}
