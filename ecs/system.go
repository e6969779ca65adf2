package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sync/atomic"
	"time"
)

// A System is a function that runs in every tick.
type System struct {
	name       string
	w          *World
	group      string
	position   int // in its phase
	conditions []func() bool
	fine, due  bool // of the current run
	call       func()
	args       []reflect.Value
	do         *Commands
	parts      []*Commands // of parallel loops
	rights     []*rights
	queries    []*query
	filters    []Filter // of the first query, until it is bound
	hooks      []*observer
	reads      []reflect.Type // resources
	writes     []reflect.Type
	exclusive  bool        // runs alone
	off        atomic.Bool // see Enable
	disabled   bool        // in the tick under way
	running    atomic.Bool // on a pool
	current    bool        // it runs, without a pool: an atomic mark takes as long as a small system
	took       time.Duration
	total      time.Duration
	calls      int
}

// A Hook is called for the entities that the first query of a system gains or loses. It
// is called while changes are made, by one goroutine. It may [Get] components but not
// change structure.
type Hook struct {
	event Observed
	do    func(Entity)
}

// An Option of a system is a [Hook], a [Condition], a [Group], or a [Filter] of its first query.
type Option interface{ option() }

func (Hook) option()        {}
func (With[T]) option()     {}
func (Without[T]) option()  {}
func (TypeFilter) option()  {}
func (AnyOf[A, B]) option() {}
func (Only) option()        {}

// OnAdded calls f for each entity that the system gains, once it has its components.
func OnAdded(f func(Entity)) Hook { return Hook{Enters, f} }

// OnRemoved calls f for each entity that the system loses, while it still has its
// components.
func OnRemoved(f func(Entity)) Hook { return Hook{Leaves, f} }

// Add makes a function a system. Its parameters declare what it needs:
//
//   - queries and maps: *Query2[Position, Read[Velocity]], *Map1[Health];
//   - after a query, a filter of it: Without[Frozen];
//   - *Commands, to change structure;
//   - *World, for everything that is possible between ticks; then the system runs alone;
//   - resources ([World.Provide]) to write, *Score, or to read, Score;
//   - the length of the tick, [Seconds].
//
// It may return an error. Systems run in the order in which they are added. In a parallel
// tick two systems may run at the same time if neither writes data that the other one
// accesses. The parts of a parallel loop may run at the same time, unless another parameter
// writes something or reads data that the query writes. A function must not share other
// data with other systems, such as a captured map or resource: run tests with -race.
func (w *World) Add(name string, function any, options ...Option) error {
	return w.add(false, name, function, options)
}

// Handle makes a function a handler of events: a system that runs after all systems of
// a tick if there are events. If handlers emit events, the handlers run again.
func (w *World) Handle(name string, function any, options ...Option) error {
	return w.add(true, name, function, options)
}

// Barrier separates systems: those added later run after the earlier ones and their
// changes.
func (w *World) Barrier() {
	if err := w.ready("add a barrier"); err != nil {
		panic("ecs: " + err.Error())
	}
	w.barriers = append(w.barriers, len(w.systems))
	w.plans = nil
}

func (w *World) add(handles bool, name string, function any, options []Option) error {
	if err := w.ready(fmt.Sprintf("add system %q", name)); err != nil {
		return err
	}
	switch {
	case name == "":
		return errors.New("add system: it has no name")
	case w.System(name) != nil:
		return fmt.Errorf("add system %q: there is one of this name already", name)
	}
	f := reflect.ValueOf(function)
	if f.Kind() != reflect.Func || f.IsNil() {
		return fmt.Errorf("add system %q: want a function, not %T", name, function)
	}
	if t := f.Type(); t.NumOut() > 1 || t.NumOut() == 1 && t.Out(0) != reflect.TypeFor[error]() {
		return fmt.Errorf("add system %q: it returns more than an error", name)
	}
	if f.Type().IsVariadic() {
		return fmt.Errorf("add system %q: it is variadic, and gets no arguments for that: name each parameter", name)
	}
	y := &System{name: name, w: w}
	y.do = newCommands(w, y)
	var hooks []Hook
	var conditions []Condition
	for _, o := range options {
		switch o := o.(type) {
		case Hook:
			if o.do == nil {
				return fmt.Errorf("add system %q: a hook has no function", name)
			}
			hooks = append(hooks, o)
		case Condition:
			conditions = append(conditions, o)
		case Group:
			if y.group = o.name; handles {
				return fmt.Errorf("add handler %q: it runs after the systems of each group: leave out ecs.In", name)
			}
		case Filter:
			y.filters = append(y.filters, o)
		default:
			return fmt.Errorf("add system %q: option %v: want an OnAdded, an OnRemoved, a When, an In, or a filter", name, o)
		}
	}
	if err := y.parameters(f.Type()); err != nil {
		return fmt.Errorf("add system %q: %w", name, err)
	}
	y.call = caller(function, y.args, &w.seconds, func(err error) { w.report(fmt.Errorf("%v: %w", y, err)) })
	switch {
	case len(hooks) > 0 && len(y.queries) == 0:
		return fmt.Errorf("add system %q: it has hooks and no query: give it a parameter *ecs.Query1[...]", name)
	case len(y.filters) > 0:
		return fmt.Errorf("add system %q: it has filters and no query: give it a parameter *ecs.Query1[...]", name)
	}
	for _, c := range conditions {
		if err := y.addCondition(c); err != nil {
			return fmt.Errorf("add system %q: %w", name, err)
		}
	}
	for _, h := range hooks {
		o := &observer{wanted: y.queries[0].wanted, event: h.event, do: h.do}
		w.addObserver(o)
		y.hooks = append(y.hooks, o)
	}
	for _, q := range y.queries {
		q.locks = y.exclusive
	}
	if handles {
		w.handlers = append(w.handlers, y)
	} else {
		w.systems = append(w.systems, y)
	}
	w.plans = nil
	return nil
}

