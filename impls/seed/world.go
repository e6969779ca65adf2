package seed

import (
	"errors"
	"fmt"
	"github.com/ecsbench/ecsbench/kernel"
	"slices"
)

// RuntimeOptions choose how a world works inside.
type RuntimeOptions struct {
	Dispatch Dispatch         // how membership of systems is kept
	Reuse    ReuseOrder       // which free ID lives again first
	NewSet   func() EntitySet // the sets that keep members, for dispatches that have sets
}

// A World ties entities, component storages and systems together. kernel.Component
// types are registered first; the first entity seals the world.
//
// A World is not safe for concurrent use.
type Runtime struct {
	options      RuntimeOptions
	pool         *Pool
	storages     []Storage     // by component
	requirements []Requirement // by system
	sigs         *signatures   // nil until sealed
	membership   membership
	batch        batch
	ids          []ID  // scratch
	runs         []run // scratch
}

// NewRuntime returns a world without types, systems and entities.
func NewRuntime(options RuntimeOptions) (*Runtime, error) {
	w := &Runtime{options: options, pool: NewPool(options.Reuse)}
	if _, err := newMembership(options.Dispatch, nil, newSignatures(1), options.NewSet); err != nil {
		return nil, fmt.Errorf("open world: %w", err)
	}
	return w, nil
}

var errSealed = errors.New("the world has had entities: register component types before the first one")

// RegisterStorage adds a component type kept in s and returns its number: the
// next free one.
func (w *Runtime) RegisterStorage(s Storage) (kernel.Component, error) {
	if w.sigs != nil {
		return 0, fmt.Errorf("register component type: %w", errSealed)
	}
	c := kernel.Component(len(w.storages))
	w.storages = append(w.storages, s)
	return c, nil
}

// AddSystem registers a system and returns its number: the next free one. In a
// world that has entities already, the members of all systems are found anew.
func (w *Runtime) AddSystem(requires Requirement) (int, error) {
	for _, c := range slices.Concat(requires.components, requires.without) {
		if c < 0 || int(c) >= len(w.storages) {
			return 0, fmt.Errorf("add system %d: names component %d, but only %d types are registered", len(w.requirements), c, len(w.storages))
		}
	}
	for _, c := range requires.without {
		if slices.Contains(requires.components, c) {
			return 0, fmt.Errorf("add system %d: component %d is both required and excluded, so no entity would ever match", len(w.requirements), c)
		}
	}
	w.requirements = append(w.requirements, requires)
	if w.sigs != nil {
		w.recount()
	}
	return len(w.requirements) - 1, nil
}

// recount makes the membership anew, from all entities in the order of their IDs.
func (w *Runtime) recount() {
	m, err := newMembership(w.options.Dispatch, w.requirements, w.sigs, w.options.NewSet)
	if err != nil {
		panic(err) // NewRuntime has tried it
	}
	w.membership = m
	ids := w.scratch(w.pool.Len())
	for id, sig := range w.sigs.of {
		if sig != noSignature {
			ids = append(ids, ID(id))
		}
	}
	for _, g := range w.batch.bySignature(ids) {
		m.created(g.ids, w.sigs.path(w.sigs.components(g.sig)))
	}
	w.release()
}

func (w *Runtime) seal() {
	if w.sigs != nil {
		return
	}
	w.sigs = newSignatures(max(1, len(w.storages)))
	w.batch.sigs = w.sigs
	w.recount()
}

// Reserve makes room for n entities in all that have these components.
func (w *Runtime) Reserve(n int, cs ...kernel.Component) {
	w.seal()
	w.pool.Reserve(n)
	w.sigs.of = Reserve(w.sigs.of, n)
	for _, c := range cs {
		w.storages[c].Reserve(n)
	}
}

// A Bundle is a set of components prepared for creating entities.
type Bundle struct {
	components []kernel.Component
	path       []sigID
}

// Prepare returns the set of these components, for [World.Create]. It seals
// the world.
func (w *Runtime) Prepare(cs ...kernel.Component) (Bundle, error) {
	w.seal()
	sorted := NewRequirement(cs...).components
	for _, c := range sorted {
		if err := w.sigs.check(c); err != nil {
			return Bundle{}, fmt.Errorf("prepare component set: %w", err)
		}
	}
	return Bundle{components: sorted, path: w.sigs.path(sorted)}, nil
}

