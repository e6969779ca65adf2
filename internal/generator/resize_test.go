package generator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestResize makes loops over fewer and more components of one over five, and keeps
// those that are written.
func TestResize(t *testing.T) {
	each := filepath.Join(t.TempDir(), "each.go")
	const loops = `package p

func each1[A any](as []A, f func(*A)) {
	only(as, f)
}

func each5[A, B, C, D, E any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E]](as []A, bs []B, cs []C, ds []D, es []E, f func(*A, *B, *C, *D, *E)) {
	q := New5[A, B, C, D, E]()
	bs, cs, ds, es = bs[:len(as)], cs[:len(as)], ds[:len(as)], es[:len(as)]
	for q.Next() && bs != nil && es != nil {
		a, b, c, d, e := q.Get()
		var last E
		PE(&last).Init(1)
		f(a, b, c, d, e)
	}
}
`
	if err := os.WriteFile(each, []byte(loops), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := read(each)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{
		1: "func each1[A any](as []A, f func(*A)) {\n\tonly(as, f)\n}",
		2: `func each2[A, B any, PA kernel.Value[A], PB kernel.Value[B]](as []A, bs []B, f func(*A, *B)) {
	q := New2[A, B]()
	bs = bs[:len(as)]
	for q.Next() && bs != nil {
		a, b := q.Get()
		f(a, b)
	}
}`,
		7: `func each7[A, B, C, D, E, F, G any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E], PF kernel.Value[F], PG kernel.Value[G]](as []A, bs []B, cs []C, ds []D, es []E, es6 []F, es7 []G, f func(*A, *B, *C, *D, *E, *F, *G)) {
	q := New7[A, B, C, D, E, F, G]()
	bs, cs, ds, es, es6, es7 = bs[:len(as)], cs[:len(as)], ds[:len(as)], es[:len(as)], es6[:len(as)], es7[:len(as)]
	for q.Next() && bs != nil && es != nil && es6 != nil && es7 != nil {
		a, b, c, d, e, e6, e7 := q.Get()
		var last E
		var last6 F
		var last7 G
		PE(&last).Init(1)
		PF(&last6).Init(1)
		PG(&last7).Init(1)
		f(a, b, c, d, e, e6, e7)
	}
}`,
	} {
		if got := s.print(s.loops["each"][n-1]); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if err := os.WriteFile(each, []byte("package p\n\nfunc each4[A, B, C, D any]() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := read(each); err == nil || !strings.Contains(err.Error(), "each5 is missing") {
		t.Errorf("without a loop over five: %v", err)
	}
}
