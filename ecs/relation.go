package ecs

import (
	"errors"
	"iter"
)

// Children are doubly linked lists of siblings, so a child is attached and detached in
// constant time. The lists and the parents of all IDs use no memory until the first entity
// gets a parent. Parents are apart and complete handles, since loops read little else.

// links are IDs plus one; 0 is none.
type links struct{ firstChild, next, previous uint32 }

var errCycle = errors.New("the parent is a descendant of the child: detach it first")

type attaching struct{}

func (attaching) String() string { return "attach" }

// Attach makes an entity the child of another one, and detaches it from its former
// parent.
func (w *World) Attach(child, parent Entity) error {
	for _, e := range []Entity{child, parent} {
		if w.find(e) == nil || w.locked != 0 {
			return w.cannot(attaching{}, e)
		}
	}
	for above := parent; above != NoEntity; above = w.Parent(above) {
		if above == child {
			return &MisfitError{"attach " + w.Called(child) + " to " + w.Called(parent), errCycle}
		}
	}
	c, p := uint32(child), uint32(parent)
	n := int(max(c, p)) + 1
	w.family, w.parents = growTo(w.family, n), growTo(w.parents, n)
	w.detach(c)
	l, of := &w.family[c], &w.family[p]
	w.parents[c], l.next = parent, of.firstChild
	if l.next != 0 {
		w.family[l.next-1].previous = c + 1
	}
	of.firstChild = c + 1
	return nil
}

// Detach takes an entity from its parent, if it has one.
func (w *World) Detach(child Entity) error {
	if w.find(child) == nil || w.locked != 0 {
		return w.cannot(attaching{}, child)
	}
	if int(uint32(child)) < len(w.family) {
		w.detach(uint32(child))
	}
	return nil
}

// detach unlinks an entity from its siblings.
func (w *World) detach(child ID) {
	c, parent := &w.family[child], w.parents[child]
	switch {
	case parent == NoEntity:
		return
	case c.previous != 0:
		w.family[c.previous-1].next = c.next
	default:
		w.family[parent.ID()].firstChild = c.next
	}
	if c.next != 0 {
		w.family[c.next-1].previous = c.previous
	}
	w.parents[child], c.next, c.previous = NoEntity, 0, 0
}

// orphan unlinks a dying entity; its children lose their parent.
func (w *World) orphan(id ID) {
	if int(id) >= len(w.family) {
		return
	}
	w.detach(id)
	for w.family[id].firstChild != 0 {
		w.detach(w.family[id].firstChild - 1)
	}
}

// Parent returns the parent of an entity, and NoEntity if it has none. A component that holds
// the parent's handle is faster to visit, since a loop reads it in order.
func (w *World) Parent(e Entity) Entity {
	if id := uint32(e); int(id) < len(w.parents) && w.find(e) != nil {
		return w.parents[id]
	}
	return NoEntity
}

// Children visits the children of an entity, the last attached first. A loop may change
// structure, but no parents.
func (w *World) Children(e Entity) iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		if w.find(e) == nil || int(uint32(e)) >= len(w.family) {
			return
		}
		for c := w.family[uint32(e)].firstChild; c != 0; {
			next := w.family[c-1].next
			if !yield(w.handle(c - 1)) {
				return
			}
			c = next
		}
	}
}

// DestroyTree destroys an entity and its descendants, children before parents, and
// returns their number.
func (w *World) DestroyTree(root Entity) (destroyed int, err error) {
	if w.find(root) == nil || w.locked != 0 {
		return 0, w.cannot(destroying{}, root)
	}
	list := append(w.tree[:0], root)
	for i := 0; i < len(list); i++ {
		id := uint32(list[i])
		if int(id) >= len(w.family) {
			break
		}
		for c := w.family[id].firstChild; c != 0; c = w.family[c-1].next {
			list = append(list, w.handle(c-1))
		}
	}
	w.tree = list
	for i := len(list) - 1; i >= 0; i-- {
		if err := w.Destroy(list[i]); err != nil {
			return destroyed, err
		}
		destroyed++
	}
	return destroyed, nil
}
