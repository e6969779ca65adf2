package ecs

import (
	"fmt"
	"reflect"
	"strings"
)

// Tick runs all enabled systems in order ([World.Add]) and then handles events
// ([World.Handle]). Changes are made at each barrier and at the end. It returns all
// errors; an error does not stop the tick.
func (w *World) Tick(dt Seconds) error { return w.Run("", dt) }

// between returns an error unless the world is ready for a change between ticks only: systems
// with a *World cannot make it either.
func (w *World) between(what string) error {
	if err := w.ready(what); err != nil {
		return err
	}
	if w.running != nil {
		return &BusyError{what, "a tick is under way: do it between ticks"}
	}
	return nil
}

// runPhase runs systems and makes their changes.
func (w *World) runPhase(p *phase) {
	w.execute(p)
	for _, y := range p.systems {
		if len(y.do.list) > 0 {
			w.applyAll(y.do)
		}
	}
}

type anObserver struct{}

func (anObserver) String() string { return "an observer" }

// applyAll makes the recorded changes in a tick. A panic of an observer becomes an error, as one
// of a system does, and the changes behind it are made.
func (w *World) applyAll(do *Commands) {
	for done := len(do.list) == 0; !done; {
		w.guard(anObserver{}, func() {
			w.apply(do)
			done = true
		})
	}
}

// DefineEvent makes T an event: a component type for [Emit]. Events live until the
// handlers have run.
func DefineEvent[T any](w *World) error { return defineEvent[T](w, nil) }

// DefineEventIn is DefineEvent with a store for the events.
func DefineEventIn[T any](w *World, store Store[T]) error {
	if store == nil {
		return fmt.Errorf("define event %v: its store is nil", reflect.TypeFor[T]())
	}
	return defineEvent[T](w, &storeOf[T]{store: store})
}

func defineEvent[T any](w *World, store anyStore) error {
	err := define[T](w, store)
	if err == nil {
		w.kinds[len(w.kinds)-1].event = true
	}
	return err
}

// endEvents destroys handled events.
func (w *World) endEvents() {
	locked := w.locked
	w.locked = 0
	defer func() { w.locked = locked }()
	for _, e := range w.seen {
		if w.Alive(e) && !w.guard(anObserver{}, func() { _ = w.Destroy(e) }) {
			t := w.chunks[w.find(e).chunk()].table
			leaves := t.leaves
			t.leaves = nil
			_ = w.Destroy(e) // an event ends, even if an observer fails
			t.leaves = leaves
		}
	}
}

// maxRounds limits the rounds of handlers in a tick.
const maxRounds = 100

// handleEvents runs the handlers until there are no new events. Each handler sees each
// event once.
func (w *World) handleEvents() {
	for round := 0; len(w.fresh) > 0; round++ {
		w.seen = append(w.seen[:0], w.fresh...)
		w.fresh = w.fresh[:0]
		if round == maxRounds {
			w.report(w.endless())
		} else {
			w.execute(&w.running.handlers)
		}
		w.endEvents()
		w.emitters = w.emitters[:0]
		if round < maxRounds {
			for _, y := range w.running.handlers.systems {
				if y.do.emitted > 0 {
					w.emitters = append(w.emitters, y)
				}
				w.applyAll(y.do)
			}
		}
	}
}

// endless names the systems that emit without end, and their events.
func (w *World) endless() error {
	var names, events []string
	for _, y := range w.emitters {
		names = append(names, fmt.Sprintf("%q", y.name))
	}
	for _, c := range w.ComponentsOf(w.seen[0]) {
		events = append(events, w.kinds[c].name)
	}
	return fmt.Errorf("system %s still emits %s after %d rounds of handlers in one tick: emit on a condition that comes to an end, or in the next tick; %d events are dropped",
		strings.Join(names, " and "), strings.Join(events, " "), maxRounds, len(w.seen))
}
