package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"
)

// A World has entities with components, queries over them, and systems that run in
// ticks.
//
// Between ticks one goroutine uses a World. During a tick only systems use it, through
// their parameters.
type World struct {
	tag      uint32  // upper half of the handles, without the life
	places   []place // by ID
	free     ID      // freed last; nobody if none
	live     int
	reserved int // new IDs of entities to be created: see reserve

	kinds   []*kind
	words   *kind     // of owners and stamps
	types   typeTable // kinds by type
	lastSet *kind     // of the last Set or TryRemove
	tables  []*table
	bySet   map[string]*table
	changes map[string]*Change
	chunks  []*chunk
	spare   []uint32 // numbers of freed chunks
	memory  memory
	wide    []*kind // those of maps: see spread
	locked  int     // running loops, ticks and observers: structure cannot change

	observers []*observer
	family    relation // children and parents
	relations []*relation
	dying     bool     // entities that die with another one do
	related   int      // all entities with links or names have smaller IDs
	tree      []Entity // scratch
	stamp     uint32   // of current writes

	resources  map[reflect.Type]reflect.Value // pointers, by what they point to
	saves      []reflect.Type                 // resources that are saved
	migrations []migration
	loaded     loadedFrom
	systems    []*System        // in order
	handlers   []*System        // of events, in order
	barriers   []int            // by number of systems before
	plans      map[string]*plan // by group; nil after a change of systems
	switched   atomic.Bool      // systems are on or off from the next tick on
	running    *plan            // of the tick under way, nil between ticks
	panics     uint32           // that ended loops: see Recover
	seconds    Seconds
	began      time.Time
	schedule   Schedule
	pool       *pool

	looping  *query  // last begun loop outside of systems
	adding   *System // whose parameters are being bound; nil for use between ticks
	later    *Commands
	handles  []Entity  // scratch of batches
	fresh    []Entity  // unhandled event entities
	seen     []Entity  // those of the current round
	emitters []*System // systems that emitted in the round before
	names    nameTable

	mu   sync.Mutex
	errs []error // since the last tick
}

// Seconds is the length of a tick. Systems have it as a parameter.
type Seconds float32

var worlds atomic.Uint32

// New returns a world without component types, systems and entities.
func New() *World {
	const most = 1<<16 - 1 // numbers of worlds
	w := &World{
		tag:       (1 + (worlds.Add(1)-1)%most) << 16,
		free:      nobody,
		bySet:     make(map[string]*table),
		changes:   make(map[string]*Change),
		resources: make(map[reflect.Type]reflect.Value),
		stamp:     1,
		began:     time.Now(),
		words:     &kind{name: "word", size: 4},
	}
	w.later, w.family.w = newCommands(w, nil), w
	w.resources[reflect.TypeFor[Seconds]()] = reflect.ValueOf(&w.seconds)
	return w
}

const noWorld = ": there is no World: create one with ecs.New"

// exists panics if there is no world.
func (w *World) exists(method string) {
	if w == nil {
		panic("ecs: " + method + noWorld)
	}
}

// ready returns an error unless structure can change now.
func (w *World) ready(what string) error {
	switch {
	case w == nil || w.later == nil:
		return errors.New(what + noWorld)
	case w.locked != 0:
		return w.refuse(what)
	}
	return nil
}

// Reserve makes room for n entities in all.
func (w *World) Reserve(n int) {
	w.exists("Reserve")
	if w.locked != 0 {
		w.report(w.refuse(fmt.Sprintf("reserve room for %d entities", n)))
		return
	}
	if uint64(max(0, n)) > maxIDs {
		panic(fmt.Sprintf("ecs: reserve room for %d entities: a world has handles for %d", n, maxIDs))
	}
	if n > cap(w.places) {
		w.places = append(make([]place, 0, n), w.places...)
	}
}

// Destroy destroys an entity with all its components. Its children live on without a
// parent.
func (w *World) Destroy(e Entity) error {
	if w == nil {
		return w.ready("destroy an entity")
	}
	p := w.find(e)
	if p == nil || w.locked != 0 {
		return w.cannot(destroying{}, e)
	}
	if int(uint32(e)) < w.related {
		w.destroyRelated(e)
	}
	c, row := w.chunks[p.chunk()], p.row()
	if t := c.table; t.leaves != nil || len(t.stored) > 0 || int(uint32(e)) < w.related {
		w.bury(t, e)
		c, row = w.chunks[p.chunk()], p.row() // relations may have moved it
	}
	w.locked = changing
	w.release(p, uint32(e))
	w.close(c, row)
	return nil
}

