package dense

import (
	"github.com/ecsbench/ecsbench/impls/seed/core"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Column is the run-time's own sparse set.
type Column[T any] = core.Column[T]

// NewColumn returns an empty column.
func NewColumn[T any](traits kernel.Traits[T]) *Column[T] { return core.NewColumn(traits) }
