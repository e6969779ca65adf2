package treemap

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/each.go

//lint:file-ignore U1000 each_gen.go has the copies that run

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

// A view holds what does not change while a loop runs, so that what is left of
// an entity's cost is the look-ups. That of package hashmap differs in the type of
// the position alone; as a type parameter, that would be called through a
// dictionary in the loop that is measured.
type view[T any] struct {
	values   []T
	position *index
}

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	column := seed.Column[*Column[T]](w, c)
	return view[T]{column.packed.Values, &column.position}
}

func (v view[T]) at(id seed.ID) *T { return &v.values[at(v.position, id)] }
