package sortedslice

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/shared.tmpl

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

// A view is the rows of a column.
type view[T any] []row[T]

func viewOf[T any](w *seed.World, c kernel.Component) view[T] { return rowsOf[T](w, c) }

func rowsOf[T any](w *seed.World, c kernel.Component) []row[T] {
	return seed.Column[*Column[T]](w, c).rows
}

func (v view[T]) at(id seed.ID) *T { return &v[find(v, id)].value }

// catchUp is the step of the join: it advances a slice that is below the highest entity. It is
// inlined.
func catchUp[T any](rows []row[T], at int, highest seed.ID) int {
	if rows[at].id < highest {
		at++
	}
	return at
}
