package mapvalues

import (
	"iter"
	"maps"
	"slices"

	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/each.go

//lint:file-ignore U1000 each_gen.go has the copies that run

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

type view[T any] map[seed.ID]*T

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	return seed.Column[*Column[T]](w, c).values
}

func (v view[T]) at(id seed.ID) *T { return v[id] }

// The joins find members like the C++ original: they iterate over the smallest map that a kernel
// needs, and look up the others. For up to three maps there is one loop per smallest map. For
// more, the smallest map lists the entities and is looked up too.

func join1[A any](as view[A], dt float32, f func(*A, float32)) int {
	for _, a := range as {
		f(a, dt)
	}
	return len(as)
}

func join2[A, B any](as view[A], bs view[B], dt float32, f func(*A, *B, float32)) (visited int) {
	if len(as) <= len(bs) {
		for id, a := range as {
			if b := bs[id]; b != nil {
				f(a, b, dt)
				visited++
			}
		}
		return visited
	}
	for id, b := range bs {
		if a := as[id]; a != nil {
			f(a, b, dt)
			visited++
		}
	}
	return visited
}

func join3[A, B, C any](as view[A], bs view[B], cs view[C], dt float32, f func(*A, *B, *C, float32)) (visited int) {
	switch min(len(as), len(bs), len(cs)) {
	case len(as):
		for id, a := range as {
			b, c := bs[id], cs[id]
			if b != nil && c != nil {
				f(a, b, c, dt)
				visited++
			}
		}
	case len(bs):
		for id, b := range bs {
			a, c := as[id], cs[id]
			if a != nil && c != nil {
				f(a, b, c, dt)
				visited++
			}
		}
	default:
		for id, c := range cs {
			a, b := as[id], bs[id]
			if a != nil && b != nil {
				f(a, b, c, dt)
				visited++
			}
		}
	}
	return visited
}

func join5[A, B, C, D, E any](as view[A], bs view[B], cs view[C], ds view[D], es view[E], dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	for id := range smallest(as, bs, cs, ds, es) {
		a, b, c, d, e := as[id], bs[id], cs[id], ds[id], es[id]
		if a != nil && b != nil && c != nil && d != nil && e != nil {
			f(a, b, c, d, e, dt)
			visited++
		}
	}
	return visited
}

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
