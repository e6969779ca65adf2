package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Commands record structural changes: entities are created and destroyed, components
// added and removed. A system has them as a parameter, *Commands. The changes are made
// at the next barrier or at the end of the tick.
//
// They are made in the order of the systems, then in the order of recording; parallel
// loops in the order of their parts. So the order does not depend on the schedule.
// Death wins: changes of an entity that an earlier command has destroyed are skipped.
type Commands struct {
	w       *World
	system  *System // nil for changes between ticks
	number  uint64  // distinguishes the promises of different Commands
	list    []command
	done    int      // commands of the list that are done
	queues  []queue  // by component
	spawned uint32   // number of promises
	made    []Entity // by promise, once they are kept
	emitted int      // events
	failed  error    // of the last changes that were made
}

type operation uint8

const (
	creates operation = iota
	sets
	removes
	changes
	destroys
)

type command struct {
	op     operation
	event  bool      // of creates: the entity is an event
	number Component // of sets and removes
	at     int32     // of sets: index in the queue
	entity Entity    // perhaps a promise
	change *Change   // of changes; its values follow as sets, or made sets them
	made   func(Entity)
}

func newCommands(w *World, system *System, number int) *Commands {
	return &Commands{w: w, system: system, number: uint64(number)}
}

// A promise is the handle of a future entity.
const promise = Entity(1) << 63

func (do *Commands) promised(index uint32) Entity {
	return promise | Entity(do.number&0x7fff)<<48 | Entity(index)
}

// A Target changes structure: a [World] at once, [Commands] later.
type Target interface {
	begin(c attempt) (*Commands, error)
	end() error
}

// An attempt describes an operation, for errors: set health of e5.1.
type attempt struct {
	verb      string
	component reflect.Type // nil for the entity itself
	entity    Entity
}

func (c attempt) String() string {
	switch {
	case c.component != nil:
		return fmt.Sprintf("%s %s of %v", c.verb, c.component.Name(), c.entity)
	case c.entity != NoEntity:
		return fmt.Sprintf("%s %v", c.verb, c.entity)
	}
	return c.verb
}

// begin rejects kept Commands: their changes would be made at the wrong time, or
// recorded by two goroutines.
func (do *Commands) begin(c attempt) (*Commands, error) {
	if do == nil || do.w == nil {
		return nil, fmt.Errorf("%v by Commands of no World: take them as a parameter of a system, or use World.Later or NewCommands", c)
	}
	switch w := do.w; {
	case do.system != nil && !do.system.running.Load():
		return do, do.fail(fmt.Errorf("%v by its Commands while it does not run: use the Commands of the system that is running, and World.Later between ticks", c))
	case do.system == nil && w.locked&ticking != 0:
		return do, do.fail(fmt.Errorf("%v by World.Later while %s: give the system a parameter *ecs.Commands", c, w.busy()))
	}
	return do, nil
}

func (do *Commands) end() error { return nil }

// begin lets changes be made between ticks.
func (w *World) begin(c attempt) (*Commands, error) {
	if w == nil || w.now == nil {
		return nil, fmt.Errorf("%v: there is no World: create one with ecs.New", c)
	}
	if w.locked == 0 {
		return w.now, nil
	}
	err := w.refuse(c.String())
	if w.locked&ticking != 0 {
		w.report(err)
	}
	return w.now, err
}

func (w *World) end() error {
	defer w.now.clear()
	w.now.failed = nil
	w.apply(w.now)
	return w.now.failed
}

// Later returns the Commands for changes between ticks, for loops over queries. See
// [World.Flush].
func (w *World) Later() *Commands { return w.later }

// Flush makes the changes recorded between ticks and returns their number. Otherwise
// the next tick makes them before its first system.
func (w *World) Flush() (changed int, err error) { return w.later.Flush() }

// NewCommands returns Commands for use between ticks. Only their own Flush makes the
// changes.
func NewCommands(w *World) *Commands {
	if err := w.ready("new Commands"); err != nil {
		panic("ecs: " + err.Error())
	}
	w.count++
	return newCommands(w, nil, 2*w.count)
}

