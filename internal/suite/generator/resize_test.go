package generator

import (
	"fmt"
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

// TestResizeStatements: code about a component is dropped and repeated as a whole, or rejected with
// its line. No name of a dropped component is left, and none of the fifth stays without copies.
func TestResizeStatements(t *testing.T) {
	const exit = "if %s {\n\t\tcontinue\n\t}"
	guard := func(condition string) string { return fmt.Sprintf(exit, condition) }
	for _, test := range []struct{ body, one, seven, line string }{
		{body: "b := bs.Get()\n\t" + guard("b == nil"), seven: "b := bs.Get()\n\t" + guard("b == nil")},
		{body: "e := es.Get()\n\t" + guard("e == nil"),
			seven: "e := es.Get()\n\te6 := es6.Get()\n\te7 := es7.Get()\n\t" + guard("e == nil") + "\n\t" + guard("e6 == nil") + "\n\t" + guard("e7 == nil")},
		{body: guard("es == nil || as == nil"), one: guard("as == nil"), seven: guard("es == nil || es6 == nil || es7 == nil || as == nil")},
		{body: guard("bs == nil || cs == nil"), seven: guard("bs == nil || cs == nil")},
		{body: "if b := bs.Get(); b == nil {\n\t\tcontinue\n\t}", line: ":5: bs is"},
		{body: "if as == nil && bs == nil || es == nil {\n\t\tas()\n\t}", line: ":5: bs is"},
		{body: "if bs != nil {\n\t\tas()\n\t}", line: ":5: bs is"},
		{body: "as()\n\tfor range es {\n\t\tas()\n\t}", line: ":6: es is"},
		{body: "as()\n\tswitch es {\n\tcase nil:\n\t}", line: ":6: es is"},
		{body: "as()\n\tgo es()", line: ":6: es is"},
		{body: "if as == nil {\n\t\tas()\n\t} else if es == nil {\n\t\tas()\n\t}", line: ":7: es is"},
	} {
		each := filepath.Join(t.TempDir(), "each.go")
		source := "package p\n\nfunc each5[A, B, C, D, E any](as []A, bs []B, cs []C, ds []D, es []E) {\n\tfor next() {\n\t" + test.body + "\n\t}\n}\n"
		if err := os.WriteFile(each, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := read(each)
		if test.line != "" || err != nil {
			if err == nil || test.line == "" || !strings.Contains(err.Error(), "each.go"+test.line+" about one component") {
				t.Errorf("%s\n%v, want the line%s", test.body, err, test.line)
			}
			continue
		}
		for n, want := range map[int]string{1: test.one, 7: test.seven} {
			got := strings.Join(strings.Fields(s.print(s.loops["each"][n-1].Body)), " ")
			if want = strings.Join(strings.Fields("{ for next() { "+want+" } }"), " "); got != want {
				t.Errorf("%s\nfor %d components: %s\nwant %s", test.body, n, got, want)
			}
		}
	}
}
