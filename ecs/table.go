package ecs

import (
	"math/bits"
	"slices"
	"unsafe"
)

// A table has all entities with one set of components: a row for each, a column
// for each component, no gaps. Rows are in chunks, which stay where they are when
// the table grows. Only the first chunk begins small and grows by copying.
type table struct {
	number  uint32
	set     []Component // ascending
	columns []*kind     // of set, and behind these the stamps of tracked ones
	stamps  []int       // by component of set: its column of stamps, 0 if it has none; nil if none has
	chunks  []*chunk    // full chunks, then the tail, then empty chunks; the first one stays
	tail    *chunk      // where rows come and go; nil if there was none yet
	at      int         // index of the tail
	most    int         // most chunks after several were added together, since the last Shrink
	room    uint32      // rows of a full-size chunk
	rowSize uintptr     // bytes of a row in all columns
	within  route       // of a row to another one of the table
	stored  []*kind     // of set, those with a store of their own
	typed   []int       // columns whose values have pointers

	enters, leaves []*observer // called with entities that come here, or go
}

// A transfer is the way of a value from a column to a column.
type transfer struct{ from, to uint32 }

// A route is the transfers of a row. Loops without calls copy values of whole words without pointers;
// they keep all their variables in registers.
type route struct {
	all        []transfer
	eightBytes eightByteTransfers
	rest       bool // there is more
	fourBytes  []transfer
	words      []sizedTransfer // of others that have whole words and no pointers
	others     []transfer
	tracked    []*kind // those with stamps
}

// eightByteTransfers are those of values of eight bytes without pointers.
type eightByteTransfers []transfer

type sizedTransfer struct {
	transfer
	size uintptr
}

// add adds a transfer of values of a kind, unless they are in a store or have size 0.
func (r *route) add(k *kind, from, to int) {
	if k.store != nil {
		return
	}
	if k.tracked {
		r.tracked, r.rest = append(r.tracked, k), true
	}
	if k.size == 0 {
		return
	}
	one := transfer{uint32(from), uint32(to)}
	r.all = append(r.all, one)
	if k.size == 8 && !k.pointers {
		r.eightBytes = append(r.eightBytes, one)
		return
	}
	r.rest = true
	switch {
	case k.pointers || k.size%4 != 0 || k.size > 256:
		r.others = append(r.others, one)
	case k.size == 4:
		r.fourBytes = append(r.fourBytes, one)
	default:
		r.words = append(r.words, sizedTransfer{one, k.size})
	}
}

// copyRow copies the values of eight bytes of a row to another one. It is inlined.
func (list eightByteTransfers) copyRow(to *chunk, at uint32, from *chunk, row uint32) {
	first, source := unsafe.SliceData(to.bases), unsafe.SliceData(from.bases)
	into, outOf := uintptr(at)*8, uintptr(row)*8
	for i := range list {
		*(*uint64)(unsafe.Add(*baseOf(first, list[i].to), into)) = *(*uint64)(unsafe.Add(*baseOf(source, list[i].from), outOf))
	}
}

// copyRest copies the values of other sizes.
func (r *route) copyRest(to *chunk, at uint32, from *chunk, row uint32) {
	if to.table != from.table {
		to.unstamp(at)
	}
	first, source := unsafe.SliceData(to.bases), unsafe.SliceData(from.bases)
	four := r.fourBytes
	for i := range four {
		*(*uint32)(cell(first, four[i].to, at, 4)) = *(*uint32)(cell(source, four[i].from, row, 4))
	}
	words := r.words
	for i := range words {
		// A pointer must not pass the end of its value, which may be the end of the memory.
		size, done := words[i].size, uintptr(0)
		dst, src := cell(first, words[i].to, at, size), cell(source, words[i].from, row, size)
		for ; done+16 <= size; done += 16 {
			*(*[4]uint32)(unsafe.Add(dst, done)) = *(*[4]uint32)(unsafe.Add(src, done))
		}
		if size&8 != 0 {
			*(*[2]uint32)(unsafe.Add(dst, done)) = *(*[2]uint32)(unsafe.Add(src, done))
			done += 8
		}
		if size&4 != 0 {
			*(*uint32)(unsafe.Add(dst, done)) = *(*uint32)(unsafe.Add(src, done))
		}
	}
	if len(r.others) > 0 {
		move(r.others, to, at, from, row, 1)
	}
	to.follow(r.tracked, at, 1)
}

// cell returns a value in a column, given the bases of a chunk. Indices are not checked.
func cell(bases *unsafe.Pointer, column, row uint32, size uintptr) unsafe.Pointer {
	return unsafe.Add(*baseOf(bases, column), uintptr(row)*size)
}

