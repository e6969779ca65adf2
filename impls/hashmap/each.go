package hashmap

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/shared.tmpl

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

// A view holds what does not change during a loop. Only the look-ups remain as cost per
// entity.
type view[T any] struct {
	values   []T
	position map[seed.ID]uint32
}

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	column := seed.Column[*Column[T]](w, c)
	return view[T]{column.packed.Values, column.position}
}

func (v view[T]) at(id seed.ID) *T { return &v.values[v.position[id]] }

func newIntColumn[T any](traits *kernel.Traits[T]) seed.Storage {
	return &intColumn[T]{packed: seed.Packed[T]{Traits: *traits}, position: newTable(0)}
}

// A viewInt is a view of an [intColumn].
type viewInt[T any] struct {
	values   []T
	position table
}

func viewIntOf[T any](w *seed.World, c kernel.Component) viewInt[T] {
	column := seed.Column[*intColumn[T]](w, c)
	return viewInt[T]{column.packed.Values, column.position}
}

func (v viewInt[T]) at(id seed.ID) *T { return &v.values[v.position.at(id)] }
