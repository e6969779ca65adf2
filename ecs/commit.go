package ecs

import (
	"slices"
	"unsafe"
)

// commit makes what is prepared the state of the world.
func (l *loading) commit(tag uint32) {
	w, f := l.w, l.file
	w.room(max(0, len(l.lives)-len(w.places)))
	w.places = growTo(w.places, len(l.lives))
	for id, life := range l.lives {
		w.places[id].life = life
	}
	w.stamp = max(w.stamp, f.Stamp)
	for _, t := range l.tables {
		l.fill(t)
	}
	w.free = nobody
	if l.fresh {
		for _, id := range slices.Backward(f.Free) {
			w.link(id)
		}
	} else {
		for id := len(w.places) - 1; id >= 0; id-- {
			if !w.places[id].alive() && w.usable(ID(id)) {
				w.link(ID(id))
			}
		}
	}
	for _, p := range f.Parents {
		_ = w.Attach(l.handles[p.Child], l.handles[p.Parent]) // they are alive, and no circle
	}
	for _, n := range f.Names {
		_ = w.Name(l.handles[n.ID], n.Name)
	}
	for _, id := range f.Events {
		w.fresh = append(w.fresh, l.handles[id])
	}
	for _, v := range l.values {
		w.resources[v.Type().Elem()].Elem().Set(v.Elem())
	}
	w.loaded = loadedFrom{tag: tag, lives: f.Lives, handles: l.handles}
	if l.fresh {
		w.loaded.handles = nil
	}
	if tag == 0 {
		w.loaded = loadedFrom{}
	}
	for _, t := range l.tables {
		for _, id := range t.saved.Owners {
			w.notify(t.table.enters, l.handles[id])
		}
	}
}

// link adds an ID to the free ones.
func (w *World) link(id ID) {
	w.places[id].link(w.free)
	w.free = id
}

// fill creates the entities of a table.
func (l *loading) fill(t loadingTable) {
	w := l.w
	done := 0
	for done < len(t.saved.Owners) {
		c, row := w.pushMany(t.table, len(t.saved.Owners)-done)
		n := int(c.rows - row)
		for i, id := range t.saved.Owners[done:][:n] {
			e := l.handles[id]
			*c.owner(row + uint32(i)) = e.ID()
			w.places[e.ID()].move(c.spot(row + uint32(i)))
			w.live++
		}
		for at, k := range t.kinds {
			value := unsafe.Add(t.columns[at], uintptr(done)*k.size)
			if k.store != nil {
				for i := range n {
					k.store.put(c.ids()[int(row)+i], unsafe.Add(value, uintptr(i)*k.size))
				}
				continue
			}
			if k.size > 0 {
				k.move(c.value(t.table.column(k.number), row), value, uint32(n))
			}
			if k.tracked && len(t.stamps[at]) > 0 {
				copy(unsafe.Slice(k.trails[c.number].stamp(row), n), t.stamps[at][done:][:n])
				k.latest = max(k.latest, w.stamp)
			}
		}
		c.follow(t.table.within.tracked, row, uint32(n))
		done += n
	}
}
