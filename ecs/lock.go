package ecs

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// Units of World.locked. A running loop of a query counts 1.
const (
	// changing is set while structure changes. As in maps of Go, the mark is no lock: it finds
	// most changes by several goroutines at once, before they corrupt memory, for the price of two
	// stores.
	changing  = 1 << 15
	ticking   = 1 << 16
	copying   = 1 << 17 // or loading
	filling   = 1 << 18 // a function of the program fills rows of a batch
	observing = 1 << 20
)

// refuse returns the reason why structure cannot change now.
func (w *World) refuse(what string) error {
	if w.locked&changing != 0 {
		return &BusyError{what, "another goroutine changes the World: use it in one goroutine, or lock a mutex around each use. If a Store panicked, call World.Recover"}
	}
	why := w.busy()
	switch {
	case w.locked&copying != 0:
		why += ": change it before or after"
	case w.locked&ticking != 0:
		why += ": a system changes structure later, through a parameter *ecs.Commands"
	case w.locked >= observing:
		why += ": record the change with World.Later"
	case w.locked&filling != 0:
		why += ": record the change with World.Later and call Flush after the batch"
	default:
		why += ": record the change with World.Later and call Flush after the loop. If the loop ended in a panic, call World.Recover"
	}
	return &BusyError{what, why}
}

// busy describes the current activity, for errors.
func (w *World) busy() string {
	if w.locked&copying != 0 {
		return "the world is saved or loaded"
	}
	if w.locked >= observing {
		return "an observer is called"
	}
	if w.locked&filling != 0 {
		return "a batch is filled"
	}
	if w.locked&ticking == 0 {
		return fmt.Sprintf("a loop over %s is under way", w.looping.describe())
	}
	var running []string
	for _, list := range [][]*System{w.systems, w.handlers} {
		for _, system := range list {
			if system.runs() {
				running = append(running, fmt.Sprintf("system %q", system.name))
			}
		}
	}
	switch len(running) {
	case 0:
		return "a tick is under way"
	case 1:
		return running[0] + " is running"
	}
	return strings.Join(running, " and ") + " are running"
}

// describe names a query by its components.
func (q *query) describe() string {
	var names []string
	for _, t := range q.terms {
		names = append(names, t.kind.name)
	}
	return fmt.Sprintf("Query%d[%s]", len(names), strings.Join(names, ", "))
}

// Recover makes a world usable after a panic in a loop between ticks. It ends the loops;
// entities, components and recorded changes stay.
func (w *World) Recover() {
	w.exists("Recover")
	if w.locked >= ticking || w.running != nil {
		w.report(&BusyError{"recover", "a tick, an observer or a batch is under way: it ends by itself, even by a panic"})
		return
	}
	w.locked = 0
	w.panics++
}

// fill calls a function of the program for rows of a batch.
func (w *World) fill(f func()) {
	w.locked += filling
	defer func() { w.locked -= filling }()
	f()
}

// keep calls f, which saves or prepares what is loaded. It calls methods of components, and they
// must not change the world.
func (w *World) keep(f func() error) error {
	w.locked += copying
	defer func() { w.locked -= copying }()
	return f()
}

// guard turns a panic into an error, where it would end the program or leave a tick. It reports
// whether there was none.
func (w *World) guard(who fmt.Stringer, f func()) (fine bool) {
	defer func() {
		if !fine {
			w.fail(who, recover())
		}
	}()
	f()
	return true
}

// fail reports what was recovered after a function that did not return.
func (w *World) fail(who fmt.Stringer, recovered any) {
	if recovered != nil {
		w.report(fmt.Errorf("%v panics: %v\n%s", who, recovered, debug.Stack()))
		return
	}
	w.report(fmt.Errorf("%v ends its goroutine: it calls runtime.Goexit, as FailNow of a test does: return instead", who))
}

// report keeps an error until the end of the tick.
func (w *World) report(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.errs) < maxErrors {
		w.errs = append(w.errs, err)
	}
}

// maxErrors limits the kept errors: a mistake in a loop repeats.
const maxErrors = 16

// Err returns the errors since its last call or the end of a tick, nil if there are
// none.
func (w *World) Err() error {
	w.exists("Err")
	w.mu.Lock()
	defer w.mu.Unlock()
	err := errors.Join(w.errs...)
	w.errs = nil
	return err
}
