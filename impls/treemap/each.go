package treemap

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/shared.tmpl

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

// A view holds what does not change during a loop. Only the look-ups remain as cost per entity.
// The view of package hashmap differs only in the type of the position. As a type parameter, it
// would be called through a dictionary in the measured loop.
type view[T any] struct {
	values   []T
	position *index
}

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	column := seed.Column[*Column[T]](w, c)
	return view[T]{column.packed.Values, &column.position}
}

func (v view[T]) at(id seed.ID) *T { return &v.values[at(v.position, id)] }
