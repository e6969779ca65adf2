package flat

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/shared.tmpl

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

// A view is the array of a column during a loop.
type view[T any] struct{ values []T }

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	return view[T]{seed.Column[*Column[T]](w, c).values}
}

func (v view[T]) at(id seed.ID) *T { return &v.values[id] }
