package ecs

// memory counts the bytes of columns.
type memory struct {
	used  uintptr // of chunks
	most  uintptr // that were in use at a time
	spare uintptr // of freed chunks, kept for new ones
}

func (m *memory) use(bytes uintptr) {
	m.used += bytes
	m.most = max(m.most, m.used)
}

// Stats are the entities of a world with one set of components, and their memory.
type Stats struct {
	Components []Component // ascending
	Entities   int
	Used       int // bytes of the entities
	Unused     int // bytes in which entities can be created
}

// Stats returns an element for each set of components that entities have or had, in the order
// of their first use. Components with a [Store] are not counted, nor is the memory that pointers
// lead to. The world also keeps the memory of freed chunks for new entities, in bytes: spare.
func (w *World) Stats() (sets []Stats, spare int) {
	w.exists("Stats")
	for _, t := range w.tables {
		room := 0
		for _, c := range t.chunks {
			room += int(c.room)
		}
		n := t.rows()
		sets = append(sets, Stats{t.set, n, n * int(t.rowSize), (room - n) * int(t.rowSize)})
	}
	return sets, int(w.memory.spare)
}

// Shrink frees the memory that no entity uses. Otherwise a world keeps it for new entities:
// at most twice of what its entities needed at a time.
func (w *World) Shrink() error {
	if err := w.ready("shrink the world"); err != nil {
		return err
	}
	for _, t := range w.tables {
		for len(t.chunks) > t.at+1 {
			w.discard(t)
		}
	}
	for _, k := range append(w.kinds, w.words) {
		clear(k.spare[:])
	}
	for _, t := range w.tables {
		switch {
		case len(t.chunks) == 1 && t.tail.rows < t.tail.room/2:
			w.resize(t.tail, t.tail.rows)
		case len(t.chunks) < t.most/2: // others may have been allocated together with them
			for _, c := range t.chunks {
				w.resize(c, c.room)
			}
		}
		t.most = len(t.chunks)
	}
	w.memory.spare, w.memory.most = 0, w.memory.used
	w.handles = nil
	return nil
}
