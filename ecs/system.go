package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"
)

// A System is a function that runs in every tick.
type System struct {
	name     string
	sim      *Sim
	index    int // by which changes are ordered
	call     func([]reflect.Value) []reflect.Value
	args     []reflect.Value
	do       *Commands
	parts    []*Commands // of parallel loops
	accesses []*access
	queries  []*query
	reads    []reflect.Type // resources
	writes   []reflect.Type
	disabled bool
	running  atomic.Bool
	took     time.Duration
	total    time.Duration
	calls    int
}

// A Hook is told of the entities that the first query of a system gets or loses.
// It is called while changes are made, by one goroutine: it may [Get] components
// and not change structure.
type Hook struct {
	joining bool
	do      func(Entity)
}

// OnAdded has f called for each entity that the system gets, once it has its
// components.
func OnAdded(f func(Entity)) Hook { return Hook{true, f} }

// OnRemoved has f called for each entity that the system loses, while it still
// has its components.
func OnRemoved(f func(Entity)) Hook { return Hook{false, f} }

// Add makes a function a system. What it has as parameters is what it gets:
//
//   - queries and look-ups: *Query2[Position, Read[Velocity]], *Lookup[Health];
//   - after a query, a filter of it: Without[Frozen];
//   - *Commands, to change structure;
//   - resources ([Sim.Provide]) to write, *Score, or to read, Score;
//   - the length of the tick, [Seconds].
//
// It may return an error. Systems run in the order in which they are added, as
// far as that makes a difference: in a parallel tick, those of which neither
// writes what the other one reads or writes may run at the same time, and within
// a system the parts of a parallel loop may, unless another parameter writes
// something or reads what the query writes. What a function has besides its
// parameters it must not share with others.
func (s *Sim) Add(name string, function any, hooks ...Hook) error {
	return s.add(&s.systems, name, function, hooks)
}

// Handle makes a function a handler of events: a system that runs when there are
// events, after all systems of a tick. If handlers emit events, the handlers run
// again for these.
func (s *Sim) Handle(name string, function any, hooks ...Hook) error {
	return s.add(&s.handlers, name, function, hooks)
}

// Barrier makes the systems that are added later wait for those before, and for
// the changes that these have asked for.
func (s *Sim) Barrier() { s.barriers = append(s.barriers, len(s.systems)); s.plan = nil }

func (s *Sim) add(to *[]*System, name string, function any, hooks []Hook) error {
	switch {
	case s.ticking:
		return fmt.Errorf("add system %q while %s: add it before", name, s.busy())
	case name == "":
		return errors.New("add system: it has no name")
	case s.System(name) != nil:
		return fmt.Errorf("add system %q: there is one of this name already", name)
	}
	f := reflect.ValueOf(function)
	if f.Kind() != reflect.Func || f.IsNil() {
		return fmt.Errorf("add system %q: want a function, not %T", name, function)
	}
	if t := f.Type(); t.NumOut() > 1 || t.NumOut() == 1 && t.Out(0) != reflect.TypeFor[error]() {
		return fmt.Errorf("add system %q: it returns more than an error", name)
	}
	s.count++
	y := &System{name: name, sim: s, index: s.count, call: f.Call}
	y.do = newCommands(s, y, 2*y.index)
	for i := 0; i < f.Type().NumIn(); i++ {
		number := i + 1
		if err := y.parameter(f.Type(), &i); err != nil {
			return fmt.Errorf("add system %q: parameter %d: %w", name, number, err)
		}
	}
	for _, h := range hooks {
		if len(y.queries) == 0 {
			return fmt.Errorf("add system %q: it has hooks and no query: give it a parameter *ecs.Query1[...]", name)
		}
		s.hooks = append(s.hooks, hook{y.queries[0].number, h.joining, h.do})
	}
	*to = append(*to, y)
	s.plan = nil
	s.settle()
	return nil
}

