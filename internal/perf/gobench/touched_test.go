package gobench

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// Cases that execute a changed function are found by coverage. Untouched is only what no kind of
// change can affect.
func TestTouchedCases(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	const code = `package m

type T struct{ n int }

func (t *T) Add(k int) { t.n += k }

func Often(n int) int {
	if n > 1000 {
		return rarely(n)
	}
	return n + 1
}

func rarely(n int) int { return n * 3 }

func Other(n int) int { return n - 1 }
`
	const tests = `package m

import (
	"testing"

	"example.com/m/q"
)

var sink int

func BenchmarkOften(b *testing.B) { sink += helped(Often(3)) }

func BenchmarkOther(b *testing.B) {
	b.Run("a", func(b *testing.B) { sink += Other(3) })
	b.Run("b", func(b *testing.B) { sink += q.Q(4) })
}

func BenchmarkMethod(b *testing.B) { new(T).Add(3) }
`
	const helper = "package m\n\nfunc helped(n int) int { return n }\n"
	const q = "package q\n\nconst step = 2\n\nfunc Q(n int) int { return n + step }\n"
	first := map[string]string{"m.go": code, "m_test.go": tests, "help_test.go": helper, "q/q.go": q}
	all := []string{"Often", "Other", "Method"}
	edit := func(file, old, now string) map[string]string {
		if !strings.Contains(first[file], old) {
			t.Fatalf("%s has no %q", file, old)
		}
		return map[string]string{file: strings.Replace(first[file], old, now, 1)}
	}
	for name, test := range map[string]struct {
		head               map[string]string
		touched, untouched []string
	}{
		"a function":             {edit("m.go", "n + 1", "n + 2"), []string{"Often"}, []string{"Other", "Method"}},
		"one that is not called": {edit("m.go", "n * 3", "n * 4"), nil, all},
		"a method":               {edit("m.go", "t.n += k", "t.n += 2 * k"), []string{"Method"}, []string{"Often", "Other"}},
		"another package":        {edit("q/q.go", "n + step", "n - step"), []string{"Other"}, []string{"Often", "Method"}},
		"a constant":             {edit("q/q.go", "step = 2", "step = 3"), []string{"Other"}, nil},
		"a type":                 {edit("m.go", "struct{ n int }", "struct{ m, n int }"), all, nil},
		"a benchmark":            {edit("m_test.go", "Often(3)", "Often(4)"), []string{"Often"}, []string{"Other", "Method"}},
		"a helper of tests":      {edit("help_test.go", "return n", "return n + 1"), all, nil},
		"a comment":              {edit("m.go", "n + 1", "n + 1 // one"), nil, all},
		"a method that is gone":  {edit("m.go", "func (t *T) Add(k int) { t.n += k }", "func (t *T) Sub(k int) {}\n\nfunc (t T) Add(k int) {}"), nil, nil},
		"a new file":             {map[string]string{"new.go": "package m\n\nvar table [100]int\n\nfunc init() { table[1] = 1 }\n"}, all, nil},
		"a new unused function":  {map[string]string{"new.go": "package m\n\nfunc New() {}\n"}, nil, all},
		"data":                   {map[string]string{"testdata/input": "y"}, nil, nil},
		"a document":             {map[string]string{"README.md": "y"}, nil, all},
		"assembly":               {map[string]string{"a.s": "\n"}, nil, nil},
		"two functions":          {map[string]string{"m.go": edit("m.go", "n + 1", "n + 2")["m.go"], "q/q.go": edit("q/q.go", "n + step", "n")["q/q.go"]}, []string{"Often", "Other"}, []string{"Method"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := newModule(t, first, test.head)
			// The folder of the command makes no difference.
			s := open(t, filepath.Join(dir, []string{".", "q"}[len(name)%2]), "HEAD~1", "HEAD", ".", "example.com/m")
			if s.Prefix != filepath.FromSlash("sub/mod") {
				t.Errorf("paths begin with %s", s.Prefix)
			}
			cases := lists.Map(all, func(name string) ab.CaseID { return ab.CaseID{Group: "example.com/m", Name: name} })
			cases = append(cases, ab.CaseID{Group: "example.com/m", Name: "Other/a"})
			touched, untouched, err := s.Touched(t.Context(), cases, func(int, int) {})
			fixture.Check(t, err)
			for what, of := range map[string][2][]string{"touched": {names(touched), test.touched}, "untouched": {names(untouched), test.untouched}} {
				slices.Sort(of[0])
				slices.Sort(of[1])
				if name == "a method that is gone" && what == "touched" {
					continue // callers of the new methods
				}
				if !slices.Equal(of[0], slices.Sorted(slices.Values(of[1]))) {
					t.Errorf("%s: %q, want %q", what, of[0], of[1])
				}
			}
		})
	}
}
