package ecs

import (
	"errors"
	"fmt"
	"slices"
)

// An Observed is a kind of observed change.
type Observed uint8

const (
	// Enters: an entity starts to match the filters by creation or change. It has its
	// components.
	Enters Observed = iota
	// Leaves: an entity is about to stop matching by change or destruction. It still
	// has its components.
	Leaves
	// Gains: a change has added one of the components to an entity, or any component if
	// no filter names one. Creation does not count.
	Gains
)

// An observer is a function that is called for changes as they happen.
type observer struct {
	wanted
	event Observed
	do    func(Entity)
}

// Observe calls f for changes of structure as they happen. Within f structure cannot
// change; [World.Later] records changes. If f panics, the change is complete (Enters,
// Gains) or was not made (Leaves). In a tick the panic becomes an error of the tick.
func (w *World) Observe(event Observed, f func(Entity), filters ...Filter) error {
	return new(Observer).Bind(w, event, f, filters...)
}

// An Observer can be removed: it is what [World.Observe] adds.
type Observer struct {
	w *World
	o *observer
}

// Bind makes the observer one of a world, as [World.Observe] does.
func (o *Observer) Bind(w *World, event Observed, f func(Entity), filters ...Filter) error {
	if err := w.ready("observe"); err != nil {
		return err
	}
	switch {
	case o == nil:
		return errors.New("observe: the Observer is nil: bind the address of a variable, or call World.Observe")
	case o.o != nil:
		return errors.New("observe: the observer is bound already: Remove it before, or use another one")
	case f == nil:
		return errors.New("observe: want a function to call, not nil")
	case event > Gains:
		return fmt.Errorf("observe: change %d: want Enters, Leaves or Gains", event)
	}
	made, err := w.newObserver(event, f, filters)
	if err != nil {
		return fmt.Errorf("observe: %w", err)
	}
	w.addObserver(made)
	o.w, o.o = w, made
	return nil
}

// Remove takes the observer out of its world.
func (o *Observer) Remove() error {
	if o == nil || o.o == nil {
		return errors.New("remove observer: it is bound to no world")
	}
	if err := o.w.ready("remove observer"); err != nil {
		return err
	}
	o.w.removeObserver(o.o)
	*o = Observer{}
	return nil
}

func (w *World) newObserver(event Observed, f func(Entity), filters []Filter) (*observer, error) {
	o := &observer{event: event, do: f}
	for _, filter := range filters {
		if err := o.narrow(w, filter); err != nil {
			return nil, err
		}
	}
	return o, nil
}

func (w *World) removeObserver(o *observer) {
	is := func(other *observer) bool { return other == o }
	w.observers = slices.DeleteFunc(w.observers, is)
	for _, t := range w.tables {
		t.enters, t.leaves = slices.DeleteFunc(t.enters, is), slices.DeleteFunc(t.leaves, is)
		if len(t.enters) == 0 {
			t.enters = nil
		}
		if len(t.leaves) == 0 {
			t.leaves = nil
		}
	}
	for _, ch := range w.changes {
		ch.forget()
	}
}

func (w *World) addObserver(o *observer) {
	w.observers = append(w.observers, o)
	for _, t := range w.tables {
		o.watch(t)
	}
	for _, ch := range w.changes {
		ch.forget() // the edges are found anew, with the observers
	}
}

// watch adds the observer to a table's lists for created and destroyed entities.
func (o *observer) watch(t *table) {
	if o.event == Gains || !o.matches(t.set) {
		return
	}
	if o.event == Enters {
		t.enters = append(t.enters, o)
	} else {
		t.leaves = append(t.leaves, o)
	}
}

// watched finds the observers of an edge.
func (w *World) watched(from *table, e *edge) {
	for _, o := range w.observers {
		was, is := o.matches(from.set), o.matches(e.to.set)
		switch {
		case o.event == Gains && o.gains(from, e):
			e.enters = append(e.enters, o)
		case o.event == Enters && is && !was:
			e.enters = append(e.enters, o)
		case o.event == Leaves && was && !is:
			e.leaves = append(e.leaves, o)
		}
	}
}

// gains returns whether an edge adds one of the components of an observer.
func (o *observer) gains(from *table, e *edge) bool {
	for _, at := range e.gains {
		if len(o.with) == 0 || slices.Contains(o.with, e.to.set[at]) {
			return true
		}
	}
	return false
}

// tellAll calls observers for each entity.
func (w *World) tellAll(list []*observer, entities []Entity) {
	if len(list) > 0 {
		for _, e := range entities {
			w.notify(list, e)
		}
	}
}

// notify calls observers. The world is locked during the calls, and unlocked after a panic.
func (w *World) notify(list []*observer, e Entity) {
	if len(list) == 0 {
		return
	}
	w.locked += observing
	defer func() { w.locked -= observing }()
	for _, o := range list {
		o.do(e)
	}
}
