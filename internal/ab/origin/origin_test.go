package origin

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/instructions"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
)

// A line belongs to the function that the source has there, by the name that profiles
// give it.
func TestLinesBelongToFunctions(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"p.go": `package p

func plain() {
}

type t[K any] struct{}
type u[K, V any] struct{}

func (t[K]) one() {
}
func (x *t[K]) two() {
}
func (x *u[K, V]) three() {
}
func (x *(int)) four() { // of no type that has methods
}
`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tree := New(folder, "example.com/m")
	for line, want := range map[int]string{1: "", 2: "", 3: "p.plain", 4: "p.plain", 5: "", 6: "", 9: "p.t.one", 10: "p.t.one", 11: "p.(*t).two", 14: "p.(*u).three", 15: "p.(*int).four", 16: "p.(*int).four", 17: ""} {
		if f, ok := tree.at("example.com/m/p.go", line); f.name != want || ok != (want != "") {
			t.Errorf("line %d is of %q", line, f.name)
		}
	}
	if _, ok := tree.at("example.com/other/p.go", 3); ok {
		t.Error("a file of another module was found")
	}
	if f, ok := tree.named("p.go", "p.t.one"); !ok || f.from != 9 || f.to != 10 {
		t.Errorf("%+v", f)
	}
	if _, ok := tree.named("p.go", "p.none"); ok {
		t.Error("what is not there was found")
	}
	got := tree.BySource(map[cachegrind.Line]int64{
		{File: "example.com/m/p.go", Number: 3, Function: "example.com/m.other"}: 2, {File: "example.com/m/p.go", Number: 3, Function: "example.com/m.plain"}: 3,
		{File: "runtime/x.go", Number: 3, Function: "runtime.grow"}: 5,
	})
	if got[cachegrind.Line{File: "example.com/m/p.go", Number: 3, Function: "p.plain"}] != 5 || got[cachegrind.Line{File: "runtime/x.go", Number: 3, Function: "runtime.grow"}] != 5 || len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// Of what grew the largest shares are told, three at most, and nothing too small to
// matter.
func TestTheLargestCauses(t *testing.T) {
	grown := func(sizes ...float64) (list []instructions.Grown) {
		for i, size := range sizes {
			list = append(list, instructions.Grown{Function: fmt.Sprint("f", i), File: "x.go", Line: i, Base: 1, Head: 1 + size})
		}
		return list
	}
	for want, test := range map[string]struct {
		sizes  []float64
		change float64
	}{
		"f1 0.60, f0 0.30":          {[]float64{30, 60, 1}, 100},
		"f0 0.02":                   {[]float64{2}, 100},
		"":                          {[]float64{1.9}, 100},
		"f3 0.40, f2 0.30, f1 0.20": {[]float64{10, 20, 30, 40}, 100},
		"f1 NaN, f0 NaN":            {[]float64{1, 2}, 0}, // of a change that is none
	} {
		var got []string
		for _, c := range (&Pair{}).Explain(context.Background(), grown(test.sizes...), test.change) {
			got = append(got, fmt.Sprintf("%s %.2f", c.Function, c.Share))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%v of %v: %q, want %q", test.sizes, test.change, got, want)
		}
	}
}
