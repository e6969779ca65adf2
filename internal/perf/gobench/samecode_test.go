package gobench

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
)

// executes has code that its benchmark executes, and code that it only can reach.
const executes = `package m

import (
	"fmt"
	"os"
	"strings"
)

type shape interface{ area(int) int }

type square struct{ n int }

func (s square) area(k int) int { return s.n * k }

type circle struct{ n int }

func (c circle) area(k int) int { return c.n + k }

var table = [...]int{3, 1, 4, 1, 5}

var text = "seldom"

func sum[T int | uint8](list []T) (n T) {
	for _, x := range list {
		n += x
	}
	return n
}

//go:noinline
func work(list []int, n int) int {
	if n < 0 {
		return rescue(n)
	}
	var s shape = square{n}
	if len(list) == 0 {
		s = circle{n}
	}
	b := strings.Builder{}
	b.WriteString("0123456789")
	m := map[string]int{b.String(): n}
	return s.area(2) + sum(list) + table[n&3] + m["0123456789"] + strings.Count(b.String(), "5") + len(os.Args[0])&1
}

//go:noinline
func rescue(n int) int {
	fmt.Println(text, len(table))
	return n * 3
}
`

// SameCode distinguishes executed code and its data from other reachable code, in real programs.
func TestSameCode(t *testing.T) {
	fixture.CI(t)
	if _, err := instructions.FindValgrind(t.Context()); err != nil {
		fixture.Lacks(t, err)
	}
	first := map[string]string{
		"m.go":           executes,
		"m_test.go":      "package m\n\nimport \"testing\"\n\nvar sink int\n\nfunc BenchmarkWork(b *testing.B) {\n\tlist := make([]int, 100)\n\tfor i := range b.N {\n\t\tsink += work(list, i)\n\t}\n}\n\nfunc TestRead(t *testing.T) {}\n",
		"testdata/input": "x",
	}
	edit := func(old, now string) map[string]string {
		text := strings.Replace(executes, old, now, 1)
		if text == executes {
			t.Fatalf("no %q", old)
		}
		return map[string]string{"m.go": text}
	}
	c := ab.CaseID{Group: "example.com/m", Name: "Work"}
	var functions []string
	for _, test := range []struct {
		name string
		head map[string]string
		same bool
		more []string // functions that are executed, too
	}{
		{"a function that is not executed", edit("return n * 3", "return n*7 + len(text)"), true, nil},
		{"a method that is not executed", edit("return c.n + k", "return c.n - 3*k"), true, nil},
		{"data that only it reads", edit(`"seldom"`, `"never at all"`), true, nil},
		{"a new function", map[string]string{"new.go": "package m\n\nfunc New(n int) int { return n + 1 }\n"}, true, nil},
		{"a file that the benchmark does not read", map[string]string{"testdata/input": "y"}, true, nil},
		{"a function", edit("n += x", "n -= x"), false, nil},
		{"a method through an interface", edit("return s.n * k", "return s.n * k * k"), false, nil},
		{"data", edit("4, 1, 5", "4, 2, 5"), false, nil},
		{"more data", edit("4, 1, 5", "4, 1, 5, 9"), false, nil},
		{"a constant text", edit(`b.WriteString("0123456789")`, `b.WriteString("0123456780")`), false, nil},
		{"the initialisation", map[string]string{"new.go": "package m\n\nfunc init() { table[1]++ }\n"}, false, []string{"example.com/m.init.0"}},
		{"large variables", map[string]string{"new.go": "package m\n\nvar large [1 << 20]*int\n\nfunc init() { large[1] = new(int) }\n"}, false, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, newModule(t, first, test.head), "HEAD~1", "HEAD", "Work")
			if functions == nil {
				counts, err := s.Count(t.Context(), c, ab.Head, 2000)
				fixture.Check(t, err)
				functions = slices.Collect(maps.Keys(counts.Functions))
				if !slices.Contains(functions, "example.com/m.work") || len(functions) < 100 {
					t.Fatalf("%d functions: %.1000q", len(functions), functions)
				}
			}
			if err := s.SameCode(t.Context(), c, append(slices.Clone(functions), test.more...)); (err == nil) != test.same {
				t.Errorf("the difference is %v", err)
			} else if err != nil {
				t.Log(err)
			}
		})
	}
	// Unknown functions prove nothing.
	s := open(t, newModule(t, first, edit("return n * 3", "return n * 4")), "HEAD~1", "HEAD", "Work")
	for _, name := range []string{"nobody.knows", "", "_start"} {
		if err := s.SameCode(t.Context(), c, append(slices.Clone(functions), name)); err == nil {
			t.Errorf("%q is the same", name)
		}
	}
	if err := s.SameCode(t.Context(), ab.CaseID{Group: "other", Name: "Work"}, functions); err == nil || !strings.Contains(fmt.Sprint(err), "not built") {
		t.Error(err)
	}
}