// Create brings len(dst) entities to life, gives each the components of the
// set, and writes their handles to dst. The initial values of the i-th are
// those numbered first+i.
func (w *Runtime) Create(set Bundle, first uint32, dst []Entity) {
	w.seal()
	if len(dst) == 0 {
		return
	}
	ids := w.scratch(len(dst))[:len(dst)]
	w.pool.Create(dst, ids)
	w.sigs.of = GrowTo(w.sigs.of, w.pool.Bound())
	sig := emptySignature
	if n := len(set.path); n > 0 {
		sig = set.path[n-1]
	}
	of := w.sigs.of
	for _, id := range ids {
		of[id] = sig
	}
	for _, c := range set.components {
		w.storages[c].Insert(ids, first)
	}
	w.membership.created(ids, set.path)
	w.release()
}

// Destroy kills the entities with all their components and returns how many
// that were; handles that are stale are passed over.
func (w *Runtime) Destroy(es []Entity) (destroyed int) {
	w.seal()
	ids := w.scratch(len(es))
	for _, e := range es {
		if w.pool.Alive(e) {
			w.pool.Destroy(e.ID()) // so that a second handle of it is stale
			ids = append(ids, e.ID())
		}
	}
	w.end(ids)
	return len(ids)
}

// Clear kills all entities and returns how many there were.
func (w *Runtime) Clear() int {
	w.seal()
	ids := w.scratch(w.pool.Len())
	for id, sig := range w.sigs.of {
		if sig != noSignature {
			w.pool.Destroy(ID(id))
			ids = append(ids, ID(id))
		}
	}
	w.end(ids)
	return len(ids)
}

// end takes entities whose handles are stale already out of everything.
func (w *Runtime) end(ids []ID) {
	groups := w.batch.bySignature(ids)
	for _, g := range groups {
		w.membership.destroyed(g.ids, g.sig)
	}
	w.batch.having(groups, func(c kernel.Component, ids []ID) { w.storages[c].Delete(ids) })
	for _, id := range ids {
		w.sigs.of[id] = noSignature
	}
	w.release()
}

// Add gives a component to each of the entities that are alive and lack it,
// and returns how many that were. The value for es[i] is the initial value
// numbered first+i.
func (w *Runtime) Add(c kernel.Component, es []Entity, first uint32) (added int) {
	return w.Exchange(es, []kernel.Component{c}, nil, first)
}

// Remove takes a component from each of the entities that are alive and have
// it, and returns how many that were.
func (w *Runtime) Remove(c kernel.Component, es []Entity) (removed int) {
	return w.Exchange(es, nil, []kernel.Component{c}, 0)
}

// Exchange removes and adds components in one go. Entities that are not alive,
// lack one of those to remove or have one of those to add are passed over; it
// returns how many others there were. Values for es[i] are the initial values
// numbered first+i.
func (w *Runtime) Exchange(es []Entity, add, remove []kernel.Component, first uint32) (changed int) {
	w.seal()
	ids, runs := w.scratch(len(es)), w.runs[:0]
	for i, e := range es {
		if !w.pool.Alive(e) || !w.exchangeable(w.sigs.of[e.ID()], add, remove) {
			continue
		}
		// Values are numbered by position, so an inserted run has no gaps.
		if n := len(runs); n == 0 || runs[n-1].position+len(ids)-runs[n-1].at != i {
			runs = append(runs, run{at: len(ids), position: i})
		}
		w.sigs.of[e.ID()] = w.toggled(w.sigs.of[e.ID()], remove, add)
		ids = append(ids, e.ID())
	}
	w.runs = runs
	if len(ids) == 0 {
		return 0
	}
	groups := w.batch.bySignature(ids)
	for _, c := range remove {
		w.storages[c].Delete(ids)
	}
	for _, c := range add {
		for i, r := range runs {
			end := len(ids)
			if i+1 < len(runs) {
				end = runs[i+1].at
			}
			w.storages[c].Insert(ids[r.at:end], first+uint32(r.position))
		}
	}
	for _, g := range groups {
		from := w.toggled(g.sig, add, remove)
		for _, cs := range [2][]kernel.Component{remove, add} {
			for _, c := range cs {
				to := w.sigs.With(from, c)
				w.membership.changed(g.ids, c, from, to)
				from = to
			}
		}
	}
	w.release()
	return len(ids)
}

