package soa

import "github.com/ecsbench/ecsbench/kernel"

//go:generate go run ../../kernel/generate

func columnOf[T any](t *table, c kernel.Component) *column[T] { return t.known[c].(*column[T]) }

func valuesOf[T any](r rows, c kernel.Component) []T {
	return columnOf[T](r.table, c).values[r.from:r.to]
}
