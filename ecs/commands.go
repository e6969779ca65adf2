package ecs

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// Commands record structural changes: entities are created and destroyed, components
// added and removed. A system has them as a parameter, *Commands. The changes are made
// at the next barrier or at the end of the tick.
//
// They are made in the order of the systems, then in the order of recording; parallel
// loops in the order of their parts. So the order does not depend on the schedule.
// Death wins: changes of an entity that an earlier command has destroyed are skipped.
//
// The handle of a created entity is final: components, maps and other Commands may keep it
// before the entity lives. For handles that do not depend on the schedule, the creation of an
// entity waits for the systems, and the parts of the parallel loop, before its own.
type Commands struct {
	w      *World
	system *System // nil for changes between ticks
	loop   *loop   // of the part of a parallel loop; else nil
	part   int
	turn   bool // reserves handles without waiting: see await

	// What is recorded. A command is followed by its operands in entities, in the queues of
	// the component types, and in names.
	list     []command
	last     *command // of the list: equal operations join it
	entities []Entity
	queues   []queue     // by component
	filled   []Component // queues in use
	names    []string

	done     int // commands of the list that are done,
	operands int // with so many entities
	named    int // and names

	births  map[string]*Change // those of Spawn, by component numbers
	birth   *Change            // of the last Spawn
	number  []byte             // scratch
	emitted int                // events
}

type operation uint8

const (
	creates  operation = iota // one entity, values
	sets                      // one entity, one value
	removes                   // one entity
	changes                   // one entity, values
	zeroes                    // one entity
	fills                     // one entity: zeroes, and a function sets the values
	destroys                  // one entity
	uproots                   // one entity
	clones                    // the entity, and the new one
	attaches                  // child and parent
	detaches                  // one entity
	calls                     // one entity, one name
	emits                     // values
	noOperation
)

// none is the last command of an empty list.
var none = &command{op: noOperation}

// A command is the same operation with n operands.
type command struct {
	op     operation
	n      int32
	room   int32        // for the values of so many more
	kind   *kind        // of sets and removes
	change *Change      // of creates, changes, zeroes and fills
	made   func(Entity) // of fills
}

func newCommands(w *World, system *System) *Commands {
	return &Commands{w: w, system: system, last: none, turn: system == nil}
}

// Later returns the Commands for changes between ticks, for loops over queries. See
// [World.Flush].
func (w *World) Later() *Commands {
	w.exists("Later")
	return w.later
}

// Flush makes the changes recorded between ticks and returns their number. Otherwise
// the next tick makes them before its first system.
func (w *World) Flush() (changed int, err error) {
	w.exists("Flush")
	return w.later.Flush()
}

