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

// A family is what a program with trees makes once and keeps.
type family struct {
	childOf  *ecs.Map1[childOf]
	children *ecs.Filter1[childOf]
	placed   *ecs.Filter2[childOf, kernel.Position]
	found    []ecs.Entity // of the tree that is removed
	parents  []ecs.Entity // those of found that have children
}

// kin makes the family when it is first needed, since the relation is one more
// component type.
func (w *world) kin() *family {
	if w.family == nil {
		w.family = &family{
			childOf:  ecs.NewMap1[childOf](w.inner),
			children: ecs.NewFilter1[childOf](w.inner),
			placed:   ecs.NewFilter2[childOf, kernel.Position](w.inner),
		}
	}
	return w.family
}

// Attach is impls.Relater.
func (w *world) Attach(children, parents impls.Handles) {
	k, ps := w.kin(), parents.(handles)
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
func (w *world) Children(parents impls.Handles) (n int, sum uint64) {
	k := w.kin()
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

// DestroyTrees is impls.Relater. The children of a parent are removed in one batch,
// which removes no children of theirs, so the lowest families come first.
func (w *world) DestroyTrees(roots impls.Handles) int {
	k := w.kin()
	k.found, k.parents = k.found[:0], k.parents[:0]
	for _, root := range roots.(handles) {
		if w.inner.Alive(root) {
			k.found = append(k.found, root)
		}
	}
	alive := k.found
	for i := 0; i < len(k.found); i++ {
		before := len(k.found)
		query := k.children.Query(ecs.RelIdx(0, k.found[i]))
		for query.NextTable() {
			k.found = append(k.found, query.Entities()...)
		}
		if len(k.found) > before {
			k.parents = append(k.parents, k.found[i])
		}
	}
	for _, p := range slices.Backward(k.parents) {
		w.inner.RemoveEntities(k.children.Batch(ecs.RelIdx(0, p)), nil)
	}
	for _, root := range alive {
		if w.inner.Alive(root) { // it may be in the tree of another one
			w.inner.RemoveEntity(root)
		}
	}
	return len(k.found)
}