// parameters prepares the arguments of a function.
func (y *System) parameters(f reflect.Type) error {
	for i := 0; i < f.NumIn(); i++ {
		number := i + 1
		if err := y.parameter(f, &i); err != nil {
			return fmt.Errorf("parameter %d: %w", number, err)
		}
	}
	return nil
}

// parameter prepares the i-th parameter of the function. It moves i beyond the filters
// of a query.
func (y *System) parameter(f reflect.Type, i *int) error {
	t := f.In(*i)
	if t == reflect.TypeFor[*Commands]() {
		y.args = append(y.args, reflect.ValueOf(y.do))
		return nil
	}
	if t == reflect.TypeFor[*World]() {
		y.exclusive = true
		y.args = append(y.args, reflect.ValueOf(y.w))
		return nil
	}
	if _, isFilter := reflect.Zero(t).Interface().(Filter); isFilter {
		return fmt.Errorf("%v comes after no query: put it behind the one that it narrows", t)
	}
	if t.Kind() == reflect.Pointer {
		if _, ok := y.w.resources[t.Elem()]; ok {
			y.writes = append(y.writes, t.Elem())
			y.args = append(y.args, y.w.resources[t.Elem()])
			return nil
		}
		arg := reflect.New(t.Elem())
		if query, ok := arg.Interface().(bindable); ok {
			y.args = append(y.args, arg)
			filters := y.filters
			y.filters = nil
			for *i+1 < f.NumIn() {
				zero := reflect.Zero(f.In(*i + 1))
				filter, ok := zero.Interface().(Filter)
				if !ok {
					break
				}
				filters, y.args = append(filters, filter), append(y.args, zero)
				*i++
			}
			y.w.adding = y
			defer func() { y.w.adding = nil }()
			return query.Bind(y.w, filters...)
		}
	}
	if p, ok := y.w.resources[t]; ok {
		y.reads = append(y.reads, t)
		y.args = append(y.args, p.Elem())
		return nil
	}
	return fmt.Errorf("%v is no query, map, Commands or resource: Provide the resource before", t)
}

// run runs the system once. It may be called by any worker. Times are those since the creation of
// the world.
func (y *System) run(start time.Duration) (end time.Duration) {
	w, locked := y.w, y.w.locked
	for _, q := range y.queries {
		if q.nested > 0 || q.divided {
			q.abandon() // loops ended by a panic
		}
	}
	y.do.turn = w.pool == nil
	y.mark(true)
	if y.exclusive {
		w.addReserved()
		w.locked = 0
	}
	y.due = true
	if y.invoke(locked); !y.due {
		return start
	}
	end = time.Since(w.began)
	y.took = end - start
	y.total += y.took
	y.calls++
	return end
}

func (y *System) mark(runs bool) {
	if y.w.pool == nil {
		y.current = runs
	} else {
		y.running.Store(runs)
	}
}

// runs reports whether the system is running now.
func (y *System) runs() bool { return y.current || y.running.Load() }

// invoke calls the function if all conditions are true. It is World.guard and the end of a run in one.
func (y *System) invoke(locked int) {
	y.fine = false
	defer func() {
		if !y.fine {
			y.w.fail(y, recover())
		}
		if y.exclusive {
			y.w.locked = locked
			if !y.fine {
				y.w.panics++
			}
		}
		y.mark(false)
	}()
	for _, condition := range y.conditions {
		if y.due = condition(); !y.due {
			y.fine = true
			return
		}
	}
	y.call()
	y.fine = true
}

