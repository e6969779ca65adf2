package impls

//go:generate go run ../kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

// unrolled5 processes four entities per iteration. Cutting the other slices to the length of
// the first removes bounds checks.
func unrolled5[A, B, C, D, E any](f func(*A, *B, *C, *D, *E, float32)) any {
	return func(as []A, bs []B, cs []C, ds []D, es []E, dt float32) {
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
	}
}
