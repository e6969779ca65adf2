package dense

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

func columnOf[T any](w *seed.World, c kernel.Component) *Column[T] {
	return seed.Column[*Column[T]](w, c)
}

// The loops. They copy the arrays of each column to variables first. Otherwise the compiler
// would load the slice headers again for every entity, because a write to a component might
// change them.

func each5[A, B, C, D, E any](members []seed.ID, a *Column[A], b *Column[B], c *Column[C], d *Column[D], e *Column[E], dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	as, aAt := a.Packed.Values, a.Positions
	bs, bAt := b.Packed.Values, b.Positions
	cs, cAt := c.Packed.Values, c.Positions
	ds, dAt := d.Packed.Values, d.Positions
	es, eAt := e.Packed.Values, e.Positions
	for _, id := range members {
		f(&as[aAt[id]], &bs[bAt[id]], &cs[cAt[id]], &ds[dAt[id]], &es[eAt[id]], dt)
	}
	return len(members)
}