// bury does the rare work of a destruction.
func (w *World) bury(t *table, e Entity) {
	w.notify(t.leaves, e)
	if int(e.ID()) < w.related {
		for _, r := range w.relations {
			r.dies(e)
		}
		w.family.dies(e)
		t = w.chunks[w.find(e).chunk()].table
	}
	for _, k := range t.stored {
		k.store.delete(uint32(e))
	}
	w.names.forget(e)
}

type destroying struct{}

func (destroying) String() string { return "destroy" }

// Clear destroys all entities and returns their number. It keeps the memory for reuse.
func (w *World) Clear() (int, error) {
	if err := w.ready("clear the world"); err != nil {
		return 0, err
	}
	cleared := w.live
	w.family.forget()
	for _, r := range w.relations {
		r.forget()
	}
	w.related = 0
	for _, t := range w.tables {
		if t.leaves != nil || len(t.stored) > 0 {
			w.destroyAll(t)
		}
		t.empty()
	}
	w.free = nobody
	for id := len(w.places) - 1; id >= 0; id-- { // so that IDs are reused in order
		if p := &w.places[id]; p.alive() {
			w.release(p, ID(id))
		} else if w.usable(ID(id)) {
			w.link(ID(id))
		}
	}
	w.live, w.fresh = 0, w.fresh[:0]
	w.names = nameTable{}
	return cleared, nil
}

// Clone creates an entity with the components and values of another one. Parent,
// children and name are not copied.
func (w *World) Clone(e Entity) (Entity, error) {
	if w == nil {
		return NoEntity, w.ready("clone an entity")
	}
	p := w.find(e)
	if p == nil || w.locked != 0 {
		return NoEntity, w.cannot(cloning{}, e)
	}
	copied := w.reserve()
	w.addReserved()
	w.cloneAs(copied, w.find(e))
	return copied, nil
}

// cloneAs creates an entity with a reserved handle and the components of another one.
func (w *World) cloneAs(copied Entity, p *place) {
	from, old := w.chunks[p.chunk()], p.row()
	t, id := from.table, *from.owner(old)
	to, row := w.bornAs(copied, t)
	for i, k := range t.columns {
		if k.store == nil && k != w.words {
			k.move(to.value(i, row), from.value(i, old), 1)
		}
	}
	for _, k := range t.stored {
		k.store.put(uint32(copied), k.store.at(id))
	}
	w.notify(t.enters, copied)
}

type cloning struct{}

func (cloning) String() string { return "clone" }

// cannot returns the reason why an operation on an entity is rejected.
func (w *World) cannot(operation fmt.Stringer, e Entity) error {
	what := fmt.Sprintf("%v of %s", operation, w.Called(e))
	switch operation.(type) {
	case destroying, cloning, attaching:
		what = fmt.Sprintf("%v %s", operation, w.Called(e))
	}
	if w.locked != 0 {
		return w.refuse(what)
	}
	p := w.find(e)
	if p == nil {
		return &DeadError{what, w.reason(e)}
	}
	if ch, ok := operation.(*Change); ok {
		return &MisfitError{what, ch.misfit(w.chunks[p.chunk()].table)}
	}
	return fmt.Errorf("%s: impossible", what)
}

// reason returns the reason why a handle is invalid.
func (w *World) reason(e Entity) string {
	switch {
	case e == NoEntity:
		return "no handle was given"
	case e.world() != w.tag:
		return "it is a handle of another world"
	case w.pending(e):
		return "it is created when the changes of its Commands are made: call Flush before, or use the same Commands"
	}
	return "it is dead: drop the handle, or call Alive before"
}

// A DeadError is returned for handles of destroyed entities and of other worlds.
type DeadError struct{ what, why string }

func (e *DeadError) Error() string { return e.what + ": " + e.why }

// A MisfitError is returned if the component to add is present or the one to remove is
// missing.
type MisfitError struct {
	what string
	why  error
}

func (e *MisfitError) Error() string { return fmt.Sprintf("%s: %v", e.what, e.why) }

// Unwrap returns the cause.
func (e *MisfitError) Unwrap() error { return e.why }

// A BusyError is returned for changes of structure during a loop, a tick or an
// observer. Nothing was changed.
type BusyError struct{ what, why string }

func (e *BusyError) Error() string { return e.what + " while " + e.why }
