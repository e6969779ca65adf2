package donburi

import (
	"github.com/yohamta/donburi"
	"github.com/yohamta/donburi/features/transform"

	"github.com/ecsbench/ecsbench/impls"
)

// Attach is impls.Relater. Parents and children have the component Transform.
func (w *world) Attach(children, parents impls.Handles) {
	ps := parents.(handles)
	for i, c := range children.(handles) {
		if !w.inner.Valid(c) || !w.inner.Valid(ps[i]) {
			continue
		}
		child, parent := w.transformed(c), w.transformed(ps[i])
		if _, has := transform.GetParent(child); has {
			transform.ChangeParent(child, parent, false)
		} else {
			transform.RemoveParent(child, false) // one that has ended
			transform.AppendChild(parent, child, false)
		}
	}
}

func (w *world) transformed(e donburi.Entity) *donburi.Entry {
	entry := w.inner.Entry(e)
	if !entry.HasComponent(transform.Transform) {
		entry.AddComponent(transform.Transform)
	}
	return entry
}

// Children is impls.Relater.
func (w *world) Children(parents impls.Handles) (n int, sum uint64) {
	for _, p := range parents.(handles) {
		if !w.inner.Valid(p) {
			continue
		}
		children, _ := transform.GetChildren(w.inner.Entry(p))
		for _, child := range children {
			if child.Valid() {
				n++
				if child.HasComponent(cPosition) {
					sum += cPosition.Get(child).Glance()
				}
			}
		}
	}
	return n, sum
}

// DestroyTrees is impls.Relater.
func (w *world) DestroyTrees(roots impls.Handles) int {
	before := w.inner.Len()
	for _, root := range roots.(handles) {
		if w.inner.Valid(root) {
			transform.RemoveRecursive(w.inner.Entry(root))
		}
	}
	return before - w.inner.Len()
}
