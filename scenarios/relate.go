package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// relate gives entities new parents, few or many, and visits the children of each parent.
var relate = Scenario{
	Name:     "relate",
	Title:    "Relate",
	Doc:      "give each of N entities another of P parents, then visit the children of all parents",
	OnDemand: true,
	Axes: []Axis{{
		Name: "parents", Title: "parents", Doc: "parents of the other entities",
		Default: []int{1, 100}, Min: 1, Max: 100_000,
	}, entities},
	Options: []impls.Option{registerOption},
	Open: func(c Case) (Workload, error) {
		set, parents := kernel.MoveID.Get().Needs, c.At["parents"]+1
		updates, err := openUpdates(c, [][]kernel.Component{set}, kernel.MoveID, []row{{0, c.entities(), 0}, {0, parents, 0}})
		if err != nil {
			return nil, err
		}
		w := &relations{updates: updates}
		if w.relater, err = impls.As[impls.Relater](w.world, c.Impl); err != nil {
			return nil, err
		}
		w.children = w.entities.Slice(0, c.entities())
		w.parents = w.entities.Slice(c.entities(), c.entities()+parents)
		for turn := range w.parentsOf {
			of := make([]int, c.entities())
			for i := range of {
				of[i] = i%(parents-1) + turn
			}
			w.parentsOf[turn] = w.parents.Pick(of)
		}
		return w, nil
	},
}

type relations struct {
	*updates
	relater   impls.Relater
	children  impls.Handles
	parents   impls.Handles
	parentsOf [2]impls.Handles // parents of the children, in turn
	passes    int
	seen      int
	sum       uint64
}

func (w *relations) Entities() int          { return w.children.Len() }
func (w *relations) MaxOperations() int     { return 1 << 30 }
func (w *relations) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *relations) Run(n int) {
	for range n {
		w.relater.Attach(w.children, w.parentsOf[w.passes%2])
		seen, sum := w.relater.Children(w.parents)
		w.seen += seen
		w.sum += sum
		w.passes++
	}
}

// Verify also destroys a parent; its children must live on.
func (w *relations) Verify() error {
	if err := verifyCount("children seen", w.seen, w.children.Len()*w.passes); err != nil {
		return err
	}
	expected, once := kernel.Expect(w.cfg.Types).Alike(w.cfg.Bundles[0]), uint64(0)
	for i := range w.children.Len() {
		once += expected.Glance(kernel.PositionID, uint32(i))
	}
	if want := once * uint64(w.passes); w.sum != want {
		return fmt.Errorf("wrong work: sum of the Positions of children %#x, want %#x", w.sum, want)
	}
	if err := w.updates.Verify(); err != nil {
		return err
	}
	w.relater.Attach(w.children, w.parentsOf[0])
	orphans, _ := w.relater.Children(w.parents.Slice(0, 1))
	changer, err := impls.As[impls.Changer](w.world, "")
	if err != nil {
		return err
	}
	changer.Destroy(w.parents.Slice(0, 1))
	left, _ := w.relater.Children(w.parents)
	if err := verifyCount("children of the other parents after one has ended", left, w.children.Len()-orphans); err != nil {
		return err
	}
	return verifyCount("entities alive after a parent has ended", w.world.Len(), w.entities.Len()-1)
}

// despawn destroys whole trees.
var despawn = Scenario{
	Name:     "despawn",
	Title:    "Despawn",
	Doc:      "destroy a tree of N entities by its root",
	OnDemand: true,
	Axes: []Axis{{
		Name: "children", Title: "children", Doc: "children of each entity: 1 is a chain, 2 a deep tree, many a wide one",
		Default: []int{2, 100}, Min: 1, Max: 100_000,
	}, entities},
	Options: []impls.Option{registerOption},
	Open: func(c Case) (Workload, error) {
		point := Point{entities.Name: c.entities(), components.Name: 2}
		inner := c
		inner.At = point
		creation, err := newCreation(inner)
		w := &felling{creation: creation, parentOf: make([]int, c.entities()-1)}
		for i := range w.parentOf {
			w.parentOf[i] = i / c.At["children"]
		}
		return w, err
	},
}

// felling is a creation; the destruction of a tree is timed.
type felling struct {
	*creation
	parentOf []int // of every entity except the first
	standing []standing
	ended    int
	want     int
}

type standing struct {
	impls.Relater
	root impls.Handles
}

func (w *felling) Warm() (float64, error) { return warmOnce(w) }

func (w *felling) Prepare(n int) error {
	return fill(w.creation, n, func(relater impls.Relater, f filledWorld) {
		relater.Attach(f.entities.Slice(1, f.entities.Len()), f.entities.Pick(w.parentOf))
		w.standing = append(w.standing, standing{relater, f.entities.Slice(0, 1)})
	})
}

func (w *felling) Run(n int) {
	for _, s := range w.standing[:n] {
		w.ended += s.DestroyTrees(s.root)
		w.want += w.c.entities()
	}
	w.standing = w.standing[n:]
}

// Verify fills the worlds of the last run again.
func (w *felling) Verify() error {
	if err := verifyCount("entities ended by DestroyTrees", w.ended, w.want); err != nil {
		return err
	}
	return w.verifyEmptied()
}
