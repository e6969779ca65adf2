package ecs

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"unsafe"
)

// A CleanUp is what happens to the entities that are related to an entity that dies.
type CleanUp uint8

const (
	// RemoveRelation removes the component of the relation.
	RemoveRelation CleanUp = iota
	// DestroyRelated destroys the entities, those related to them first.
	DestroyRelated
	// KeepRelation changes nothing: the component keeps the handle of the dead entity.
	KeepRelation
)

// A relation finds entities by their target. The entities of a target are a doubly linked list, so
// one is linked and unlinked in constant time. The lists use no memory until there is a link.
// Targets are apart and complete handles, since loops read little else.
type relation struct {
	w       *World
	kind    *kind // nil for children
	rule    CleanUp
	target  uintptr  // where the handle of the target is in a component
	links   []links  // by ID
	targets []Entity // by ID; as long as links
}

// links are IDs plus one; 0 is none.
type links struct{ first, next, previous uint32 }

// link makes a living entity the first one of a target.
func (r *relation) link(e ID, target Entity) {
	n := int(max(e, target.ID())) + 1
	r.links, r.targets = growTo(r.links, n), growTo(r.targets, n)
	r.w.related = max(r.w.related, n)
	r.unlink(e)
	l, of := &r.links[e], &r.links[target.ID()]
	r.targets[e], l.next = target, of.first
	if l.next != 0 {
		r.links[l.next-1].previous = e + 1
	}
	of.first = e + 1
}

// unlink takes an entity from its target, if it has one.
func (r *relation) unlink(e ID) {
	if int(e) >= len(r.links) || r.targets[e] == NoEntity {
		return
	}
	l := &r.links[e]
	if l.previous != 0 {
		r.links[l.previous-1].next = l.next
	} else {
		r.links[r.targets[e].ID()].first = l.next
	}
	if l.next != 0 {
		r.links[l.next-1].previous = l.previous
	}
	r.targets[e], l.next, l.previous = NoEntity, 0, 0
}

// of visits the entities of a target, the last linked first.
func (r *relation) of(target Entity) iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		if r.w == nil || r.w.find(target) == nil || int(target.ID()) >= len(r.links) {
			return
		}
		for c := r.links[target.ID()].first; c != 0; {
			next := r.links[c-1].next
			if !yield(r.w.handle(c - 1)) {
				return
			}
			c = next
		}
	}
}

// dies cleans up after an entity, or after a reserved handle whose entity is never created. If an
// observer panics, the links that are left are those of the components that are left.
func (r *relation) dies(e Entity) {
	if int(e.ID()) >= len(r.links) {
		return
	}
	if r.targets[e.ID()] == e {
		r.unlink(e.ID())
	}
	for first := r.links[e.ID()].first; first != 0; first = r.links[e.ID()].first {
		if r.kind != nil && r.rule == RemoveRelation {
			_ = r.w.removeNow(r.kind, r.w.handle(first-1))
		}
		if r.links[e.ID()].first == first { // not removed, or in a circle of entities that die
			r.unlink(first - 1)
		}
	}
	r.unlink(e.ID())
}

// destroysWith returns whether entities die with another one.
func (w *World) destroysWith(root Entity) bool {
	for _, r := range w.relations {
		if id := int(root.ID()); r.rule == DestroyRelated && id < len(r.links) && r.links[id].first != 0 {
			return true
		}
	}
	return false
}

// destroyRelated destroys the entities that die with another one, those related to others of them
// first. In a circle each dies once.
func (w *World) destroyRelated(root Entity) {
	if w.dying || !w.destroysWith(root) {
		return
	}
	list, seen := []Entity{root}, map[Entity]bool{root: true}
	for i := 0; i < len(list); i++ {
		id := list[i].ID()
		for _, r := range w.relations {
			if r.rule != DestroyRelated || int(id) >= len(r.links) {
				continue
			}
			for c := r.links[id].first; c != 0; c = r.links[c-1].next {
				if e := w.handle(c - 1); !seen[e] {
					seen[e] = true
					list = append(list, e)
				}
			}
		}
	}
	w.dying = true
	defer func() { w.dying = false }()
	for _, e := range slices.Backward(list[1:]) {
		_ = w.Destroy(e)
	}
}

// targetOf returns the target of a component.
func (r *relation) targetOf(value unsafe.Pointer) Entity {
	return *(*Entity)(unsafe.Add(value, r.target))
}

// aims returns an error if the value of a relation has no target that lives or is to be created.
func (k *kind) aims(value unsafe.Pointer) error {
	r := k.relation
	if r == nil {
		return nil
	}
	switch target := r.targetOf(value); {
	case target == NoEntity:
		return fmt.Errorf("the %s has no target: give the handle of an entity, or remove the component with TryRemove", k.name)
	case r.w.find(target) == nil && !r.w.pending(target):
		return &DeadError{fmt.Sprintf("the target of the %s, %v", k.name, target), r.w.reason(target)}
	}
	return nil
}

// cleanUp cleans up after targets that died between the recording of a relation and its change.
func (w *World) cleanUp(k *kind, entities ...Entity) {
	r := k.relation
	if r == nil {
		return
	}
	for _, e := range entities {
		if !k.has(w, e) {
			continue
		}
		if target := r.targetOf(k.store.at(e.ID())); w.find(target) != nil || w.comesLater(target) {
			continue
		}
		switch r.rule {
		case RemoveRelation:
			_ = w.removeNow(k, e)
		case DestroyRelated:
			_ = w.Destroy(e)
		}
	}
}