// baseOf returns where the base of a column is.
func baseOf(bases *unsafe.Pointer, column uint32) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(bases), uintptr(column)*unsafe.Sizeof(*bases)))
}

// move copies values of n rows.
func move(list []transfer, to *chunk, at uint32, from *chunk, row, n uint32) {
	for _, one := range list {
		from.table.columns[one.from].move(to.value(int(one.to), at), from.value(int(one.from), row), n)
	}
}

// A chunk is rows of a table that lie side by side.
type chunk struct {
	table   *table
	number  uint32
	rows    uint32
	room    uint32
	bases   []unsafe.Pointer // first values, by column
	owners  *ID              // the first of room rows
	tracked []*kind          // of the table
}

const (
	chunkSizes = 5 // of full-size chunks, in rows: fullRows halved up to four times

	leastRows = 8
	maxRows   = 1 << rowBits
	fullRows  = maxRows - 64 // their gaps take the room of the others
	minRows   = fullRows >> (chunkSizes - 1)
	chunkSize = 512 << 10 // bytes, about
	gap       = 192       // bytes between the columns of large chunks

	maxChunks = 16 // allocated together for later entities: their memory is cleared during one creation
)

// nothing is where values of size 0 are.
var nothing [1]uint64

func (w *World) newTable(set []Component) *table {
	t := &table{number: uint32(len(w.tables)), set: slices.Clone(set)}
	t.rowSize = w.words.size // of owners
	for _, c := range set {
		k := w.kinds[c]
		t.columns = append(t.columns, k)
		if k.store != nil {
			t.stored = append(t.stored, k)
			continue
		}
		t.rowSize += k.size
	}
	for i, c := range set {
		k := w.kinds[c]
		if k.pointers && k.store == nil {
			t.typed = append(t.typed, i)
		}
		if k.tracked && k.store == nil {
			t.stamps = growTo(t.stamps, len(set))
			t.stamps[i] = len(t.columns)
			t.columns = append(t.columns, w.words)
			t.rowSize += w.words.size
		}
	}
	t.columns = slices.Grow(t.columns, 1) // see resize
	for i, k := range t.columns {
		t.within.add(k, i, i)
	}
	for t.room = fullRows; t.room > minRows && uintptr(t.room)*t.rowSize > chunkSize; t.room /= 2 {
	}
	for _, o := range w.observers {
		o.watch(t)
	}
	w.tables = append(w.tables, t)
	return t
}

// column returns the index of the column of a component, -1 if there is none.
func (t *table) column(c Component) int {
	if at, has := search(t.set, c); has {
		return at
	}
	return -1
}

// search finds a component in an ascending set. Most sets are small.
func search(set []Component, c Component) (at int, has bool) {
	if len(set) > 16 {
		return slices.BinarySearch(set, c)
	}
	for at < len(set) && set[at] < c {
		at++
	}
	return at, at < len(set) && set[at] == c
}

// twin returns the column with the same kind of data as a column of another table, -1 if there
// is none.
func (t *table) twin(of *table, column int) int {
	if column < len(of.set) {
		return t.column(of.set[column])
	}
	if at := t.column(of.set[slices.Index(of.stamps, column)]); at >= 0 {
		return t.stamps[at]
	}
	return -1
}

// rows counts the rows of the table.
func (t *table) rows() int {
	if t.tail == nil {
		return 0
	}
	if t.at == 0 {
		return int(t.tail.rows)
	}
	return t.at*int(t.room) + int(t.tail.rows)
}

// full reports whether there is no room behind the last row.
func (t *table) full() bool { return t.tail == nil || t.tail.rows == t.tail.room }

// grow makes room behind the last row of a table, for so many rows if possible, and returns the tail.
func (w *World) grow(t *table, more int) *chunk {
	if !t.full() {
		return t.tail
	}
	least := uint32(leastRows)
	if t.tail != nil && t.tail.room == t.room {
		t.at++
		least = t.room / 4
	}
	if t.at == len(t.chunks) {
		w.extend(t, more)
	}
	t.tail = t.chunks[t.at]
	if c := t.tail; c.rows == c.room {
		room := max(least, 2*c.room)
		for room < t.room && room < c.rows+uint32(min(more, maxRows)) {
			room *= 2
		}
		w.resize(c, min(room, t.room))
	}
	return t.tail
}

