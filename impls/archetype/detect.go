package archetype

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// What is to know what was touched has a stamp for each row, in a column of its
// own behind the components, and one for each chunk: that of the latest touch of
// any of its rows. So what lies still is passed over a chunk at a time.

// stamps returns the column of stamps.
func (t *table) stamps() *column { return &t.columns[len(t.set)] }

// touch stamps a row.
func (t *table) touch(row, now uint32) {
	*(*uint32)(t.stamps().row(row)) = now
	t.owners[row>>chunkBits].touched = now
}

// Touch is impls.Detector.
func (w *World) Touch(r impls.Handles, dt float32) {
	for _, e := range r.(handles) {
		number, row, alive := w.find(e)
		if !alive {
			continue
		}
		if column := w.positions[number]; column != nil {
			kernel.Drift((cells[kernel.Position]{column}).at(row), dt)
			w.tables[number].touch(row, w.now)
		}
	}
}

// Changed is impls.Detector.
func (w *World) Changed(dt float32) (visited int) {
	for _, t := range w.tables {
		if t.known[kernel.PositionID] == nil || t.known[kernel.TransformID] == nil {
			continue
		}
		for r := range t.chunks(0, t.rows) {
			if t.owners[r.chunk].touched != w.now {
				continue
			}
			positions, transforms := valuesOf[kernel.Position](r, kernel.PositionID), valuesOf[kernel.Transform](r, kernel.TransformID)
			for i, stamp := range stampsOf(r) {
				if stamp == w.now {
					kernel.Place(&positions[i], &transforms[i], dt)
					visited++
				}
			}
		}
	}
	w.now++
	return visited
}
