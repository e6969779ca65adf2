package ecs

import (
	"fmt"
	"reflect"
)

// Commands take down structural changes: entities that come and go, components
// that are added and removed. A system has them as a parameter, *Commands, and
// what it asks for is done at the next barrier or at the end of the tick. Until
// then nothing is to be seen of it.
//
// The order is that of the systems, as they were added; of one system, that in
// which it asked; of the parts of a parallel loop, that of the parts. So it is
// the same however the systems were spread over processors. Death wins: what is
// asked of an entity that an earlier command has ended is passed over.
type Commands struct {
	sim     *Sim
	system  *System // nil of changes between ticks
	number  uint64  // sets the promises of different Commands apart
	list    []command
	queues  []queue  // by component; nil until needed
	spawned uint32   // promises given out
	made    []Entity // by promise, once they are kept
	emitted int      // events
}

type operation uint8

const (
	spawn operation = iota
	set
	remove
	kill
)

type command struct {
	op     operation
	event  bool      // of spawn: the entity is an event
	number Component // of set and remove
	at     int32     // of set: index in the queue
	entity Entity    // perhaps a promise
}

func newCommands(s *Sim, system *System, number int) *Commands {
	return &Commands{sim: s, system: system, number: uint64(number)}
}

// A promise is the handle of an entity that is yet to be created.
const promise = Entity(1) << 63

func (do *Commands) promised(index uint32) Entity {
	return promise | Entity(do.number&0x7fff)<<48 | Entity(index)
}

// Target is what structure is changed by: a [Sim] at once, [Commands] later.
type Target interface {
	begin(c change) (*Commands, error)
	end() error
}

// A change is what someone is about to do, for errors: set health of e5.1.
type change struct {
	verb      string
	component reflect.Type // nil if it is about the entity
	entity    Entity
}

func (c change) String() string {
	switch {
	case c.component != nil:
		return fmt.Sprintf("%s %s of %v", c.verb, c.component.Name(), c.entity)
	case c.entity != NoEntity:
		return fmt.Sprintf("%s %v", c.verb, c.entity)
	}
	return c.verb
}

// begin refuses Commands that were kept: what they took down while nobody looks
// after them would be made at another time, or by two goroutines at once.
func (do *Commands) begin(c change) (*Commands, error) {
	switch s := do.sim; {
	case do.system != nil && !do.system.running.Load():
		return do, do.fail(fmt.Errorf("%v by its Commands while it does not run: use the Commands of the system that is running, and sim.Later() between ticks", c))
	case do == s.later && s.ticking:
		return do, do.fail(fmt.Errorf("%v by sim.Later() while %s: give the system a parameter *ecs.Commands", c, s.busy()))
	}
	return do, nil
}

func (do *Commands) end() error { return nil }

// begin lets changes be made between ticks.
func (s *Sim) begin(c change) (*Commands, error) {
	var err error
	switch {
	case s.ticking:
		err = fmt.Errorf("%v while %s: a system changes structure later, through a parameter *ecs.Commands", c, s.busy())
		s.report(err)
	case s.iterated():
		err = fmt.Errorf("%v while a query is being iterated: take it down in sim.Later() and call Flush after the loop", c)
	}
	return s.now, err
}

func (s *Sim) end() error { s.apply(s.now); s.settle(); return nil }

func (s *Sim) iterated() bool {
	for _, q := range s.between {
		if q.iterating > 0 {
			return true
		}
	}
	return false
}

// Later returns the Commands for changes between ticks, for loops over queries.
// [Sim.Flush] makes the changes.
func (s *Sim) Later() *Commands { return s.later }

// Flush makes the changes that were taken down between ticks, as the next tick
// would do before its first system.
func (s *Sim) Flush() error {
	if _, err := s.begin(change{verb: "flush"}); err != nil {
		return err
	}
	s.apply(s.later)
	s.settle()
	return s.Err()
}

// Spawn creates an entity with these components, at once.
func (s *Sim) Spawn(components ...any) (Entity, error) {
	do, err := s.begin(change{verb: "spawn"})
	if err != nil {
		return NoEntity, err
	}
	p, err := do.spawn(components, false)
	if err != nil {
		return NoEntity, err
	}
	if err := s.end(); err != nil {
		return NoEntity, err
	}
	return s.now.resolve(p), nil
}

// Kill ends an entity with all its components, at once.
func (s *Sim) Kill(e Entity) error {
	do, err := s.begin(change{verb: "kill", entity: e})
	if err != nil {
		return err
	}
	if err := do.kill(e); err != nil {
		return err
	}
	return s.end()
}

// Spawn creates an entity with these components, later. The handle that it
// returns is a promise: these Commands take it before it is kept, and nothing
// else does.
func (do *Commands) Spawn(components ...any) Entity {
	if _, err := do.begin(change{verb: "spawn"}); err != nil {
		return NoEntity
	}
	e, _ := do.spawn(components, false)
	return e
}

