package arche

import (
	"slices"

	"github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// childOf is Arche's idiom for trees: a relation component, whose target is the
// parent. Arche keeps the children of each parent in an archetype of their own.
type childOf struct{ ecs.Relation }

// A family is what a program with trees makes once and keeps.
type family struct {
	childOf  generic.Map1[childOf]
	id       ecs.ID
	children *generic.Filter1[childOf]
	placed   *generic.Filter2[childOf, kernel.Position]
}

// kin makes the family when it is first needed, since the relation is one more
// component type.
func (w *world) kin() *family {
	if w.family == nil {
		relation := generic.T[childOf]()
		w.family = &family{
			childOf:  generic.NewMap1[childOf](&w.inner, relation),
			id:       ecs.ComponentID[childOf](&w.inner),
			children: generic.NewFilter1[childOf]().WithRelation(relation),
			placed:   generic.NewFilter2[childOf, kernel.Position]().WithRelation(relation),
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
		if w.inner.HasUnchecked(c, k.id) {
			w.inner.Relations().Set(c, k.id, ps[i])
		} else {
			k.childOf.Add(c, ps[i])
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
		all := k.children.Query(&w.inner, p)
		n += all.Count()
		all.Close()
		placed := k.placed.Query(&w.inner, p)
		for placed.Next() {
			_, position := placed.Get()
			sum += position.Glance()
		}
	}
	return n, sum
}

// DestroyTrees is impls.Relater. The children of a parent are removed in one batch,
// which removes no children of theirs, so the lowest families come first.
func (w *world) DestroyTrees(roots impls.Handles) (destroyed int) {
	k := w.kin()
	var found, parents []ecs.Entity
	for _, root := range roots.(handles) {
		if w.inner.Alive(root) {
			found = append(found, root)
		}
	}
	alive := found
	for i := 0; i < len(found); i++ {
		before := len(found)
		query := k.children.Query(&w.inner, found[i])
		for query.Next() {
			found = append(found, query.Entity())
		}
		if len(found) > before {
			parents = append(parents, found[i])
		}
	}
	for _, p := range slices.Backward(parents) {
		destroyed += w.inner.Batch().RemoveEntities(k.children.Filter(&w.inner, p))
	}
	return destroyed + w.Destroy(handles(alive))
}