// extend adds the next chunks to a table: as many as so many rows fill, or an eighth of the chunks
// of a large table. Their columns are side by side: a loop reads on in ascending order. After a jump
// it would wait about a microsecond, until the processor prefetches again. A single chunk of a small
// table grows from a quarter of the full size if there is no spare one, so that little memory is unused.
func (w *World) extend(t *table, more int) {
	chunks, size := max(1, more/int(t.room), min(len(t.chunks)/32*4, maxChunks)), sizeOf(t.room)
	if chunks == 1 && (len(t.chunks) == 0 || len(t.chunks) < 4 && len(w.words.spare[size]) == 0) {
		t.chunks = append(t.chunks, w.newChunk(t))
		return
	}
	for i, k := range append(t.columns, w.words) { // of the owners
		n := chunks - len(k.spare[size])
		if k.store != nil || k.size == 0 || n < 2 {
			continue
		}
		shift := i * gap / int(k.size)
		first := k.column(shift + n*int(t.room))
		for left := n - 1; left >= 0; left-- {
			w.save(k, unsafe.Add(first, uintptr(shift+left*int(t.room))*k.size), t.room)
		}
	}
	for range chunks {
		c := w.newChunk(t)
		w.resize(c, t.room)
		t.chunks = append(t.chunks, c)
	}
	t.most = max(t.most, len(t.chunks))
}

func (w *World) newChunk(t *table) *chunk {
	c := &chunk{table: t, tracked: t.within.tracked}
	if n := len(w.spare); n > 0 {
		c.number, w.spare = w.spare[n-1], w.spare[:n-1]
		w.chunks[c.number] = c
		return c
	}
	c.number = uint32(len(w.chunks))
	w.chunks = append(w.chunks, c)
	for _, k := range w.wide {
		k.bases = growTo(k.bases, len(w.chunks))
	}
	return c
}

// resize gives a chunk room for so many rows. A full-size chunk reuses columns of freed chunks.
// Other columns without pointers share one block of memory. The columns of large chunks begin at
// different offsets in their pages: otherwise a write to one column delays reads of the next
// rows of another.
func (w *World) resize(c *chunk, room uint32) {
	t := c.table
	kinds := append(t.columns, w.words) // of the owners
	bases, offsets, size := make([]unsafe.Pointer, len(kinds)), make([]uintptr, len(kinds)), uintptr(0)
	for i, k := range kinds {
		var spare []unsafe.Pointer
		if room == t.room {
			spare = k.spare[sizeOf(room)]
		}
		switch {
		case k.store != nil:
		case k.size == 0:
			bases[i] = unsafe.Pointer(&nothing)
		case len(spare) > 0:
			last := len(spare) - 1
			bases[i], k.spare[sizeOf(room)] = spare[last], spare[:last]
			w.memory.spare -= k.size * uintptr(room)
		case k.pointers:
			bases[i] = k.make(int(room))
		default:
			offsets[i] = size
			size = (size + k.size*uintptr(room) + 7) &^ 7
			if room >= minRows {
				size += gap
			}
		}
	}
	block := unsafe.Pointer(unsafe.SliceData(make([]uint64, size/8)))
	for i, k := range kinds {
		if k.store == nil && bases[i] == nil {
			bases[i] = unsafe.Add(block, offsets[i])
		}
		if k.store == nil && i < len(t.set) {
			if k.bases != nil {
				k.bases[c.number] = bases[i]
			}
		}
		if k.store == nil && i < len(c.bases) {
			k.move(bases[i], c.bases[i], c.rows)
		}
	}
	w.memory.use((uintptr(room) - uintptr(c.room)) * t.rowSize)
	last := len(t.columns)
	copy(unsafe.Slice((*ID)(bases[last]), c.rows), c.ids())
	c.bases, c.owners, c.room = bases[:last:last], (*ID)(bases[last]), room
	c.lay()
}

// spot returns the spot of a row.
func (c *chunk) spot(row uint32) spot { return spot(c.number<<rowBits | row) }

// ids returns the owners of the rows.
func (c *chunk) ids() []ID { return unsafe.Slice(c.owners, c.rows) }

// owner returns where the owner of a row is. The row is less than room.
func (c *chunk) owner(row uint32) *ID {
	return (*ID)(unsafe.Add(unsafe.Pointer(c.owners), uintptr(row)*unsafe.Sizeof(*c.owners)))
}

// value returns the component of a row in a column.
func (c *chunk) value(column int, row uint32) unsafe.Pointer {
	return unsafe.Add(c.bases[column], uintptr(row)*c.table.columns[column].size)
}

// born creates an entity in a table. Its components are undefined.
func (w *World) born(t *table) (e Entity, c *chunk, row uint32) {
	w.locked = changing
	c = t.tail
	if t.full() || c.tracked != nil || w.full() { // else it calls no function
		c = w.prepare(t)
	}
	row = c.rows
	c.rows++
	e = w.take(c.spot(row))
	*c.owner(row) = uint32(e)
	w.locked = 0
	return e, c, row
}

