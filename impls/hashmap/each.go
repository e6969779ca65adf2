package hashmap

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/each.go

//lint:file-ignore U1000 each_gen.go has the copies that run

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

// A view holds what does not change while a loop runs, so that what is left of
// an entity's cost is the look-ups.
type view[T any] struct {
	values   []T
	position map[seed.ID]uint32
}

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	column := seed.Column[*Column[T]](w, c)
	return view[T]{column.packed.Values, column.position}
}

func (v view[T]) at(id seed.ID) *T { return &v.values[v.position[id]] }
