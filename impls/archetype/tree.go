package archetype

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed/core"
	"github.com/ecsbench/ecsbench/kernel"
)

// tree knows whose child an entity is: lists of siblings, linked both ways, so
// that a child comes and goes at once however many there are. It is empty until
// the first entity gets a parent.
type tree struct {
	links []links // by ID
	found []uint32
}

// links are IDs plus one; 0 is nobody.
type links struct{ parent, firstChild, next, previous uint32 }

// attach makes an entity the child of another one, and no longer of the one
// before.
func (t *tree) attach(child, parent uint32) {
	t.links = core.GrowTo(t.links, int(max(child, parent))+1)
	t.detach(child)
	c, p := &t.links[child], &t.links[parent]
	c.parent, c.next = parent+1, p.firstChild
	if c.next != 0 {
		t.links[c.next-1].previous = child + 1
	}
	p.firstChild = child + 1
}

// detach takes an entity from its siblings.
func (t *tree) detach(child uint32) {
	c := &t.links[child]
	switch {
	case c.parent == 0:
		return
	case c.previous != 0:
		t.links[c.previous-1].next = c.next
	default:
		t.links[c.parent-1].firstChild = c.next
	}
	if c.next != 0 {
		t.links[c.next-1].previous = c.previous
	}
	c.parent, c.next, c.previous = 0, 0, 0
}

// end takes an ended entity out; its children have no parent from then on.
func (t *tree) end(id uint32) {
	if int(id) >= len(t.links) {
		return
	}
	t.detach(id)
	for t.links[id].firstChild != 0 {
		t.detach(t.links[id].firstChild - 1)
	}
}

// under returns an entity and all below it, parents before their children. The
// list is valid until the next call.
func (t *tree) under(root uint32) []uint32 {
	t.found = append(t.found[:0], root)
	for i := 0; i < len(t.found) && int(t.found[i]) < len(t.links); i++ {
		for c := t.links[t.found[i]].firstChild; c != 0; c = t.links[c-1].next {
			t.found = append(t.found, c-1)
		}
	}
	return t.found
}

// Attach is impls.Relater.
func (w *World) Attach(children, parents impls.Handles) {
	ps := parents.(handles)
	for i, c := range children.(handles) {
		if _, _, alive := w.find(c); alive {
			if _, _, alive := w.find(ps[i]); alive {
				w.tree.attach(c.id(), ps[i].id())
			}
		}
	}
}

// Children is impls.Relater.
func (w *World) Children(parents impls.Handles) (n int, sum uint64) {
	for _, p := range parents.(handles) {
		if _, _, alive := w.find(p); !alive || int(p.id()) >= len(w.links) {
			continue
		}
		for c := w.links[p.id()].firstChild; c != 0; c = w.links[c-1].next {
			n++
			table, row := w.where(c - 1)
			if column := w.positions[table]; column != nil {
				sum += (cells[kernel.Position]{column}).at(row).Glance()
			}
		}
	}
	return n, sum
}

// DestroyTrees is impls.Relater.
func (w *World) DestroyTrees(roots impls.Handles) (destroyed int) {
	for _, root := range roots.(handles) {
		if _, _, alive := w.find(root); !alive {
			continue
		}
		if int(root.id()) < len(w.links) {
			w.detach(root.id())
		}
		for _, id := range w.under(root.id()) {
			if int(id) < len(w.links) {
				w.links[id] = links{} // all its relatives end as well
			}
			table, row := w.where(id)
			w.entities.end(id)
			w.remove(w.tables[table], row)
			destroyed++
		}
	}
	return destroyed
}
