package soa

import (
	"unsafe"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/stamp

//lint:file-ignore U1000 each_gen.go has the copies that run

func newColumn[T any](traits *ecs.Traits[T]) anyColumn { return &column[T]{Traits: *traits} }

func columnOf[T any](t *table, c kernel.Component) *column[T] { return t.known[c].(*column[T]) }

func valuesOf[T any](r rows, c kernel.Component) []T {
	return columnOf[T](r.table, c).values[r.from:r.to]
}

// fours returns a view of a slice in blocks of four, without the rest.
func fours[T any](s []T) [][4]T {
	if len(s) < 4 {
		return nil
	}
	return unsafe.Slice((*[4]T)(unsafe.Pointer(unsafe.SliceData(s))), len(s)/4)
}

// The loops. Going through the slices in fours is worth a quarter of the time:
// there is one test of the end for four entities. Cutting the other slices to
// the length of the first tells the compiler that no index can be out of bounds.

func each1[A any](as []A, dt float32, f func(*A, float32)) int {
	a4 := fours(as)
	for i := range a4 {
		a := &a4[i]
		f(&a[0], dt)
		f(&a[1], dt)
		f(&a[2], dt)
		f(&a[3], dt)
	}
	for i := len(as) &^ 3; i < len(as); i++ {
		f(&as[i], dt)
	}
	return len(as)
}

func each2[A, B any](as []A, bs []B, dt float32, f func(*A, *B, float32)) int {
	bs = bs[:len(as)]
	a4, b4 := fours(as), fours(bs)
	b4 = b4[:len(a4)]
	for i := range a4 {
		a, b := &a4[i], &b4[i]
		f(&a[0], &b[0], dt)
		f(&a[1], &b[1], dt)
		f(&a[2], &b[2], dt)
		f(&a[3], &b[3], dt)
	}
	for i := len(as) &^ 3; i < len(as); i++ {
		f(&as[i], &bs[i], dt)
	}
	return len(as)
}

func each3[A, B, C any](as []A, bs []B, cs []C, dt float32, f func(*A, *B, *C, float32)) int {
	bs, cs = bs[:len(as)], cs[:len(as)]
	a4, b4, c4 := fours(as), fours(bs), fours(cs)
	b4, c4 = b4[:len(a4)], c4[:len(a4)]
	for i := range a4 {
		a, b, c := &a4[i], &b4[i], &c4[i]
		f(&a[0], &b[0], &c[0], dt)
		f(&a[1], &b[1], &c[1], dt)
		f(&a[2], &b[2], &c[2], dt)
		f(&a[3], &b[3], &c[3], dt)
	}
	for i := len(as) &^ 3; i < len(as); i++ {
		f(&as[i], &bs[i], &cs[i], dt)
	}
	return len(as)
}

func each4[A, B, C, D any](as []A, bs []B, cs []C, ds []D, dt float32, f func(*A, *B, *C, *D, float32)) int {
	bs, cs, ds = bs[:len(as)], cs[:len(as)], ds[:len(as)]
	a4, b4, c4, d4 := fours(as), fours(bs), fours(cs), fours(ds)
	b4, c4, d4 = b4[:len(a4)], c4[:len(a4)], d4[:len(a4)]
	for i := range a4 {
		a, b, c, d := &a4[i], &b4[i], &c4[i], &d4[i]
		f(&a[0], &b[0], &c[0], &d[0], dt)
		f(&a[1], &b[1], &c[1], &d[1], dt)
		f(&a[2], &b[2], &c[2], &d[2], dt)
		f(&a[3], &b[3], &c[3], &d[3], dt)
	}
	for i := len(as) &^ 3; i < len(as); i++ {
		f(&as[i], &bs[i], &cs[i], &ds[i], dt)
	}
	return len(as)
}

func each5[A, B, C, D, E any](as []A, bs []B, cs []C, ds []D, es []E, dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	bs, cs, ds, es = bs[:len(as)], cs[:len(as)], ds[:len(as)], es[:len(as)]
	a4, b4, c4, d4, e4 := fours(as), fours(bs), fours(cs), fours(ds), fours(es)
	b4, c4, d4, e4 = b4[:len(a4)], c4[:len(a4)], d4[:len(a4)], e4[:len(a4)]
	for i := range a4 {
		a, b, c, d, e := &a4[i], &b4[i], &c4[i], &d4[i], &e4[i]
		f(&a[0], &b[0], &c[0], &d[0], &e[0], dt)
		f(&a[1], &b[1], &c[1], &d[1], &e[1], dt)
		f(&a[2], &b[2], &c[2], &d[2], &e[2], dt)
		f(&a[3], &b[3], &c[3], &d[3], &e[3], dt)
	}
	for i := len(as) &^ 3; i < len(as); i++ {
		f(&as[i], &bs[i], &cs[i], &ds[i], &es[i], dt)
	}
	return len(as)
}

// The loops that append entities one by one, the way a program does that makes
// them as it goes.

func push1[A any, PA kernel.Value[A]](n int, first uint32, a *column[A]) {
	for i := range n {
		a.values = append(a.room(), *new(A))
		PA(&a.values[len(a.values)-1]).Init(first + uint32(i))
	}
}

func push2[A, B any, PA kernel.Value[A], PB kernel.Value[B]](n int, first uint32, a *column[A], b *column[B]) {
	for i := range n {
		a.values = append(a.room(), *new(A))
		PA(&a.values[len(a.values)-1]).Init(first + uint32(i))
		b.values = append(b.room(), *new(B))
		PB(&b.values[len(b.values)-1]).Init(first + uint32(i))
	}
}

func push3[A, B, C any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C]](n int, first uint32, a *column[A], b *column[B], c *column[C]) {
	for i := range n {
		a.values = append(a.room(), *new(A))
		PA(&a.values[len(a.values)-1]).Init(first + uint32(i))
		b.values = append(b.room(), *new(B))
		PB(&b.values[len(b.values)-1]).Init(first + uint32(i))
		c.values = append(c.room(), *new(C))
		PC(&c.values[len(c.values)-1]).Init(first + uint32(i))
	}
}

func push4[A, B, C, D any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D]](n int, first uint32, a *column[A], b *column[B], c *column[C], d *column[D]) {
	for i := range n {
		a.values = append(a.room(), *new(A))
		PA(&a.values[len(a.values)-1]).Init(first + uint32(i))
		b.values = append(b.room(), *new(B))
		PB(&b.values[len(b.values)-1]).Init(first + uint32(i))
		c.values = append(c.room(), *new(C))
		PC(&c.values[len(c.values)-1]).Init(first + uint32(i))
		d.values = append(d.room(), *new(D))
		PD(&d.values[len(d.values)-1]).Init(first + uint32(i))
	}
}

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