// String names the system in errors.
func (y *System) String() string { return fmt.Sprintf("system %q", y.known("String").name) }

// before reports whether two systems, added in this order, must run in this order.
func (y *System) before(z *System) bool {
	if y.exclusive || z.exclusive {
		return true
	}
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
	for _, a := range y.rights {
		for _, b := range z.rights {
			if a.collides(b) {
				return true
			}
		}
	}
	return false
}

// collides reports whether one writes data that the other accesses.
func (r *rights) collides(b *rights) bool {
	return overlap(r.writes, b.writes) || overlap(r.writes, b.reads) || overlap(r.reads, b.writes)
}

func overlap(a, b []Component) bool {
	return slices.ContainsFunc(a, func(c Component) bool { return slices.Contains(b, c) })
}

// alone reports whether the entities of a query may be visited in parallel: no other
// parameter accesses other entities in a conflicting way.
func (q *query) alone() bool {
	if len(q.owner.writes) > 0 {
		return false
	}
	for _, a := range q.owner.rights {
		if a != &q.rights && (len(a.writes) > 0 || overlap(a.reads, q.writes)) {
			return false
		}
	}
	return true
}

// System finds a system or handler by name; nil if there is none.
func (w *World) System(name string) *System {
	w.exists("System")
	for _, list := range [][]*System{w.systems, w.handlers} {
		for _, y := range list {
			if y.name == name {
				return y
			}
		}
	}
	return nil
}

// Systems lists the systems in order, and after them the handlers.
func (w *World) Systems() []*System {
	w.exists("Systems")
	return slices.Concat(w.systems, w.handlers)
}

// Remove takes the system out of its world, with its hooks. It is possible between ticks, and
// in a system with a *World, for systems that run later in the tick, too.
func (y *System) Remove() error {
	w := y.known("Remove").w
	if err := w.ready(fmt.Sprintf("remove system %q", y.name)); err != nil {
		return err
	}
	if w.System(y.name) != y {
		return fmt.Errorf("remove system %q: it is removed already", y.name)
	}
	if at := slices.Index(w.systems, y); at >= 0 {
		for i := range w.barriers {
			if w.barriers[i] > at {
				w.barriers[i]--
			}
		}
	}
	is := func(other *System) bool { return other == y }
	w.systems, w.handlers = slices.DeleteFunc(w.systems, is), slices.DeleteFunc(w.handlers, is)
	for _, o := range y.hooks {
		w.removeObserver(o)
	}
	y.off.Store(true)
	y.disabled, w.plans = true, nil
	return nil
}

// known panics if there is no system: World.System returns nil for an unknown name.
func (y *System) known(method string) *System {
	if y == nil {
		panic("ecs: " + method + " of no System: World.System found none of this name")
	}
	return y
}

// Name returns the name of the system.
func (y *System) Name() string { return y.known("Name").name }

// Enable turns the system on or off, from the next tick on. Systems may call it, too. Systems are on
// when they are added.
func (y *System) Enable(on bool) {
	if w := y.known("Enable").w; w.System(y.name) != y {
		w.report(fmt.Errorf("enable system %q: it is removed: add it again", y.name))
		return
	}
	y.off.Store(!on)
	y.w.switched.Store(true)
}

// Enabled reports whether the system is on.
func (y *System) Enabled() bool { return !y.known("Enabled").off.Load() }

// Took returns how long the system ran in the last tick in which it did; a
// handler, the last time.
func (y *System) Took() time.Duration { return y.known("Took").took }

// Mean returns how long the system ran on average, and how often it did.
func (y *System) Mean() (mean time.Duration, calls int) {
	y.known("Mean")
	return y.total / time.Duration(max(1, y.calls)), y.calls
}

// Provide makes the target of a pointer a resource: a single value of its type, such as a
// score or a map. Systems with a parameter *T write it, and systems with a T read it.
func (w *World) Provide(pointer any) error {
	if err := w.ready(fmt.Sprintf("provide %T", pointer)); err != nil {
		return err
	}
	p := reflect.ValueOf(pointer)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return fmt.Errorf("provide %T: want a pointer to the resource", pointer)
	}
	if _, known := w.resources[p.Type().Elem()]; known {
		return fmt.Errorf("provide %T: there is one already, and systems could not tell them apart", pointer)
	}
	w.resources[p.Type().Elem()] = p
	return nil
}

// typeName returns the name of a type without the paths of packages.
func typeName(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return paths.ReplaceAllString(t.String(), "")
}

var paths = regexp.MustCompile(`[^][,*]*/`)
