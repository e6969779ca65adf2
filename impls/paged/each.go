package paged

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/shared.tmpl

func newColumn[T any](traits *kernel.Traits[T], block int) seed.Storage {
	return NewColumn(*traits, block)
}

// A view holds the fields of a column. Otherwise the compiler would load them again for every
// entity, because a write to a component might change the column.
type view[T any] struct {
	blocks []*block[T]
	shift  uint
	mask   seed.ID
}

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	column := seed.Column[*Column[T]](w, c)
	return view[T]{column.blocks, column.shift, seed.ID(column.size - 1)}
}

func (v *view[T]) at(id seed.ID) *T { return &v.blocks[id>>(v.shift&31)].values[id&v.mask] }
