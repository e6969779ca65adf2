package soa

import (
	"unsafe"

	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate

func columnOf[T any](t *table, c kernel.Component) *column[T] { return t.known[c].(*column[T]) }

func valuesOf[T any](r rows, c kernel.Component) []T {
	return columnOf[T](r.table, c).values[r.from:r.to]
}

// Components of stride bytes, the most frequent size, share the offset of a loop in bytes; pointers to
// others move. Go compiles other forms to more instructions, and their time depends more on where the
// linker puts the loop: docs/bias.md.
const stride = 8

// at is the value at an offset, or behind a pointer that moves.
func at[T any](p *T, offset uintptr) *T {
	if unsafe.Sizeof(*p) == stride {
		return (*T)(unsafe.Add(unsafe.Pointer(p), offset))
	}
	return p
}

// next moves a pointer to the next value, unless the offset does.
func next[T any](p *T) *T {
	if unsafe.Sizeof(*p) == stride {
		return p
	}
	return (*T)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(*p)))
}
