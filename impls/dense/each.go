package dense

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/stamp

//lint:file-ignore U1000 each_gen.go has the copies that run

func newColumn[T any](traits *ecs.Traits[T]) ecs.Storage { return NewColumn(*traits) }

func columnOf[T any](w *seed.World, c kernel.Component) *Column[T] {
	return seed.Column[*Column[T]](w, c)
}

// The loops. The arrays of each column are taken out before the loop: the
// compiler must assume that a write to a component changes the column's slice
// headers, and would load them anew for every entity.

func each1[A any](members []ecs.ID, a *Column[A], dt float32, f func(*A, float32)) int {
	as, aAt := a.Values, a.Positions
	for _, id := range members {
		f(&as[aAt[id]], dt)
	}
	return len(members)
}

func each2[A, B any](members []ecs.ID, a *Column[A], b *Column[B], dt float32, f func(*A, *B, float32)) int {
	as, aAt := a.Values, a.Positions
	bs, bAt := b.Values, b.Positions
	for _, id := range members {
		f(&as[aAt[id]], &bs[bAt[id]], dt)
	}
	return len(members)
}

func each3[A, B, C any](members []ecs.ID, a *Column[A], b *Column[B], c *Column[C], dt float32, f func(*A, *B, *C, float32)) int {
	as, aAt := a.Values, a.Positions
	bs, bAt := b.Values, b.Positions
	cs, cAt := c.Values, c.Positions
	for _, id := range members {
		f(&as[aAt[id]], &bs[bAt[id]], &cs[cAt[id]], dt)
	}
	return len(members)
}

func each4[A, B, C, D any](members []ecs.ID, a *Column[A], b *Column[B], c *Column[C], d *Column[D], dt float32, f func(*A, *B, *C, *D, float32)) int {
	as, aAt := a.Values, a.Positions
	bs, bAt := b.Values, b.Positions
	cs, cAt := c.Values, c.Positions
	ds, dAt := d.Values, d.Positions
	for _, id := range members {
		f(&as[aAt[id]], &bs[bAt[id]], &cs[cAt[id]], &ds[dAt[id]], dt)
	}
	return len(members)
}

func each5[A, B, C, D, E any](members []ecs.ID, a *Column[A], b *Column[B], c *Column[C], d *Column[D], e *Column[E], dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	as, aAt := a.Values, a.Positions
	bs, bAt := b.Values, b.Positions
	cs, cAt := c.Values, c.Positions
	ds, dAt := d.Values, d.Positions
	es, eAt := e.Values, e.Positions
	for _, id := range members {
		f(&as[aAt[id]], &bs[bAt[id]], &cs[cAt[id]], &ds[dAt[id]], &es[eAt[id]], dt)
	}
	return len(members)
}