// A run is entities that follow each other in a list.
type run struct{ at, position int }

// exchangeable reports whether entities with this signature have all that is to
// be removed and lack all that is to be added.
func (w *Runtime) exchangeable(sig sigID, add, remove []kernel.Component) bool {
	bits := w.sigs.Bits(sig)
	for _, c := range add {
		if bits.Has(c) {
			return false
		}
	}
	for _, c := range remove {
		if !bits.Has(c) {
			return false
		}
	}
	return true
}

// toggled returns the signature after toggling some components and then others.
func (w *Runtime) toggled(sig sigID, some, others []kernel.Component) sigID {
	for _, c := range some {
		sig = w.sigs.With(sig, c)
	}
	for _, c := range others {
		sig = w.sigs.With(sig, c)
	}
	return sig
}

// Alive reports whether the entity exists; false for stale handles.
func (w *Runtime) Alive(e Entity) bool { return w.pool.Alive(e) }

// Has reports whether the entity is alive and has all of these components.
func (w *Runtime) Has(e Entity, cs ...kernel.Component) bool {
	if !w.pool.Alive(e) {
		return false
	}
	bits := w.sigs.Bits(w.sigs.of[e.ID()])
	for _, c := range cs {
		if w.sigs.check(c) != nil || !bits.Has(c) {
			return false
		}
	}
	return true
}

// Having is a view of the entities that are alive and have a component, for
// loops over many handles. The next structural change invalidates it.
type Having struct {
	generations []uint16
	of          []sigID
	matches     []bool // by signature
}

// Having returns the view for a component.
func (w *Runtime) Having(c kernel.Component) Having {
	w.seal()
	matches := make([]bool, w.sigs.Count())
	for sig := range matches {
		id := sigID(sig)
		matches[sig] = id != noSignature && w.sigs.Bits(id).Has(c)
	}
	return Having{w.pool.generations, w.sigs.of, matches}
}

// Has reports whether the entity is one of them.
func (h *Having) Has(e Entity) bool {
	id := e.ID()
	return int(id) < len(h.generations) && h.generations[id] == e.generation() && e.valid() && h.matches[h.of[id]]
}

// Components lists what the entity has; nothing if it is not alive.
func (w *Runtime) Components(e Entity) []kernel.Component {
	if !w.pool.Alive(e) {
		return nil
	}
	return w.sigs.components(w.sigs.of[e.ID()])
}

// Members returns the IDs of the entities that satisfy the requirement of a
// system. It is a view that the next structural change or call invalidates;
// whoever changes the world while iterating works on a copy.
func (w *Runtime) Members(system int) []ID {
	w.seal()
	return w.membership.members(system)
}

// Entities lists the entities that are alive, in the order of their IDs.
func (w *Runtime) Entities() []Entity {
	list := make([]Entity, 0, w.Len())
	for id := range w.pool.Bound() {
		if e := w.pool.Entity(ID(id)); e != NoEntity {
			list = append(list, e)
		}
	}
	return list
}

// Len returns the number of entities that are alive.
func (w *Runtime) Len() int { return w.pool.Len() }

// Storage returns where the components of a type are kept.
func (w *Runtime) Storage(c kernel.Component) Storage { return w.storages[c] }

// Hash writes to dst[i] a hash of all the component values of es[i], which
// does not depend on how they are stored; 0 for an entity that is not alive.
// The salt sets equal values of different components apart: [Salt], unless
// components are to count by other numbers than the world's.
func (w *Runtime) Hash(es []Entity, dst []uint64, salt func(kernel.Component) uint64) {
	sums := make([]uint64, w.pool.Bound())
	for c, s := range w.storages {
		s.Hash(sums, salt(kernel.Component(c)))
	}
	for i, e := range es {
		dst[i] = 0
		if w.pool.Alive(e) {
			dst[i] = kernel.Mix(sums[e.ID()])
		}
	}
}

// maxScratch is how many IDs of scratch are kept from one change to the next.
// More than that would be a notable part of what a large world retains.
const maxScratch = 1 << 17

// scratch returns an empty slice with room for n IDs.
func (w *Runtime) scratch(n int) []ID {
	w.ids = Reserve(w.ids, n)
	return w.ids[:0]
}

func (w *Runtime) release() {
	if cap(w.ids) > maxScratch {
		w.ids = nil
	}
}
