package archetype

import (
	"encoding/gob"
	"fmt"
	"unsafe"

	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../flat/loops/each.go

//lint:file-ignore U1000 each_gen.go has the copies that run

// newKind returns what columns of a Go type do.
func newKind[T any](traits *kernel.Traits[T]) *kind {
	slice := func(p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }
	return &kind{
		size:   unsafe.Sizeof(*new(T)),
		make:   func(n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]T, n))) },
		fill:   func(dst unsafe.Pointer, n int, first uint32) { traits.Fill(slice(dst, n), first) },
		copy:   func(dst, src unsafe.Pointer, n int) { copy(slice(dst, n), slice(src, n)) },
		clear:  func(dst unsafe.Pointer, n int) { clear(slice(dst, n)) },
		hash:   func(value unsafe.Pointer) uint64 { return traits.Hash((*T)(value)) },
		encode: func(to *gob.Encoder, values unsafe.Pointer, n int) error { return to.Encode(slice(values, n)) },
		decode: func(from *gob.Decoder, values unsafe.Pointer, n int) error {
			var read []T
			if err := from.Decode(&read); err != nil {
				return err
			}
			if len(read) != n {
				return fmt.Errorf("%d values of a column where there are to be %d", len(read), n)
			}
			copy(slice(values, n), read)
			return nil
		},
	}
}

// valuesOf returns the components of rows.
func valuesOf[T any](r rows, c kernel.Component) []T {
	return unsafe.Slice((*T)(r.table.known[c].chunks[r.chunk]), r.to)[r.from:]
}

// stampsOf returns the stamps of rows.
func stampsOf(r rows) []uint32 {
	return unsafe.Slice((*uint32)(r.table.stamps().chunks[r.chunk]), r.to)[r.from:]
}

// The loops over rows, one entity after the other.

func each5[A, B, C, D, E any](as []A, bs []B, cs []C, ds []D, es []E, dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	bs, cs, ds, es = bs[:len(as)], cs[:len(as)], ds[:len(as)], es[:len(as)]
	for i := range as {
		f(&as[i], &bs[i], &cs[i], &ds[i], &es[i], dt)
	}
	return len(as)
}

// cells are the components of one type of a table, for those who make entities.
type cells[T any] struct{ *column }

func cellsOf[T any](t *table, c kernel.Component) cells[T] { return cells[T]{t.known[c]} }

// at returns the component of a row.
func (c cells[T]) at(row uint32) *T {
	return (*T)(unsafe.Add(c.chunks[row>>chunkBits], uintptr(row&chunkMask)*unsafe.Sizeof(*new(T))))
}

// The loops that make entities one by one.

func create5[A, B, C, D, E any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E]](t *table, w *World, first uint32, es handles, a cells[A], b cells[B], c cells[C], d cells[D], e cells[E]) {
	for i := range es {
		row := t.push()
		es[i] = w.own(t, row)
		PA(a.at(row)).Init(first + uint32(i))
		PB(b.at(row)).Init(first + uint32(i))
		PC(c.at(row)).Init(first + uint32(i))
		PD(d.at(row)).Init(first + uint32(i))
		PE(e.at(row)).Init(first + uint32(i))
	}
}
