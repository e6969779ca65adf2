package archetype

import (
	"slices"
	"unsafe"

	"github.com/ecsbench/ecsbench/kernel"
)

// A table holds all entities with one set of components: a row for each, a
// column for each component, no gaps.
type table struct {
	number  uint32
	rows    uint32
	room    uint32             // rows that the columns have memory for
	set     []kernel.Component // ascending
	columns []column           // in the order of set, and behind them stamps if there are any
	known   [kernel.FirstFiller]*column
	owners  []owners // by chunk
	edges   []*edge  // by move: where it leads from here, once that is known
	creates kernel.ID
}

// owners are the IDs of the entities of a chunk's rows. While they are in order
// they follow from the first one.
type owners struct {
	first   uint32
	touched uint32   // the latest stamp of a row
	ids     []uint32 // nil while in order
}

// owner returns the ID of a row's entity.
func (t *table) owner(row uint32) uint32 {
	o := &t.owners[row>>chunkBits]
	if o.ids == nil {
		return o.first + row&chunkMask
	}
	return o.ids[row&chunkMask]
}

// own makes an entity the owner of the row that comes after the chunk's others.
func (t *table) own(row, id uint32) {
	o, at := &t.owners[row>>chunkBits], row&chunkMask
	if o.ids == nil {
		if at == 0 {
			o.first = id
		}
		if o.first+at == id {
			return
		}
		t.writeOwners(row>>chunkBits, at)
	}
	o.ids[at] = id
}

// ownAll makes entities the owners of the rows from this one on, of which the
// chunks have no later ones.
func (t *table) ownAll(row uint32, es []Entity) {
	for len(es) > 0 {
		n := min(len(es), int(chunkSize-row&chunkMask))
		t.own(row, es[0].id())
		if t.owners[row>>chunkBits].ids != nil || es[n-1].id() != es[0].id()+uint32(n-1) {
			for i := range n {
				t.own(row+uint32(i), es[i].id())
			}
		}
		row, es = row+uint32(n), es[n:]
	}
}

// init gives a row the initial values of a number.
func (t *table) init(row, number uint32) {
	for i := range t.columns {
		c := &t.columns[i]
		c.fill(c.row(row), 1, number)
	}
}

// fill gives the rows from..to-1 the initial values numbered from first.
func (t *table) fill(from, to, first uint32) {
	for r := range t.chunks(from, to) {
		for i := range t.columns {
			c := &t.columns[i]
			c.fill(unsafe.Add(c.chunks[r.chunk], uintptr(r.from)*c.size), int(r.to-r.from), first)
		}
		first += r.to - r.from
	}
}

// writeOwners writes down the IDs of a chunk with so many rows, which were in
// order until now.
func (t *table) writeOwners(chunk, rows uint32) {
	o := &t.owners[chunk]
	o.ids = make([]uint32, min(chunkSize, t.room-chunk<<chunkBits))
	for i := range o.ids[:rows] {
		o.ids[i] = o.first + uint32(i)
	}
}

// push makes room for a row more, and returns it. Its components are undefined.
func (t *table) push() (row uint32) {
	if t.rows == t.room {
		t.grow(1)
	}
	t.rows++
	return t.rows - 1
}

const leastRoom = 8

// grow makes room for n rows more.
func (t *table) grow(n int) {
	want := int(t.rows) + n
	if t.room < chunkSize && want > int(t.room) {
		room := max(leastRoom, 2*int(t.room))
		for room < want {
			room *= 2
		}
		room = min(room, chunkSize)
		for i := range t.columns {
			t.columns[i].resize(int(t.rows), room)
		}
		t.room = uint32(room)
		if t.owners == nil {
			t.owners = make([]owners, 1)
		} else if o := &t.owners[0]; o.ids != nil {
			o.ids = append(make([]uint32, 0, room), o.ids...)[:room]
		}
	}
	for int(t.room) < want {
		for i := range t.columns {
			c := &t.columns[i]
			c.chunks = append(c.chunks, c.make(chunkSize))
		}
		t.owners = append(t.owners, owners{})
		t.room += chunkSize
	}
}

// remove fills a row with the last one, and returns whose components that were,
// or nobody if it was the last one itself.
func (t *table) remove(row uint32) (moved uint32) {
	t.rows--
	last := t.rows
	fromChunk, fromRow := last>>chunkBits, uintptr(last&chunkMask)
	toChunk, toRow := row>>chunkBits, uintptr(row&chunkMask)
	for i := range t.columns {
		c := &t.columns[i]
		from := unsafe.Add(c.chunks[fromChunk], fromRow*c.size)
		to := unsafe.Add(c.chunks[toChunk], toRow*c.size)
		switch c.way { // column.set, without the call
		case asWord:
			*(*uint32)(to) = *(*uint32)(from)
		case asPair:
			*(*uint64)(to) = *(*uint64)(from)
		case asQuad:
			*(*[2]uint64)(to) = *(*[2]uint64)(from)
		case asTyped:
			c.copy(to, from, 1)
			c.clear(from, 1)
		default:
			c.set(to, from)
		}
	}
	if row == last {
		return nobody
	}
	moved = t.owner(last)
	chunk := row >> chunkBits
	t.owners[chunk].touched = max(t.owners[chunk].touched, t.owners[fromChunk].touched)
	if t.owners[chunk].ids == nil {
		t.writeOwners(chunk, min(chunkSize, t.rows-chunk<<chunkBits))
	}
	t.owners[chunk].ids[row&chunkMask] = moved
	return moved
}

// clear removes all rows and keeps the memory.
func (t *table) clear() {
	for i := range t.columns {
		if c := &t.columns[i]; c.pointers {
			for r := range t.chunks(0, t.rows) {
				c.clear(c.chunks[r.chunk], int(r.to))
			}
		}
	}
	clear(t.owners)
	t.rows = 0
}

// rows are rows from..to-1 of a chunk of a table.
type rows struct {
	table           *table
	chunk, from, to uint32
}

// chunks returns the rows from..to-1 of the table, chunk by chunk.
func (t *table) chunks(from, to uint32) func(yield func(rows) bool) {
	return func(yield func(rows) bool) {
		for at := from; at < to; {
			chunk := at >> chunkBits
			end := min(to, (chunk+1)<<chunkBits)
			if !yield(rows{t, chunk, at & chunkMask, end - chunk<<chunkBits}) {
				return
			}
			at = end
		}
	}
}

// column returns the column of a component, or nil.
func (t *table) column(c kernel.Component) *column {
	if at, has := slices.BinarySearch(t.set, c); has {
		return &t.columns[at]
	}
	return nil
}

// floats returns the components of the rows, which consist of float32.
func (r rows) floats(c kernel.Component) []float32 {
	column := r.table.known[c]
	return unsafe.Slice((*float32)(column.chunks[r.chunk]), uintptr(r.to)*column.size/4)[uintptr(r.from)*column.size/4:]
}