// prepare makes room for an entity behind the last row of a table.
func (w *World) prepare(t *table) *chunk {
	if w.full() {
		w.makePlace()
	}
	if t.full() {
		w.grow(t, 1)
	}
	c := t.tail
	c.unstamp(c.rows)
	return c
}

// bornAs creates an entity with a reserved handle, as born does.
func (w *World) bornAs(e Entity, t *table) (c *chunk, row uint32) {
	w.locked = changing
	if t.full() {
		w.grow(t, 1)
	}
	c = t.tail
	row = c.rows
	c.rows++
	c.unstamp(row)
	w.comes(e, c.spot(row))
	*c.owner(row) = uint32(e)
	w.locked = 0
	return c, row
}

// close removes a row of a table, and ends the change of structure. The last row of the table
// takes its place.
func (w *World) close(c *chunk, row uint32) {
	t := c.table
	tail := t.tail
	last := tail.rows - 1
	tail.rows = last
	if row != last || c != tail {
		t.within.eightBytes.copyRow(c, row, tail, last)
		moved := *tail.owner(last)
		*c.owner(row) = moved
		w.places[moved].move(c.spot(row))
	}
	switch {
	case len(t.typed) > 0 || last == 0:
		w.settle(t, c, row)
	case t.within.rest && (row != last || c != tail):
		t.within.copyRest(c, row, tail, last)
		w.locked = 0
	default:
		w.locked = 0
	}
}

// settle does the rest of close for tables with pointers and for tails that are empty now.
func (w *World) settle(t *table, c *chunk, row uint32) {
	tail, last := t.tail, t.tail.rows
	if t.within.rest && (row != last || c != tail) {
		t.within.copyRest(c, row, tail, last)
	}
	tail.forget(last, 1)
	if last == 0 && t.at > 0 {
		w.retreat(t)
	}
	w.locked = 0
}

// forget clears the pointers of rows that are gone: they would keep their targets alive.
func (c *chunk) forget(first, n uint32) {
	for _, i := range c.table.typed {
		c.table.columns[i].clear(c.value(i, first), int(n))
	}
}

// retreat makes the chunk before an empty tail the tail.
func (w *World) retreat(t *table) {
	t.at--
	t.tail = t.chunks[t.at]
	w.trim(t)
}

// trim frees all empty chunks except one, for tables that shrink and grow.
func (w *World) trim(t *table) {
	for len(t.chunks) > t.at+2 {
		w.discard(t)
	}
}

// discard frees the last chunk of a table. If its size is that of full-size chunks, it keeps the
// columns for other tables, unless there is enough memory for all. A chunk's columns are kept
// together, since they may share a block.
func (w *World) discard(t *table) {
	last := t.chunks[len(t.chunks)-1]
	t.chunks[len(t.chunks)-1] = nil
	t.chunks = t.chunks[:len(t.chunks)-1]
	w.memory.used -= uintptr(last.room) * t.rowSize
	keep := last.room == t.room && w.memory.used+w.memory.spare < 2*w.memory.most
	for i, k := range t.columns {
		if i < len(t.set) && k.bases != nil {
			k.bases[last.number] = nil
		}
		if k.tracked {
			k.trails[last.number] = nil
		}
		if keep {
			w.save(k, last.bases[i], t.room)
		}
	}
	if keep {
		w.save(w.words, unsafe.Pointer(last.owners), t.room)
	}
	w.chunks[last.number] = nil
	w.spare = append(w.spare, last.number)
}

// save keeps a column of a freed chunk for other tables. Memory that was used just now is in
// the cache of the processor.
func (w *World) save(k *kind, column unsafe.Pointer, room uint32) {
	if column == nil || k.size == 0 {
		return
	}
	size := sizeOf(room)
	k.spare[size] = append(k.spare[size], column)
	w.memory.spare += k.size * uintptr(room)
}

// sizeOf is the number of a size of full-size chunks.
func sizeOf(room uint32) int { return bits.Len32(fullRows/room) - 1 }

// empty removes all rows and keeps the memory.
func (t *table) empty() {
	for _, c := range t.chunks {
		if c.rows > 0 {
			c.forget(0, c.rows)
		}
		for _, k := range t.within.tracked {
			k.trails[c.number].forget()
		}
		c.rows = 0
	}
	if len(t.chunks) > 0 {
		t.tail, t.at = t.chunks[0], 0
	}
}

// growTo lengthens s to n elements, the new ones zero; it never shortens it.
func growTo[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	old := len(s)
	s = slices.Grow(s, n-old)[:n]
	clear(s[old:])
	return s
}
