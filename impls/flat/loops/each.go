// Package loops is stamped into the packages of storages, see package flat.
package loops

import "github.com/ecsbench/ecsbench/impls/flat"

//lint:file-ignore U1000 storages have stamped copies of these loops

// The loops. Going through the slices in fours is worth a quarter of the time:
// there is one test of the end for four entities. Cutting the other slices to
// the length of the first tells the compiler that no index can be out of bounds.

func chunk1[A any](as []A, dt float32, f func(*A, float32)) int {
	a4 := flat.Fours(as)
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

func chunk2[A, B any](as []A, bs []B, dt float32, f func(*A, *B, float32)) int {
	bs = bs[:len(as)]
	a4, b4 := flat.Fours(as), flat.Fours(bs)
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

func chunk3[A, B, C any](as []A, bs []B, cs []C, dt float32, f func(*A, *B, *C, float32)) int {
	bs, cs = bs[:len(as)], cs[:len(as)]
	a4, b4, c4 := flat.Fours(as), flat.Fours(bs), flat.Fours(cs)
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

func chunk4[A, B, C, D any](as []A, bs []B, cs []C, ds []D, dt float32, f func(*A, *B, *C, *D, float32)) int {
	bs, cs, ds = bs[:len(as)], cs[:len(as)], ds[:len(as)]
	a4, b4, c4, d4 := flat.Fours(as), flat.Fours(bs), flat.Fours(cs), flat.Fours(ds)
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

func chunk5[A, B, C, D, E any](as []A, bs []B, cs []C, ds []D, es []E, dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	bs, cs, ds, es = bs[:len(as)], cs[:len(as)], ds[:len(as)], es[:len(as)]
	a4, b4, c4, d4, e4 := flat.Fours(as), flat.Fours(bs), flat.Fours(cs), flat.Fours(ds), flat.Fours(es)
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
