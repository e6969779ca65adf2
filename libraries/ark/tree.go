package ark

import (
	"slices"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// childOf is Ark's idiom for trees: a relation component, whose target is the
// parent. Ark keeps the children of each parent in a table of their own.
type childOf struct{ ecs.RelationMarker }

// kin is what a program that knows trees makes once and keeps.
type kin struct {
	childOf  *ecs.Map1[childOf]
	children *ecs.Filter1[childOf]
	placed   *ecs.Filter2[childOf, kernel.Position]
	found    []ecs.Entity
}

// family makes it when it is first needed, since the relation is a component
// type more.
func (w *world) family() *kin {
	if w.kin == nil {
		w.kin = &kin{
			childOf:  ecs.NewMap1[childOf](w.inner),
			children: ecs.NewFilter1[childOf](w.inner),
			placed:   ecs.NewFilter2[childOf, kernel.Position](w.inner),
		}
	}
	return w.kin
}

// Attach is impls.Relater.
func (w *world) Attach(children, parents impls.Roster) {
	k, ps := w.family(), parents.(handles)
	for i, c := range children.(handles) {
		if !w.inner.Alive(c) || !w.inner.Alive(ps[i]) {
			continue
		}
		if k.childOf.HasAll(c) {
			k.childOf.SetRelations(c, ecs.RelIdx(0, ps[i]))
		} else {
			k.childOf.Add(c, &childOf{}, ecs.RelIdx(0, ps[i]))
		}
	}
}

// Children is impls.Relater.
func (w *world) Children(parents impls.Roster) (n int, sum uint64) {
	k := w.family()
	for _, p := range parents.(handles) {
		if !w.inner.Alive(p) {
			continue
		}
		all := k.children.Query(ecs.RelIdx(0, p))
		n += all.Count()
		all.Close()
		placed := k.placed.Query(ecs.RelIdx(0, p))
		for placed.Next() {
			_, position := placed.Get()
			sum += position.Glance()
		}
	}
	return n, sum
}

// DestroyTrees is impls.Relater. Nothing can be removed while a query runs, so
// the whole tree is found first.
func (w *world) DestroyTrees(roots impls.Roster) int {
	k := w.family()
	k.found = k.found[:0]
	for _, root := range roots.(handles) {
		if w.inner.Alive(root) {
			k.found = append(k.found, root)
		}
	}
	for i := 0; i < len(k.found); i++ {
		query := k.children.Query(ecs.RelIdx(0, k.found[i]))
		for query.Next() {
			k.found = append(k.found, query.Entity())
		}
	}
	for _, e := range slices.Backward(k.found) { // children first: an entity without any is the cheaper one to remove
		w.inner.RemoveEntity(e)
	}
	return len(k.found)
}