// forget drops all links.
func (r *relation) forget() { r.links, r.targets = r.links[:0], r.targets[:0] }

// A relatedStore has the components of a relation, by entity, and links them to their targets.
type relatedStore[T any] struct {
	relation
	index  []uint32
	values []T
	ids    []ID
}

func (s *relatedStore[T]) At(id ID) *T { return &s.values[s.index[id]] }

func (s *relatedStore[T]) Put(id ID, value T) {
	s.index = growTo(s.index, int(id)+1)
	s.index[id] = uint32(len(s.values))
	s.values, s.ids = append(s.values, value), append(s.ids, id)
	if target := s.targetOf(unsafe.Pointer(s.At(id))); s.w.find(target) != nil || s.w.comesLater(target) {
		s.link(id, target)
	}
}

func (s *relatedStore[T]) Delete(ids []ID) {
	for _, id := range ids {
		s.unlink(id)
		at, last := s.index[id], len(s.values)-1
		s.values[at], s.ids[at] = s.values[last], s.ids[last]
		s.index[s.ids[at]] = at
		clear(s.values[last:])
		s.values, s.ids = s.values[:last], s.ids[:last]
	}
}

// DefineRelation makes T a component type that relates an entity to another one, its target. T is
// a struct, and its first field of type Entity is the target:
//
//	type Inside struct{ Room ecs.Entity }
//
// The component is set as others are, with a target that lives or that Commands create. Queries name it as [Read], since
// [Set] changes the target. [Related] visits the entities of a target. The rule is what happens to
// them if the target dies.
func DefineRelation[T any](w *World, rule CleanUp) error {
	t := reflect.TypeFor[T]()
	if rule > KeepRelation {
		return fmt.Errorf("define relation %v: rule %d: want RemoveRelation, DestroyRelated or KeepRelation", t, rule)
	}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if f := t.Field(i); f.Type == reflect.TypeFor[Entity]() {
				store := &relatedStore[T]{relation: relation{w: w, rule: rule, target: f.Offset}}
				if err := define[T](w, &storeOf[T]{store: store}); err != nil {
					return err
				}
				store.kind = w.types.of(t)
				store.kind.relation = &store.relation
				w.relations = append(w.relations, &store.relation)
				return nil
			}
		}
	}
	return fmt.Errorf("define relation %v: want a struct with a field of type ecs.Entity, the target", t)
}

// Related visits the entities that have a component T with a target, the last one first. A loop may
// change structure, but not this relation.
func Related[T any](w *World, target Entity) iter.Seq[Entity] {
	k, err := w.component(reflect.TypeFor[T]())
	if err == nil && k.relation == nil {
		err = fmt.Errorf("%v is no relation: call DefineRelation[%v]", k.goType, k.goType)
	}
	if err != nil {
		w.report(fmt.Errorf("related: %w", err))
		return func(func(Entity) bool) {}
	}
	return k.relation.of(target)
}

var errCycle = errors.New("the parent is a descendant of the child: detach it first")

type attaching struct{}

func (attaching) String() string { return "attach" }

// Attach makes an entity the child of another one, and detaches it from its former
// parent. Children are a relation without a component: if the parent dies, they stay.
func (w *World) Attach(child, parent Entity) error {
	if w == nil {
		return w.ready("attach")
	}
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
	w.family.link(child.ID(), parent)
	return nil
}

// Detach takes an entity from its parent, if it has one.
func (w *World) Detach(child Entity) error {
	if w == nil {
		return w.ready("detach")
	}
	if w.find(child) == nil || w.locked != 0 {
		return w.cannot(attaching{}, child)
	}
	w.family.unlink(child.ID())
	return nil
}

// Parent returns the parent of an entity, and NoEntity if it has none. A component that holds
// the parent's handle is faster to visit, since a loop reads it in order.
func (w *World) Parent(e Entity) Entity {
	w.exists("Parent")
	if id := uint32(e); int(id) < len(w.family.targets) && w.find(e) != nil {
		return w.family.targets[id]
	}
	return NoEntity
}

// Children visits the children of an entity, the last attached first. A loop may change
// structure, but no parents.
func (w *World) Children(e Entity) iter.Seq[Entity] {
	w.exists("Children")
	return w.family.of(e)
}

// DestroyTree destroys an entity and its descendants, children before parents, and
// returns their number.
func (w *World) DestroyTree(root Entity) (destroyed int, err error) {
	if w == nil {
		return 0, w.ready("destroy a tree")
	}
	if w.find(root) == nil || w.locked != 0 {
		return 0, w.cannot(destroying{}, root)
	}
	list, all := append(w.tree[:0], root), w.family.links
	for i := 0; i < len(list); i++ {
		id := uint32(list[i])
		if int(id) >= len(all) {
			continue
		}
		for c := all[id].first; c != 0; c = all[c-1].next {
			list = append(list, w.handle(c-1))
		}
	}
	w.tree = list
	for i := len(list) - 1; i >= 0; i-- {
		if w.find(list[i]) == nil { // it was related to another one of the tree
			continue
		}
		if err := w.Destroy(list[i]); err != nil {
			return destroyed, err
		}
		destroyed++
	}
	return destroyed, nil
}
