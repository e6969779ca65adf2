package dense

import "github.com/ecsbench/ecsbench/ecs"

// A Column is the run-time's own sparse set.
type Column[T any] = ecs.Column[T]

// NewColumn returns an empty column.
func NewColumn[T any](traits ecs.Traits[T]) *Column[T] { return ecs.NewColumn(traits) }
