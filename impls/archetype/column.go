package archetype

import (
	"encoding/gob"
	"github.com/ecsbench/ecsbench/kernel"
	"unsafe"
)

const (
	chunkBits = 12
	chunkSize = 1 << chunkBits // rows of a chunk; the first of a table begins smaller and grows
	chunkMask = chunkSize - 1
)

// A column keeps the components of one type of a table's rows, in chunks of
// chunkSize rows. Chunks stay where they are when the table grows: nothing is
// copied, and at most one chunk is partly empty.
//
// What copies components from table to table knows no Go types, so a column is
// not generic: it has the address of the first value of each chunk, which is
// memory of a slice of its Go type.
type column struct {
	chunks []unsafe.Pointer
	size   uintptr // of a value; that of the kind, one load nearer to the loops
	way    way     // of copying a value
	*kind
}

// A way is how a value is copied: of the few sizes that most components have as
// one word or two, others byte by byte, and those that hold pointers so that the
// garbage collector knows.
type way uint8

const (
	asBytes way = iota
	asWord
	asPair
	asQuad
	asTyped
)

func newColumn(k *kind) column {
	c := column{size: k.size, kind: k}
	switch {
	case k.pointers:
		c.way = asTyped
	case k.size == 4:
		c.way = asWord
	case k.size == 8:
		c.way = asPair
	case k.size == 16:
		c.way = asQuad
	}
	return c
}

// A kind is what columns of one Go type do.
type kind struct {
	size     uintptr
	pointers bool
	make     func(n int) unsafe.Pointer                    // room for n values
	fill     func(dst unsafe.Pointer, n int, first uint32) // initial values numbered from first
	copy     func(dst, src unsafe.Pointer, n int)          // n values
	clear    func(dst unsafe.Pointer, n int)               // forgets what n values point to
	hash     func(value unsafe.Pointer) uint64
	encode   func(to *gob.Encoder, values unsafe.Pointer, n int) error
	decode   func(from *gob.Decoder, values unsafe.Pointer, n int) error
}

// stampKind is what columns of stamps do.
var stampKind = newKind(&kernel.Traits[uint32]{
	Fill: func(dst []uint32, _ uint32) { clear(dst) },
	Hash: func(*uint32) uint64 { return 0 },
})

// row returns the component of a row.
func (c *column) row(row uint32) unsafe.Pointer {
	return unsafe.Add(c.chunks[row>>chunkBits], uintptr(row&chunkMask)*c.size)
}

// resize gives the first chunk, which has used values, room for n.
func (c *column) resize(used, n int) {
	room := c.make(n)
	if len(c.chunks) == 0 {
		c.chunks = append(c.chunks, room)
		return
	}
	c.copy(room, c.chunks[0], used)
	c.chunks[0] = room
}

// set copies a value of the column's type.
func (c *column) set(dst, src unsafe.Pointer) {
	switch c.way {
	case asWord:
		*(*uint32)(dst) = *(*uint32)(src)
	case asPair:
		*(*uint64)(dst) = *(*uint64)(src)
	case asQuad:
		*(*[2]uint64)(dst) = *(*[2]uint64)(src)
	case asTyped:
		c.copy(dst, src, 1)
	default:
		copy(unsafe.Slice((*byte)(dst), c.size), unsafe.Slice((*byte)(src), c.size))
	}
}
