package dense

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Column is the run-time's own sparse set.
type Column[T any] = seed.DenseColumn[T]

// NewColumn returns an empty column.
func NewColumn[T any](traits kernel.Traits[T]) *Column[T] { return seed.NewDenseColumn(traits) }
