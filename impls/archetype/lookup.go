package archetype

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// Lookup is impls.Looker. It is entities.find with the loop around it: a call
// would cost as much as what it does.
func (w *World) Lookup(r impls.Handles) (sum uint64) {
	pages, columns := w.pages, w.positions
	for _, e := range r.(handles) {
		number := e.id() >> pageBits
		if int(number) >= len(pages) {
			continue
		}
		p := &pages[number]
		table, row := p.table, p.first
		if after := e - p.start; after < Entity(p.used) {
			row += uint32(after)
		} else {
			at := e.id() & pageMask
			if at >= uint32(p.written) {
				continue
			}
			found := &p.places[at]
			if e.generation() != found.generation {
				continue
			}
			table, row = found.table, found.row
		}
		if c := columns[table]; c != nil {
			sum += (cells[kernel.Position]{c}).at(row).Glance()
		}
	}
	return sum
}
