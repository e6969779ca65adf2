package gobench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
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
		fixture.Check(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	tree := NewSourceTree(folder, "example.com/m")
	for line, want := range map[int]string{1: "", 2: "", 3: "p.plain", 4: "p.plain", 5: "", 6: "", 9: "p.t.one", 10: "p.t.one", 11: "p.(*t).two", 14: "p.(*u).three", 15: "p.(*int).four", 16: "p.(*int).four", 17: ""} {
		if f, ok := tree.at("example.com/m/p.go", line); f.name != want || ok != (want != "") {
			t.Errorf("line %d is of %q", line, f.name)
		}
	}
	if _, ok := tree.at("example.com/other/p.go", 3); ok {
		t.Error("a file of another module was found")
	}
	if f := find(tree.functions("p.go"), "p.t.one"); f.from != 9 || f.to != 10 {
		t.Errorf("%+v", f)
	}
	if f := find(tree.functions("p.go"), "p.none"); f.name != "" {
		t.Error("what is not there was found")
	}
	got := tree.BySource(map[instructions.SourceLine]int64{
		{File: "example.com/m/p.go", Number: 3, Function: "example.com/m.other"}: 2, {File: "example.com/m/p.go", Number: 3, Function: "example.com/m.plain"}: 3,
		{File: "runtime/x.go", Number: 3, Function: "runtime.grow"}: 5,
	})
	if got[instructions.SourceLine{File: "example.com/m/p.go", Number: 3, Function: "p.plain"}] != 5 || got[instructions.SourceLine{File: "runtime/x.go", Number: 3, Function: "runtime.grow"}] != 5 || len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// At most the three largest shares of growth are listed, and no share below the limit.
func TestTheLargestCauses(t *testing.T) {
	grown := func(sizes ...float64) (list []instructions.GrownFunction) {
		for i, size := range sizes {
			list = append(list, instructions.GrownFunction{Function: fmt.Sprint("f", i), File: "x.go", Line: i, Base: 1, Head: 1 + size})
		}
		return list
	}
	for want, sizes := range map[string][]float64{
		"f1 0.66, f0 0.33": {30, 60, 1},
		"f0 1.00":          {2},
		"":                 nil,
		"f4 0.37, f3 0.28, f2 0.19, other functions 0.16": {7, 10, 20, 30, 40},
	} {
		var got []string
		for _, c := range (&TreePair{}).Explain(context.Background(), grown(sizes...), nil) {
			got = append(got, fmt.Sprintf("%s %.2f", c.Function, c.Share))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%v: %q, want %q", sizes, got, want)
		}
	}
}

// Growth of the runtime is charged to the functions of the module that call it. Each function names
// the commits that changed it.
func TestCallersAndCommits(t *testing.T) {
	var trees [2]*SourceTree
	const same = "\nfunc d() {}\n\nfunc e() {}\n\nfunc f() {}\n"
	texts := [2]string{
		"package p\n\nfunc a() { work(1) }\n\nfunc b() { work(1) }\n\nfunc c() { work(1) }\n" + same,
		"package p\n\nfunc a() { work(2) }\n\nfunc b() { work(2) } // changed\n\nfunc c() { work(1) }\n" + same,
	}
	for side, text := range texts {
		folder := t.TempDir()
		fixture.Check(t, os.WriteFile(filepath.Join(folder, "p.go"), []byte(text), 0o666))
		trees[side] = NewSourceTree(folder, "m")
	}
	middle := strings.Replace(texts[0], "a() { work(1)", "a() { work(2)", 1)
	p := &TreePair{Trees: trees, Changes: func(context.Context, string) ([]snapshot.Change, error) {
		return []snapshot.Change{{By: "c3", Before: texts[1], After: texts[1]}, {By: "c2", Before: middle, After: texts[1]}, {By: "c1", Before: texts[0], After: middle}}, nil
	}}
	causes := p.Explain(context.Background(), []instructions.GrownFunction{
		{Function: "runtime.mallocgc", File: "runtime/malloc.go", Head: 600}, {Function: "p.a", File: "m/p.go", Base: 10, Head: 110}, {Function: "p.c", File: "m/p.go", Base: 10, Head: 110},
	}, []instructions.GrownFunction{{Function: "p.a", File: "m/p.go", Head: 1}, {Function: "p.b", File: "m/p.go", Head: 2}, {Function: "runtime.x", File: "runtime/x.go", Head: 100}})
	var got []string
	for _, c := range causes {
		got = append(got, fmt.Sprintf("%s %.3f %v", c.Function, c.Share, c.Commits))
	}
	if want := "p.b 0.500 [c2], p.a 0.375 [c1], p.c 0.125 []"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", strings.Join(got, ", "), want)
	}
	// A callee that does more with the same text is named, with the commits of the changed
	// functions, of which the one with the largest share is listed, too. Growth outside of
	// the module belongs to the functions that grew, if one of them was changed.
	for want, grown := range map[string][]instructions.GrownFunction{
		"p.a 1.000 [c1]": {{Function: "runtime.mapaccess1_fast64", File: "internal/runtime/maps/fast64.go", Head: 75}, {Function: "p.a", File: "m/p.go", Base: 5, Head: 30}},
		"runtime.mapaccess1_fast64 0.750 [c1 c2], p.d 0.250 []": {{Function: "runtime.mapaccess1_fast64", File: "internal/runtime/maps/fast64.go", Head: 75}, {Function: "p.d", File: "m/p.go", Base: 5, Head: 30}},
		"p.c 0.990 [c1 c2], p.a 0.010 [c1]":                     {{Function: "p.a", File: "m/p.go", Head: 1}, {Function: "p.c", File: "m/p.go", Head: 99}},
		"p.d 0.400 [c1 c2], p.e 0.300 [], p.b 0.001 [c2], other functions 0.299": {
			{Function: "p.b", File: "m/p.go", Head: 1}, {Function: "p.d", File: "m/p.go", Head: 400}, {Function: "p.e", File: "m/p.go", Head: 300}, {Function: "p.f", File: "m/p.go", Head: 299}},
	} {
		var got []string
		for _, c := range p.Explain(context.Background(), grown, nil) {
			got = append(got, lists.Join(" ", c.Function, fmt.Sprintf("%.3f", c.Share)))
			if c.Function != verdict.OtherFunctions {
				got[len(got)-1] += fmt.Sprintf(" %v", c.Commits)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q, want %q", strings.Join(got, ", "), want)
		}
	}
}
