package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"unsafe"
)

// A Sim is a world that lives: it has component types by their Go types,
// systems that are functions, and ticks in which these run.
//
// Between ticks a Sim is used by one goroutine. During a tick only systems use
// it, by what they have as parameters.
type Sim struct {
	world     *World
	columns   []column
	names     []string // by component
	numbers   map[reflect.Type]Component
	events    map[reflect.Type]bool
	resources map[reflect.Type]reflect.Value // pointers, by what they point to

	systems  []*System // in order
	handlers []*System // of events, in order
	barriers []int     // by number of systems before
	count    int       // systems and handlers ever added
	plan     *plan     // nil after a change of systems
	seconds  Seconds
	schedule Schedule
	pool     *pool
	ticking  bool
	changing bool // changes are being made, by one goroutine

	queries []*query
	between []*query // those that belong to no system
	changed bool     // queries must be refreshed
	hooks   []hook
	now     *Commands // changes between ticks
	later   *Commands // those that are taken down

	fresh    []Entity  // event entities that no handler has seen
	seen     []Entity  // those of the round of handlers
	emitters []*System // who emitted in the round before
	entities nameTable

	path   []sigID // scratch of changes
	entity [1]Entity
	id     [1]ID
	doomed []Entity

	mu   sync.Mutex
	errs []error // since the last tick
}

// Seconds is the length of a tick. Systems have it as a parameter.
type Seconds float32

// NewSim returns a Sim without component types, systems and entities. The zero
// Options are good ones; dispatch [Scan] has no members to give to systems that
// run at the same time, and is refused.
func NewSim(o Options) (*Sim, error) {
	switch o.Dispatch {
	case "":
		o.Dispatch = Shared
	case Scan:
		return nil, fmt.Errorf("open simulation: dispatch %q keeps no members of systems: want one of %v", Scan, []Dispatch{Broadcast, Interest, Shared})
	}
	if o.NewSet == nil {
		o.NewSet = NewSparseSet
	}
	w, err := New(o)
	if err != nil {
		return nil, err
	}
	s := &Sim{
		world:     w,
		numbers:   make(map[reflect.Type]Component),
		events:    make(map[reflect.Type]bool),
		resources: make(map[reflect.Type]reflect.Value),
		entities:  newNameTable(),
	}
	s.now, s.later = newCommands(s, nil, 0), newCommands(s, nil, 1)
	s.resources[reflect.TypeFor[Seconds]()] = reflect.ValueOf(&s.seconds)
	return s, nil
}

// Define makes T a component type, kept in a [Column], or in the storage that is
// given. All types are defined before the first entity is created.
func Define[T any](s *Sim, storage ...StorageOf[T]) error {
	if len(storage) == 0 {
		storage = []StorageOf[T]{NewColumn(Traits[T]{})}
	}
	return s.define((*T)(nil), storage[0], &columnOf[T]{storage[0]})
}

// define is the part of Define that is the same for all types; it is given a
// pointer to the type.
func (s *Sim) define(pointer any, storage Storage, c column) error {
	t, special := reflect.TypeOf(pointer).Elem(), used(pointer)
	if _, known := s.numbers[t]; known {
		return fmt.Errorf("define component %v: it is defined already", t)
	}
	if special.component != t {
		return fmt.Errorf("define component %v: define %v itself", t, special.component)
	}
	number, err := s.world.RegisterStorage(storage)
	if err != nil {
		return fmt.Errorf("define component %v: %w", t, err)
	}
	s.numbers[t] = number
	s.columns = append(s.columns, c)
	s.names = append(s.names, t.Name())
	return nil
}

// component returns the number of a component type.
func (s *Sim) component(t reflect.Type) (Component, error) {
	c, ok := s.numbers[t]
	if !ok {
		return 0, fmt.Errorf("%v is no component type: call Define[%v] first", t, t)
	}
	return c, nil
}

// Provide makes what a pointer points to a resource: something that there is one
// of, such as a score or a map. Systems that have a *T as a parameter write it,
// and those that have a T read it.
func (s *Sim) Provide(pointer any) error {
	p := reflect.ValueOf(pointer)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return fmt.Errorf("provide %T: want a pointer to the resource", pointer)
	}
	if _, known := s.resources[p.Type().Elem()]; known {
		return fmt.Errorf("provide %T: there is one already, and systems could not tell them apart", pointer)
	}
	s.resources[p.Type().Elem()] = p
	return nil
}