// NewCommands returns Commands for use between ticks. Only their own Flush makes the
// changes.
func NewCommands(w *World) *Commands {
	if err := w.ready("new Commands"); err != nil {
		panic("ecs: " + err.Error())
	}
	return newCommands(w, nil)
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
func (do *Commands) begin(c attempt) error {
	if do == nil || do.w == nil {
		return fmt.Errorf("%v by Commands of no World: take them as a parameter of a system, or use World.Later or NewCommands", c)
	}
	switch w := do.w; {
	case do.system != nil && !do.system.runs():
		return do.fail(fmt.Errorf("%v by its Commands while it does not run: use the Commands of the system that is running, and World.Later between ticks", c))
	case do.system == nil && w.locked&ticking != 0:
		return do.fail(fmt.Errorf("%v by World.Later while %s: give the system a parameter *ecs.Commands", c, w.busy()))
	case w.locked&copying != 0:
		return do.fail(w.refuse(c.String()))
	}
	return nil
}

// open reports whether the Commands can record now.
func (do *Commands) open() bool {
	if do.system != nil {
		return do.system.runs() && do.w.locked&copying == 0
	}
	return do.w.locked&(ticking|copying) == 0
}

// can reports whether a change of a living entity can be recorded now.
func (do *Commands) can(e Entity) bool {
	return do.w != nil && do.open() && do.w.find(e) != nil
}

// beginOf is begin for a change of an entity, which is alive or to be created.
func (do *Commands) beginOf(verb string, e Entity) error {
	if do != nil && do.can(e) {
		return nil
	}
	return do.beginRarely(attempt{verb: verb, entity: e})
}

func (do *Commands) beginRarely(c attempt) error {
	if err := do.begin(c); err != nil {
		return err
	}
	return do.check(c)
}

// check validates the handle of a change.
func (do *Commands) check(c attempt) error {
	if do.w.find(c.entity) == nil && !do.w.pending(c.entity) {
		return do.fail(&DeadError{c.String(), do.w.reason(c.entity)})
	}
	return nil
}

// fail reports an error with the name of the system.
func (do *Commands) fail(err error) error {
	if do.system != nil {
		err = fmt.Errorf("system %q: %w", do.system.name, err)
	}
	do.w.report(err)
	return err
}

// record adds an operation. Equal ones are one command. There is room for its values then.
func (do *Commands) record(op operation, k *kind, ch *Change) {
	if !do.last.joined(op, k, ch) {
		do.recordAnew(op, k, ch)
	}
}

// joined adds an operation to an equal command that has room for its values.
func (c *command) joined(op operation, k *kind, ch *Change) bool {
	if c.op != op || c.kind != k || c.change != ch || c.room == 0 {
		return false
	}
	c.n++
	c.room--
	return true
}

func (do *Commands) recordAnew(op operation, k *kind, ch *Change) {
	if c := do.last; c.op != op || c.kind != k || c.change != ch {
		do.add(command{op: op, kind: k, change: ch})
	}
	room := math.MaxInt32
	switch op {
	case creates, changes:
		for _, k := range ch.add {
			q := do.makeRoom(k)
			room = min(room, q.room-q.n)
		}
	case sets, emits:
		q := do.makeRoom(k)
		room = q.room - q.n
	}
	do.last.n++
	do.last.room = int32(room - 1)
}

func (do *Commands) add(c command) {
	do.list = append(do.list, c)
	do.last = &do.list[len(do.list)-1]
}

// recordOf adds an operation with an entity.
func (do *Commands) recordOf(op operation, k *kind, ch *Change, e Entity) {
	do.record(op, k, ch)
	do.entities = append(do.entities, e)
}

// makeRoom makes room for a value.
func (do *Commands) makeRoom(k *kind) *queue {
	do.queues = growTo(do.queues, len(do.w.kinds))
	q := &do.queues[k.number]
	if q.room == 0 {
		q.kind, q.room = k, q.kept
		do.filled = append(do.filled, k.number)
	}
	if q.n == q.room {
		q.grow(1)
	}
	return q
}

// put records a value of a component. There is room for it.
func put[T any](do *Commands, k *kind, value T) {
	q := &do.queues[k.number]
	*(*T)(unsafe.Add(q.values, uintptr(q.n)*unsafe.Sizeof(value))) = value
	q.n++
}

// absorb appends what other Commands have recorded, and empties them.
func (do *Commands) absorb(part *Commands) {
	for _, c := range part.list {
		c.room = 0
		do.add(c)
	}
	do.entities = append(do.entities, part.entities...)
	do.names = append(do.names, part.names...)
	for _, c := range part.filled {
		from := &part.queues[c]
		to := do.makeRoom(from.kind)
		if to.n+from.n > to.room {
			to.grow(from.n)
		}
		to.n += from.n
		to.kind.move(to.at(to.n-from.n), from.values, uint32(from.n))
	}
	do.emitted += part.emitted
	part.clear()
}

// clear forgets all that is recorded.
func (do *Commands) clear() {
	clear(do.list)
	clear(do.names)
	do.list, do.last, do.entities, do.names = do.list[:0], none, do.entities[:0], do.names[:0]
	do.done, do.operands, do.named, do.emitted = 0, 0, 0, 0
	for _, c := range do.filled {
		do.queues[c].clear()
	}
	do.filled = do.filled[:0]
}