func (do *Commands) spawn(components []any, event bool) (Entity, error) {
	for _, v := range components {
		if _, err := do.sim.component(reflect.TypeOf(v)); err != nil {
			return NoEntity, do.fail(fmt.Errorf("spawn: %w", err))
		}
	}
	e := do.promised(do.spawned)
	do.spawned++
	do.list = append(do.list, command{op: spawn, entity: e, event: event})
	for _, v := range components {
		c := do.sim.numbers[reflect.TypeOf(v)]
		q := do.queueOf(c)
		do.list = append(do.list, command{op: set, entity: e, number: c, at: int32(q.len())})
		q.push(v)
	}
	return e, nil
}

// Kill ends an entity with all its components, later.
func (do *Commands) Kill(e Entity) {
	if _, err := do.begin(change{verb: "kill", entity: e}); err == nil {
		_ = do.kill(e)
	}
}

func (do *Commands) kill(e Entity) error {
	if err := do.check(change{verb: "kill", entity: e}); err != nil {
		return err
	}
	do.list = append(do.list, command{op: kill, entity: e})
	return nil
}

// Set gives the entity this value of the component, which it may have or not.
func Set[T any](to Target, e Entity, value T) error {
	what := change{"set", reflect.TypeFor[T](), e}
	do, err := to.begin(what)
	if err != nil {
		return err
	}
	c, err := do.sim.component(what.component)
	if err != nil {
		return do.fail(fmt.Errorf("set: %w", err))
	}
	if err := do.check(what); err != nil {
		return err
	}
	q := do.queueOf(c).(*queueOf[T])
	do.list = append(do.list, command{op: set, entity: e, number: c, at: int32(len(q.values))})
	q.values = append(q.values, value)
	return to.end()
}

// TryRemove takes the component from the entity, if it has it.
func TryRemove[T any](from Target, e Entity) error { return tryRemove(from, reflect.TypeFor[T](), e) }

// tryRemove is TryRemove for all types. It begins as Set does: a function of both
// would not be inlined, and Set would take a tenth more.
func tryRemove(from Target, t reflect.Type, e Entity) error {
	what := change{"remove", t, e}
	do, err := from.begin(what)
	if err != nil {
		return err
	}
	c, err := do.sim.component(what.component)
	if err != nil {
		return do.fail(fmt.Errorf("remove: %w", err))
	}
	if err := do.check(what); err != nil {
		return err
	}
	do.list = append(do.list, command{op: remove, entity: e, number: c})
	return from.end()
}

// Emit makes an event of a type that [DefineEvent] has defined: an entity with
// this component, later. It lives until all handlers have seen it.
func Emit[T any](do *Commands, event T) error {
	t := reflect.TypeFor[T]()
	if _, err := do.begin(change{verb: "emit " + t.Name()}); err != nil {
		return err
	}
	if !do.sim.events[t] {
		return do.fail(fmt.Errorf("emit: %v is no event: call DefineEvent[%v] first", t, t))
	}
	c := do.sim.numbers[t]
	e := do.promised(do.spawned)
	do.spawned++
	do.emitted++
	q := do.queueOf(c).(*queueOf[T])
	do.list = append(do.list,
		command{op: spawn, entity: e, event: true},
		command{op: set, entity: e, number: c, at: int32(len(q.values))})
	q.values = append(q.values, event)
	return nil
}

func (do *Commands) queueOf(c Component) queue {
	do.queues = GrowTo(do.queues, len(do.sim.columns))
	if do.queues[c] == nil {
		do.queues[c] = do.sim.columns[c].queue()
	}
	return do.queues[c]
}

// check tells what is wrong with the handle that a change is about.
func (do *Commands) check(c change) error {
	switch e := c.entity; {
	case e&promise != 0 && (e != do.promised(uint32(e)) || uint32(e) >= do.spawned):
		return do.fail(fmt.Errorf("%v, which was promised elsewhere or before: the handle that Spawn returns serves the same Commands until they are done", c))
	case e&promise == 0 && !do.sim.world.Alive(e):
		return do.fail(fmt.Errorf("%v, which is dead: drop the handle, or ask sim.Alive or a Lookup first", c))
	}
	return nil
}

// fail reports an error with the name of the system.
func (do *Commands) fail(err error) error {
	if do.system != nil {
		err = fmt.Errorf("system %q: %w", do.system.name, err)
	}
	if do != do.sim.now {
		do.sim.report(err)
	}
	return err
}

func (do *Commands) resolve(e Entity) Entity {
	if e&promise != 0 {
		return do.made[uint32(e)]
	}
	return e
}

// absorb appends what other Commands have taken down, and empties them.
func (do *Commands) absorb(part *Commands) {
	for _, c := range part.list {
		if c.op == set {
			c.at += int32(do.queueOf(c.number).len()) // where its queue is appended below
		}
		if c.entity&promise != 0 {
			c.entity = do.promised(do.spawned + uint32(c.entity))
		}
		do.list = append(do.list, c)
	}
	for c, q := range part.queues {
		if q != nil && q.len() > 0 {
			do.queueOf(Component(c)).append(q)
		}
	}
	do.spawned += part.spawned
	do.emitted += part.emitted
	part.clear()
}

func (do *Commands) clear() {
	do.list, do.spawned, do.emitted = do.list[:0], 0, 0
	for _, q := range do.queues {
		if q != nil {
			q.clear()
		}
	}
}
