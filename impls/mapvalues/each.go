package mapvalues

import (
	"iter"
	"maps"
	"slices"

	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/shared.tmpl

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

type view[T any] map[seed.ID]*T

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	return seed.Column[*Column[T]](w, c).values
}

func (v view[T]) at(id seed.ID) *T { return v[id] }

// A keyed map is a map with any type of values.
type keyed interface {
	size() int
	ids() iter.Seq[seed.ID]
}

func (v view[T]) size() int              { return len(v) }
func (v view[T]) ids() iter.Seq[seed.ID] { return maps.Keys(v) }

// smallest returns the entities in the smallest of the maps.
func smallest(all ...keyed) iter.Seq[seed.ID] {
	return slices.MinFunc(all, func(a, b keyed) int { return a.size() - b.size() }).ids()
}
