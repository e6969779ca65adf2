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

// next is the value behind one that is not the last. Go compiles pointers that move to a shorter loop
// than indices.
func next[T any](p *T) *T { return (*T)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(*p))) }