// Flush makes the changes of Commands that belong to no system, and returns how many
// were made.
func (do *Commands) Flush() (changed int, err error) {
	switch {
	case do == nil || do.w == nil:
		return 0, errors.New("flush: the Commands are of no World: take them from World.Later or NewCommands")
	case do.system != nil:
		return 0, do.fail(errors.New("flush: the changes of a system are made when it is done"))
	case do.w.locked != 0:
		return 0, do.w.refuse("flush")
	}
	changed = do.w.apply(do)
	return changed, do.w.Err()
}

// Spawn creates an entity with these components, at once. A [Map2] and its like are
// faster.
func (w *World) Spawn(components ...any) (Entity, error) {
	do, err := w.begin(attempt{verb: "spawn"})
	if err != nil {
		return NoEntity, err
	}
	p, err := do.spawn(components)
	if err != nil {
		return NoEntity, err
	}
	if err := w.end(); err != nil {
		return NoEntity, err
	}
	return do.made[uint32(p)], nil
}

// Spawn creates an entity with these components, later. The returned handle is a promise, valid
// only for these Commands until they are done. It may be in fields, arrays and slices of
// components that these Commands set: they get the handle of the entity.
func (do *Commands) Spawn(components ...any) Entity {
	if _, err := do.begin(attempt{verb: "spawn"}); err != nil {
		if do == nil || do.w == nil {
			panic("ecs: " + err.Error()) // there is no world that could keep the error
		}
		return NoEntity
	}
	e, _ := do.spawn(components)
	return e
}

func (do *Commands) spawn(components []any) (Entity, error) {
	for i, v := range components {
		if v == nil {
			return NoEntity, do.fail(fmt.Errorf("spawn: nil is no component: give a value"))
		}
		t := reflect.TypeOf(v)
		if _, err := do.w.component(t); err != nil {
			return NoEntity, do.fail(fmt.Errorf("spawn: %w", err))
		}
		if slices.ContainsFunc(components[:i], func(v any) bool { return reflect.TypeOf(v) == t }) {
			return NoEntity, do.fail(fmt.Errorf("spawn: %s is given twice: give it once", typeName(t)))
		}
	}
	e := do.promise(false)
	for _, v := range components {
		k := do.w.kinds[do.w.numbers[reflect.TypeOf(v)]]
		reflect.NewAt(k.goType, do.value(e, k)).Elem().Set(reflect.ValueOf(v))
	}
	return e, nil
}

// promise records the creation of an entity.
func (do *Commands) promise(event bool) Entity {
	if do.spawned == 0 {
		do.made = do.made[:0]
	}
	e := do.promised(do.spawned)
	do.spawned++
	do.list = append(do.list, command{op: creates, entity: e, event: event})
	return e
}

// value records a component of an entity, which the caller sets.
func (do *Commands) value(e Entity, k *kind) unsafe.Pointer {
	q := do.queueOf(k)
	do.list = append(do.list, command{op: sets, entity: e, number: k.number, at: int32(q.n)})
	return q.extend(1)
}

// Destroy destroys an entity with all its components, later.
func (do *Commands) Destroy(e Entity) error {
	what := attempt{verb: "destroy", entity: e}
	if _, err := do.begin(what); err != nil {
		return err
	}
	if err := do.check(what); err != nil {
		return err
	}
	do.list = append(do.list, command{op: destroys, entity: e})
	return nil
}

// Set adds the component to the entity or replaces it.
func Set[T any](to Target, e Entity, value T) error {
	do, k, err := beginSet(to, attempt{"set", reflect.TypeFor[T](), e})
	if err != nil {
		return err
	}
	*(*T)(do.value(e, k)) = value
	return to.end()
}

// beginSet begins a change of a component.
func beginSet(to Target, what attempt) (*Commands, *kind, error) {
	if to == nil {
		return nil, nil, fmt.Errorf("%v: there is nothing to change: give a *ecs.World or *ecs.Commands", what)
	}
	do, err := to.begin(what)
	if err != nil {
		return nil, nil, err
	}
	k, err := do.w.component(what.component)
	if err != nil {
		return nil, nil, do.fail(fmt.Errorf("%s: %w", what.verb, err))
	}
	return do, k, do.check(what)
}

