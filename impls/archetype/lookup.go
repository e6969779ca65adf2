package archetype

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// Lookup is impls.Looker. It is entities.find with the loop around it: a call
// would cost as much as what it does.
func (w *World) Lookup(r impls.Roster) (sum uint64) {
	pages, columns := w.pages, w.positions
	for _, e := range r.(handles) {
		if int(e.id>>pageBits) >= len(pages) {
			continue
		}
		p, at := &pages[e.id>>pageBits], e.id&pageMask
		table, row, alive := p.table, p.first+at, at < p.used && e.generation == p.generation
		if p.places != nil {
			if int(at) >= len(p.places) {
				continue
			}
			found := &p.places[at]
			table, row, alive = found.table, found.row, e.generation == found.generation
		}
		if !alive {
			continue
		}
		if c := columns[table]; c != nil {
			sum += (cells[kernel.Position]{c}).at(row).Glance()
		}
	}
	return sum
}
