package seed

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// Spawn is impls.World.Spawn.
func (w *World) Spawn(bundle int, first uint32, dst impls.Handles) {
	w.change(w.cfg.Create, dst, first, func(es []Entity, first uint32) int { return w.create(&w.bundles[bundle], first, es) })
}

// Destroy is impls.Changer.
func (w *World) Destroy(r impls.Handles) (destroyed int) {
	return w.change(w.cfg.Change, r, 0, func(es []Entity, _ uint32) int { return w.destroy(es) })
}

// Exchange is impls.Changer.
func (w *World) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	c := w.numbers[m.Component]
	return w.change(w.cfg.Change, r, first, func(es []Entity, first uint32) int { return w.exchange(es, c, m.Remove, first) })
}

// change makes a change in an access mode.
func (w *World) change(mode results.AccessMode, r impls.Handles, first uint32, do func(es []Entity, first uint32) int) (changed int) {
	es := r.(handles)
	if mode != results.PerEntity {
		return do(es, first)
	}
	for i := range es {
		changed += do(es[i:i+1], first+uint32(i))
	}
	return changed
}

// Flush is impls.Deferrer.
func (w *World) Flush() (changed int) { return w.Make(w) }

// create creates len(dst) entities with the components of the set, and writes their handles to
// dst. The initial values of the i-th are numbered first+i.
func (w *World) create(set *bundle, first uint32, dst []Entity) int {
	if len(dst) == 0 {
		return 0
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
	return len(ids)
}

// destroy destroys entities with all their components and returns their number. It skips stale
// handles.
func (w *World) destroy(es []Entity) (destroyed int) {
	ids := w.scratch(len(es))
	for _, e := range es {
		if w.pool.Alive(e) {
			w.pool.Destroy(e.ID()) // a second handle of it is stale now
			ids = append(ids, e.ID())
		}
	}
	return w.end(ids)
}

// Clear is impls.World.Clear.
func (w *World) Clear() int {
	ids := w.scratch(w.pool.Len())
	for id, sig := range w.sigs.of {
		if sig != noSignature {
			w.pool.Destroy(ID(id))
			ids = append(ids, ID(id))
		}
	}
	return w.end(ids)
}

// end removes entities with stale handles from all storages and sets.
func (w *World) end(ids []ID) (ended int) {
	groups := w.batch.bySignature(ids)
	for _, g := range groups {
		w.membership.destroyed(g.ids, g.sig)
	}
	w.batch.having(groups, func(c kernel.Component, ids []ID) { w.storages[c].Delete(ids) })
	for _, id := range ids {
		w.sigs.of[id] = noSignature
	}
	w.release()
	return len(ids)
}

// exchange adds or removes a component and returns the number of changed entities. It skips
// entities that are not alive, lack one to remove or have one to add. Values for es[i] are the
// initial values numbered first+i.
func (w *World) exchange(es []Entity, c kernel.Component, remove bool, first uint32) (changed int) {
	ids, runs, of := w.scratch(len(es)), w.runs[:0], w.sigs.of
	for i, e := range es {
		if !w.pool.Alive(e) || w.sigs.Bits(of[e.ID()]).Has(c) != remove {
			continue
		}
		// Values are numbered by position, so an inserted run has no gaps.
		if n := len(runs); n == 0 || runs[n-1].position+len(ids)-runs[n-1].at != i {
			runs = append(runs, run{at: len(ids), position: i})
		}
		of[e.ID()] = w.sigs.With(of[e.ID()], c)
		ids = append(ids, e.ID())
	}
	w.runs = runs
	if len(ids) == 0 {
		return 0
	}
	groups := w.batch.bySignature(ids)
	if remove {
		w.storages[c].Delete(ids)
		runs = nil
	}
	for i, r := range runs {
		end := len(ids)
		if i+1 < len(runs) {
			end = runs[i+1].at
		}
		w.storages[c].Insert(ids[r.at:end], first+uint32(r.position))
	}
	for _, g := range groups {
		w.membership.changed(g.ids, c, w.sigs.With(g.sig, c), g.sig)
	}
	w.release()
	return len(ids)
}

// A run is entities that follow each other in a list.
type run struct{ at, position int }

// maxScratch is how many IDs of scratch are kept between changes. More would be a notable part
// of the memory of a large world.
const maxScratch = 1 << 17

// scratch returns an empty slice with room for n IDs.
func (w *World) scratch(n int) []ID {
	w.ids = Reserve(w.ids, n)
	return w.ids[:0]
}

func (w *World) release() {
	if cap(w.ids) > maxScratch {
		w.ids = nil
	}
}