// TryRemove removes the component from the entity, if present.
func TryRemove[T any](from Target, e Entity) error {
	do, k, err := beginSet(from, attempt{"remove", reflect.TypeFor[T](), e})
	if err != nil {
		return err
	}
	do.list = append(do.list, command{op: removes, entity: e, number: k.number})
	return from.end()
}

// change records a change of a map. Its values follow.
func (do *Commands) change(w *World, ch *Change, e Entity) error {
	what := attempt{verb: "change", entity: e}
	if _, err := do.begin(what); err != nil {
		return err
	}
	if w != do.w {
		return do.fail(fmt.Errorf("%v by a map of another world or of none: call its Bind with the world", what))
	}
	if err := do.check(what); err != nil {
		return err
	}
	do.list = append(do.list, command{op: changes, entity: e, change: ch})
	return nil
}

// pushLater records a value of a change.
func pushLater[T any](do *Commands, k *kind, value T) {
	*(*T)(do.value(NoEntity, k)) = value
}

// Later is [Change.Make], recorded in Commands. After the change it calls made, if not
// nil, to set the gained components.
func (ch *Change) Later(do *Commands, e Entity, made func(Entity)) error {
	if ch == nil || ch.w == nil {
		return errNoChange
	}
	err := do.change(ch.w, ch, e)
	if err == nil {
		do.list[len(do.list)-1].made = made
	}
	return err
}

// Emit creates an event of a type defined by [DefineEvent]: an entity with this
// component, later. It lives until all handlers have run.
func Emit[T any](do *Commands, event T) error {
	t := reflect.TypeFor[T]()
	if _, err := do.begin(attempt{verb: "emit " + t.Name()}); err != nil {
		return err
	}
	k, err := do.w.component(t)
	if err != nil || !k.event {
		return do.fail(fmt.Errorf("emit: %v is no event: call DefineEvent[%v] first", t, t))
	}
	e := do.promise(true)
	do.emitted++
	*(*T)(do.value(e, k)) = event
	return nil
}

func (do *Commands) queueOf(k *kind) *queue {
	do.queues = growTo(do.queues, len(do.w.kinds))
	q := &do.queues[k.number]
	q.kind = k
	return q
}

// check validates the handle of a change.
func (do *Commands) check(c attempt) error {
	e := c.entity
	switch {
	case e&promise != 0 && (e != do.promised(uint32(e)) || uint32(e) >= do.spawned):
		return do.fail(fmt.Errorf("%v, a promise of other or earlier Commands: use the handle from Spawn with the same Commands, until they are done", c))
	case e&promise == 0 && !do.w.Alive(e):
		return do.fail(&DeadError{c.String(), do.w.reason(e)})
	}
	return nil
}

// fail reports an error with the name of the system.
func (do *Commands) fail(err error) error {
	if do.system != nil {
		err = fmt.Errorf("system %q: %w", do.system.name, err)
	}
	if do != do.w.now {
		do.w.report(err)
	}
	return err
}

func (do *Commands) resolve(e Entity) Entity {
	if e&promise != 0 {
		return do.made[uint32(e)]
	}
	return e
}

// absorb appends the changes of other Commands, and empties them.
func (do *Commands) absorb(part *Commands) {
	for _, c := range part.list {
		if c.op == sets {
			c.at += int32(do.queueOf(do.w.kinds[c.number]).n) // where its queue is appended below
		}
		if c.entity&promise != 0 {
			c.entity = do.promised(do.spawned + uint32(c.entity))
		}
		do.list = append(do.list, c)
	}
	for c := range part.queues {
		if q := &part.queues[c]; q.n > 0 {
			do.renumber(part, q)
			q.kind.move(do.queueOf(q.kind).extend(q.n), q.values, uint32(q.n))
		}
	}
	do.spawned += part.spawned
	do.emitted += part.emitted
	part.clear()
}

func (do *Commands) clear() {
	clear(do.list)
	do.list, do.done, do.spawned, do.emitted = do.list[:0], 0, 0, 0
	for c := range do.queues {
		if q := &do.queues[c]; q.n > 0 {
			q.clear()
		}
	}
}
