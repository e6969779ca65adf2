package soa

import (
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

func newColumn[T any](traits *kernel.Traits[T]) anyColumn { return &column[T]{Traits: *traits} }

func columnOf[T any](t *table, c kernel.Component) *column[T] { return t.known[c].(*column[T]) }

func valuesOf[T any](r rows, c kernel.Component) []T {
	return columnOf[T](r.table, c).values[r.from:r.to]
}

// The loops over slices.

func chunk5[A, B, C, D, E any](as []A, bs []B, cs []C, ds []D, es []E, body any, dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	if body, ok := body.(func([]A, []B, []C, []D, []E, float32)); ok {
		body(as, bs, cs, ds, es, dt)
		return len(as)
	}
	bs, cs, ds, es = bs[:len(as)], cs[:len(as)], ds[:len(as)], es[:len(as)]
	for i := range as {
		f(&as[i], &bs[i], &cs[i], &ds[i], &es[i], dt)
	}
	return len(as)
}

// The loops that append entities one by one, like a program that creates them one by one.

func push5[A, B, C, D, E any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E]](n int, first uint32, a *column[A], b *column[B], c *column[C], d *column[D], e *column[E]) {
	for i := range n {
		a.values = append(a.room(), *new(A))
		PA(&a.values[len(a.values)-1]).Init(first + uint32(i))
		b.values = append(b.room(), *new(B))
		PB(&b.values[len(b.values)-1]).Init(first + uint32(i))
		c.values = append(c.room(), *new(C))
		PC(&c.values[len(c.values)-1]).Init(first + uint32(i))
		d.values = append(d.room(), *new(D))
		PD(&d.values[len(d.values)-1]).Init(first + uint32(i))
		e.values = append(e.room(), *new(E))
		PE(&e.values[len(e.values)-1]).Init(first + uint32(i))
	}
}