// parameter makes ready what the function gets as its i-th parameter. It moves i
// beyond the filters of a query.
func (y *System) parameter(f reflect.Type, i *int) error {
	t := f.In(*i)
	if t == reflect.TypeFor[*Commands]() {
		y.args = append(y.args, reflect.ValueOf(y.do))
		return nil
	}
	if _, isFilter := reflect.Zero(t).Interface().(Filter); isFilter {
		return fmt.Errorf("%v comes after no query: put it behind the one that it narrows", t)
	}
	if t.Kind() == reflect.Pointer {
		if _, ok := y.sim.resources[t.Elem()]; ok {
			y.writes = append(y.writes, t.Elem())
			y.args = append(y.args, y.sim.resources[t.Elem()])
			return nil
		}
		arg := reflect.New(t.Elem())
		if query, ok := arg.Interface().(bindable); ok {
			y.args = append(y.args, arg)
			var filters []Filter
			for *i+1 < f.NumIn() {
				zero := reflect.Zero(f.In(*i + 1))
				filter, ok := zero.Interface().(Filter)
				if !ok {
					break
				}
				filters, y.args = append(filters, filter), append(y.args, zero)
				*i++
			}
			if err := query.bind(y.sim, y, filters); err != nil {
				return fmt.Errorf("%s: %w", typeName(reflect.TypeOf(query)), err)
			}
			return nil
		}
	}
	if p, ok := y.sim.resources[t]; ok {
		y.reads = append(y.reads, t)
		y.args = append(y.args, p.Elem())
		return nil
	}
	return fmt.Errorf("%v is no query, look-up, Commands or resource: Provide the resource before", t)
}

// run runs the system once. It may be called by any worker.
func (y *System) run() {
	start := time.Now()
	y.running.Store(true)
	y.guard(func() {
		if out := y.call(y.args); len(out) == 1 && !out[0].IsNil() {
			y.sim.report(fmt.Errorf("system %q: %w", y.name, out[0].Interface().(error)))
		}
	})
	y.running.Store(false)
	y.took = time.Since(start)
	y.total += y.took
	y.calls++
}

// guard turns a panic, which in a worker would end the program, into an error.
func (y *System) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			y.sim.report(fmt.Errorf("system %q panics: %v\n%s", y.name, r, debug.Stack()))
		}
	}()
	f()
}

// before tells whether two systems, added in this order, must run in this order.
func (y *System) before(z *System) bool {
	for _, w := range y.writes {
		if slices.Contains(z.writes, w) || slices.Contains(z.reads, w) {
			return true
		}
	}
	for _, w := range z.writes {
		if slices.Contains(y.reads, w) {
			return true
		}
	}
	for _, a := range y.accesses {
		for _, b := range z.accesses {
			if a.collides(b) {
				return true
			}
		}
	}
	return false
}

// collides tells whether one writes what the other one reads or writes.
func (a *access) collides(b *access) bool {
	return overlap(a.writes, b.writes) || overlap(a.writes, b.reads) || overlap(a.reads, b.writes)
}

func overlap(a, b []Component) bool {
	return slices.ContainsFunc(a, func(c Component) bool { return slices.Contains(b, c) })
}

// alone tells whether the entities of a query may be visited at the same time:
// nothing else that the system has looks at other entities in a way that would
// make a difference.
func (q *query) alone() bool {
	if len(q.owner.writes) > 0 {
		return false
	}
	for _, a := range q.owner.accesses {
		if a != &q.access && (len(a.writes) > 0 || overlap(a.reads, q.writes)) {
			return false
		}
	}
	return true
}

// System finds a system or handler by name; nil if there is none.
func (s *Sim) System(name string) *System {
	for _, list := range [][]*System{s.systems, s.handlers} {
		for _, y := range list {
			if y.name == name {
				return y
			}
		}
	}
	return nil
}

// Systems lists the systems in order, and after them the handlers.
func (s *Sim) Systems() []*System { return slices.Concat(s.systems, s.handlers) }

// Name returns the name of the system.
func (y *System) Name() string { return y.name }

// Enable turns the system on or off, from the next tick on. Systems are on when
// they are added.
func (y *System) Enable(on bool) { y.disabled = !on }

// Enabled tells whether the system is on.
func (y *System) Enabled() bool { return !y.disabled }

// Took returns how long the system ran in the last tick in which it did; a
// handler, the last time.
func (y *System) Took() time.Duration { return y.took }

// Mean returns how long the system ran on average, and how often it did.
func (y *System) Mean() (mean time.Duration, calls int) {
	return y.total / time.Duration(max(1, y.calls)), y.calls
}