// Bind makes a query or look-up ready for use between ticks, outside of systems:
//
//	var moving ecs.Query2[Position, Velocity]
//	err := sim.Bind(&moving, ecs.Without[Frozen]{})
func (s *Sim) Bind(query bindable, filters ...Filter) error {
	if s.ticking {
		return fmt.Errorf("bind %s while %s: bind it before, or make it a parameter of the system", typeName(reflect.TypeOf(query)), s.busy())
	}
	if err := query.bind(s, nil, filters); err != nil {
		return fmt.Errorf("bind %s: %w", typeName(reflect.TypeOf(query)), err)
	}
	s.settle()
	return nil
}

// settle gives all queries their members after a structural change.
func (s *Sim) settle() {
	if !s.changed {
		return
	}
	s.changed = false
	for _, q := range s.queries {
		q.refresh()
	}
}

// Alive tells whether the entity exists; false for stale handles.
func (s *Sim) Alive(e Entity) bool { return s.world.Alive(e) }

// Len returns how many entities there are.
func (s *Sim) Len() int { return s.world.Len() }

// Entities lists all entities in the order of their IDs.
func (s *Sim) Entities() []Entity { return s.world.Entities() }

// Get returns a copy of the entity's component, and false if it has none. It is
// for use between ticks; systems have a [Lookup].
func Get[T any](s *Sim, e Entity) (value T, ok bool) {
	if p := Mut[T](s, e); p != nil {
		return *p, true
	}
	return value, false
}

// Mut returns the entity's component for changing it, or nil if it has none. The
// pointer is valid until the next structural change. It is for use between
// ticks; systems have a [Lookup].
func Mut[T any](s *Sim, e Entity) *T { return (*T)(s.mut(reflect.TypeFor[T](), e)) }

// mut is Mut for all types.
func (s *Sim) mut(t reflect.Type, e Entity) unsafe.Pointer {
	c, err := s.component(t)
	if err != nil {
		s.report(fmt.Errorf("get: %w", err))
		return nil
	}
	if s.ticking && !s.changing {
		s.report(fmt.Errorf("get %s of %s while %s: give the system a parameter *ecs.Lookup[%s]", s.names[c], s.Called(e), s.busy(), s.names[c]))
		return nil
	}
	if !s.world.Has(e, c) {
		return nil
	}
	return s.columns[c].at(e.ID())
}

// Has tells whether the entity is alive and has the component.
func Has[T any](s *Sim, e Entity) bool {
	c, err := s.component(reflect.TypeFor[T]())
	return err == nil && s.world.Has(e, c)
}

// Owner returns the entity whose component v points to, and NoEntity if v points
// to none.
func Owner[T any](s *Sim, v *T) Entity {
	c, err := s.component(reflect.TypeFor[T]())
	if err != nil {
		s.report(fmt.Errorf("owner: %w", err))
		return NoEntity
	}
	id, ok := s.columns[c].(*columnOf[T]).storage.Owner(v)
	if !ok {
		return NoEntity
	}
	return s.world.pool.Entity(id)
}

// report keeps an error for the end of the tick.
func (s *Sim) report(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.errs) < maxErrors {
		s.errs = append(s.errs, err)
	}
}

// maxErrors is how many errors are kept: a mistake in a loop is made often.
const maxErrors = 16

// Err returns what has gone wrong since the last call of Err or end of a tick,
// nil if nothing.
func (s *Sim) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := errors.Join(s.errs...)
	s.errs = nil
	return err
}

// busy tells what is going on, for errors.
func (s *Sim) busy() string {
	var running []string
	for _, list := range [][]*System{s.systems, s.handlers} {
		for _, system := range list {
			if system.running.Load() {
				running = append(running, fmt.Sprintf("system %q", system.name))
			}
		}
	}
	switch {
	case s.changing:
		return "changes are being made"
	case len(running) == 0:
		return "a tick is under way"
	case len(running) == 1:
		return running[0] + " is running"
	}
	return strings.Join(running, " and ") + " are running"
}

// typeName returns the name of a type without the paths of packages.
func typeName(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return paths.ReplaceAllString(t.String(), "")
}

var paths = regexp.MustCompile(`[^][,*]*/`)
