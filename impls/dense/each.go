package dense

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/shared.tmpl

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

func columnOf[T any](w *seed.World, c kernel.Component) *Column[T] {
	return seed.Column[*Column[T]](w, c)
}
