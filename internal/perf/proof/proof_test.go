package proof_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/proof"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// A change of a package, made by replacing a text in one of its files.
type change struct {
	name     string // of the package
	file     map[string]string
	old, now string
	equal    bool // for BenchmarkX
}

const test = "package p\n\nimport \"testing\"\n\nfunc BenchmarkX(b *testing.B) {\n\tfor range b.N {\n\t\tsink += f(b.N)\n\t}\n}\n\nvar sink int\n"

// with adds the test file of all packages.
func with(source string) map[string]string {
	return map[string]string{"p.go": "package p\n\n" + source, "p_test.go": test}
}

var changes = []change{
	{"comment", with("func f(n int) int {\n\treturn g(n) / n // OLD\n}\n\nfunc g(n int) int {\n\tif n < 0 {\n\t\tpanic(n)\n\t}\n\treturn 7 % n\n}\n"),
		"// OLD", "// NEW\n\t// and more of it\n", true},
	{"otherfunction", with("func Other(n int) (string, []int) { return \"a\", []int{n, 2, 3} }\n\nfunc f(n int) int { t := [...]int{1, 2, 3, 4, 5}; return t[n%5] }\n"),
		`return "a", []int{n, 2, 3}`, `g := func() []int { return []int{n, 9, 8, 7} }; return "quite another text", g()`, true},
	{"otherbenchmark", map[string]string{"p.go": "package p\n\nfunc f(n int) int { return n }\n", "p_test.go": test + "\nfunc BenchmarkY(b *testing.B) { sink = f(sink) }\n"},
		"sink = f(sink)", "b.Log(sink, b.Name()) }\nfunc BenchmarkZ(b *testing.B) {", true},
	{"othermethod", with("type T struct{ n int }\n\nfunc (t *T) F() int { return t.n }\nfunc (t *T) G() int { return 1 }\n\nvar t T\n\nfunc f(n int) int { t = T{n}; return t.F() }\n"),
		"return 1", "return 2 + t.n", true},
	{"extracted", with("//go:noinline\nfunc f(n int) int {\n\tt := 0\n\tfor i := range n {\n\t\tif i%5 == 2 {\n\t\t\tt += g(i) + 1\n\t\t}\n\t}\n\treturn t\n}\n\n//go:noinline\nfunc g(n int) int { return n % 7 }\n"),
		"t += g(i) + 1\n\t\t}\n\t}\n\treturn t\n}\n", "t += h(i)\n\t\t}\n\t}\n\treturn i(t)\n}\n\nfunc h(i int) int { return g(i) + 1 }\n\nfunc i(n int) int { return n }\n", true},
	{"renamed", with("func f(n int) int {\n\ta, b, c, d := g(n), g(n+1), g(n+2), g(n+3)\n\tfor range 3 {\n\t\ta, b, c, d = g(b), g(c), g(d), g(a)\n\t}\n\treturn a + 2*b + 3*c + 4*d\n}\n\n//go:noinline\nfunc g(n int) int { return n % 7 }\n"),
		"func f(n int) int {\n\ta, b, c, d := g(n), g(n+1), g(n+2), g(n+3)\n\tfor range 3 {\n\t\ta, b, c, d = g(b), g(c), g(d), g(a)\n\t}\n\treturn a + 2*b + 3*c + 4*d\n}",
		"func f(m int) int {\n\tz, y, x, w := g(m), g(m+1), g(m+2), g(m+3)\n\tfor range 3 {\n\t\tz, y, x, w = g(y), g(x), g(w), g(z)\n\t}\n\treturn z + 2*y + 3*x + 4*w\n}", false},
	// The directive is not next to its function.
	{"directive", with("func f(n int) int { return g(n) }\n\n//go:noinline\n\nfunc g(n int) int { return n % 7 }\n\nfunc init() {}\n"),
		"f(n int) int { return g(n) }\n\n//go:noinline", "f(m int) int { return g(m) }", false},
	{"slots", with("func f(n int) int {\n\ta, b, c, d := g(n), g(n+1), g(n+2), g(n+3)\n\tg(n)\n\treturn a + 2*b + 3*c + 4*d\n}\n\n//go:noinline\nfunc g(n int) int { return n % 7 }\n"),
		"a + 2*b", "b + 2*a", false},
	{"moved", with("type T struct{ n int }\n\n//go:noinline\nfunc (t *T) g(n int) func() int { return func() int { return t.n % n } }\n\nfunc f(n int) int { return (&T{n}).g(n)() }\n\nfunc Unused(n int) []int { return make([]int, n) }\n"),
		"//go:noinline\nfunc (t *T) g(n int) func() int { return func() int { return t.n % n } }\n\nfunc f(n int) int { return (&T{n}).g(n)() }\n",
		"func Added(n int) func() []int { return func() []int { return make([]int, n) } }\n\nfunc f(n int) int { return (&T{n}).g(n)() }\n\n//go:noinline\nfunc (t *T) g(n int) func() int { return func() int { return t.n % n } }\n", true},
	// The dictionary of a generic type has entries in the order of its methods, and the compiler orders
	// variables on the stack by name.
	{"movedgeneric", with("type L[T any] struct{ x T }\n\n//go:noinline\nfunc (l *L[T]) A() any { return []T{l.x} }\n\n//go:noinline\nfunc (l *L[T]) B() any { return [2]T{l.x, l.x} }\n\nfunc f(n int) int {\n\tl := L[int]{n}\n\treturn len(l.A().([]int)) + len(l.B().([2]int))\n}\n"),
		"//go:noinline\nfunc (l *L[T]) A() any { return []T{l.x} }\n\n//go:noinline\nfunc (l *L[T]) B() any { return [2]T{l.x, l.x} }\n",
		"//go:noinline\nfunc (l *L[T]) B() any { return [2]T{l.x, l.x} }\n\n//go:noinline\nfunc (l *L[T]) A() any { return []T{l.x} }\n", false},
	{"changedgeneric", with("type L[T any] struct{ x T }\n\n//go:noinline\nfunc (l *L[T]) A() any { return []T{l.x} }\n\n//go:noinline\nfunc (l *L[T]) B() any { return [2]T{l.x, l.x} }\n\nfunc f(n int) int {\n\tl := L[int]{n}\n\treturn len(l.A().([]int)) + len(l.B().([2]int))\n}\n"),
		"//go:noinline\nfunc (l *L[T]) A() any { return []T{l.x} }\n\n//go:noinline\nfunc (l *L[T]) B() any { return [2]T{l.x, l.x} }\n",
		"//go:noinline\nfunc (l *L[T]) B() any { return [2]T{l.x, l.x} }\n\n//go:noinline\nfunc (l *L[T]) A() any { return []T{l.x, l.x} }\n", false},
	{"jump", with("func f(n int) int {\n\tfor i := range n {\n\t\tif i*i > n {\n\t\t\tbreak\n\t\t}\n\t\tn -= 3\n\t}\n\treturn n\n}\n"), "break", "continue", false},
	{"code", with("func f(n int) int { return n + 1 }\n"), "n + 1", "n + 2", false},
	{"called", with("//go:noinline\nfunc g(n int) int { return n + 1 }\n\nfunc f(n int) int { return g(n) }\n"), "n + 1", "n + 2", false},
	{"inlined", with("func g(n int) int { return n + 1 }\n\nfunc f(n int) int { return g(n) }\n"), "n + 1", "n + 2", false},
	{"table", with("var t = [...]int{1, 2, 3, 4, 5}\n\nfunc f(n int) int { return t[n%5] }\n"), "4", "9", false},
	{"text", with("func f(n int) int { return int(\"abcdefgh\"[n%8]) }\n"), "defgh", "dXfgh", false},
	{"global", with("var k = 3\n\nfunc Set(n int) { k = n }\n\nfunc f(n int) int { return n * k }\n"), "k = 3", "k = 4", false},
	// The same bytes of code at another place of a variable.
	{"place", with("var k [4]int\n\nfunc Set(i, n int) { k[i] = n }\n\nfunc f(n int) int { return n * k[1] }\n"), "k[1]", "k[2]", false},
	// The same bytes of code and data, which the collector now looks at.
	{"pointers", with("type T = uintptr\n\nvar k [64]T\n\nvar none T\n\nfunc Use() (*[64]T, *T) { return &k, &none }\n\nfunc f(n int) int {\n\tif k[n&63] == none {\n\t\treturn n\n\t}\n\treturn 0\n}\n"), "uintptr", "*int", false},
	{"zero", with("var k [64]int\n\nfunc f(n int) int { return k[n&63] }\n"), "var k [64]int", "var k = [64]int{5: 1}", false},
	{"interface", with("type i interface{ M(int) int }\ntype a struct{}\ntype b struct{}\n\nfunc (a) M(n int) int { return n }\nfunc (b) M(n int) int { return n + 1 }\n\nvar all = []i{a{}, b{}}\n\nfunc f(n int) int { return all[n&1].M(n) }\n"),
		"n + 1", "n + 2", false},
	{"stringer", with("import \"fmt\"\n\ntype T int\n\nfunc (T) String() string { return \"x\" }\n\nfunc f(n int) int { return len(fmt.Sprint(T(n))) }\n"),
		`return "x"`, `return "yz"`, false},
	{"generic", with("type number interface{ ~int | ~float64 }\n\n//go:noinline\nfunc g[T number](x T) T { return x + 1 }\n\nfunc f(n int) int { return g(n) + int(g(float64(n))) }\n"),
		"x + 1", "x + 2", false},
	{"genericmethod", with("type adder interface{ Add(int) int }\ntype T struct{}\n\nfunc (T) Add(n int) int { return n + 1 }\n\n//go:noinline\nfunc g[A adder](a A, n int) int { return a.Add(n) }\n\nfunc f(n int) int { return g(T{}, n) }\n"),
		"n + 1", "n + 2", false},
	{"closure", with("var by = map[string]func(int) int{\"a\": func(n int) int { return n + 1 }}\n\nfunc f(n int) int { return by[\"a\"](n) }\n"),
		"n + 1", "n + 2", false},
	{"deferred", with("func f(n int) (r int) {\n\tdefer func() { r = n + 1 }()\n\treturn 0\n}\n"), "n + 1", "n + 2", false},
	{"init", with("var k int\n\nfunc init() { k = len(\"abc\") * 7 }\n\nfunc f(n int) int { return n * k }\n"), "* 7", "* 9", false},
	{"initofother", with("func f(n int) int { return n }\n\nvar K []byte\n\nfunc init() { K = make([]byte, 1<<10) }\n"), "1<<10", "1<<20", false},
	{"reflect", with("import \"reflect\"\n\ntype T struct{}\n\nfunc (T) Add(n int) int { return n + 1 }\n\nvar name = \"Add\"\n\nfunc f(n int) int {\n\treturn int(reflect.ValueOf(T{}).MethodByName(name).Call([]reflect.Value{reflect.ValueOf(n)})[0].Int())\n}\n"),
		"n + 1", "n + 2", false},
	{"reflectconstant", with("import \"reflect\"\n\ntype T struct{}\n\nfunc (T) Add(n int) int { return n + 1 }\n\nfunc f(n int) int {\n\treturn int(reflect.ValueOf(T{}).MethodByName(\"Add\").Call([]reflect.Value{reflect.ValueOf(n)})[0].Int())\n}\n"),
		"n + 1", "n + 2", false},
	{"reflectfield", with("import \"reflect\"\n\ntype Inner struct{}\n\nfunc (Inner) Add(n int) int { return n + 1 }\n\ntype T struct{ F []*Inner }\n\nvar t any = T{[]*Inner{{}}}\n\nfunc f(n int) int {\n\treturn int(reflect.ValueOf(t).Field(0).Index(0).MethodByName(\"Add\").Call([]reflect.Value{reflect.ValueOf(n)})[0].Int())\n}\n"),
		"n + 1", "n + 2", false},
	{"layout", with("type T struct{ a int8; b int64 }\n\nfunc f(n int) int { return len(make([]T, n&7)) }\n"), "a int8; b", "a int64; c, b", false},
	{"linkname", map[string]string{
		"p.go":        "package p\n\nimport _ \"unsafe\"\n\n//go:linkname g example.com/m/linkname/hidden.g\nfunc g(int) int\n\nfunc f(n int) int { return g(n) }\n",
		"p.s":         "",
		"p_test.go":   strings.Replace(test, "import \"testing\"", "import (\n\t\"testing\"\n\n\t_ \"example.com/m/linkname/hidden\"\n)", 1),
		"hidden/h.go": "package hidden\n\nimport _ \"unsafe\"\n\n//go:linkname g\nfunc g(n int) int { return n + 1 }\n",
	}, "n + 1", "n + 2", false},
	{"dependency", map[string]string{
		"p.go":      "package p\n\nimport \"example.com/m/dependency/dep\"\n\nfunc f(n int) int { return dep.G(n) }\n",
		"p_test.go": test, "dep/d.go": "package dep\n\n//go:noinline\nfunc G(n int) int { return n + 1 }\n",
	}, "n + 1", "n + 2", false},
	{"testmain", map[string]string{"p.go": "package p\n\nfunc f(n int) int { return n }\n",
		"p_test.go": test + "\nfunc TestMain(m *testing.M) { sink = 1; m.Run() }\n"}, "sink = 1", "sink = 2", false},
	{"godebug", map[string]string{"p.go": "package p\n\nfunc f(n int) int { return n }\n", "p_test.go": "//go:debug asynctimerchan=1\n" + test}, "asynctimerchan=1", "asynctimerchan=0", false},
	{"garbage", with("var Large [1 << 16]*int\n\nfunc f(n int) int { return n }\n\nfunc Use() *[1 << 16]*int { return &Large }\n"), "var Large [1 << 16]*int", "var Large, Larger [1 << 16]*int", false},
	{"goroutine", with("func f(n int) int { c := make(chan int); go func() { c <- n + 1 }(); return <-c }\n"), "n + 1", "n + 2", false},
	{"worker", with("import \"sync\"\n\ntype w interface{ do(int) int }\ntype several struct{}\n\nfunc (several) do(n int) int { var g sync.WaitGroup; g.Go(func() { n++ }); g.Wait(); return n }\n\nvar all = map[string]w{}\n\nfunc init() { all[\"a\"] = several{} }\n\nfunc f(n int) int { return all[\"a\"].do(n + 1) }\n"), "n + 1", "n + 2", false},
	{"processors", with("import \"runtime\"\n\nfunc f(n int) int { return runtime.GOMAXPROCS(0) + 1 }\n"), "+ 1", "+ 2", false},
	{"runparallel", map[string]string{"p.go": "package p\n\nfunc f(n int) int { return n + 1 }\n",
		"p_test.go": strings.Replace(test, "for range b.N {\n\t\tsink += f(b.N)\n\t}", "b.RunParallel(func(pb *testing.PB) { for pb.Next() { f(b.N) } })", 1)}, "n + 1", "n + 2", true},
	{"assembly", map[string]string{
		"p.go":      "package p\n\nfunc g() int\n\nfunc f(n int) int { return n + g() }\n",
		"p_amd64.s": "TEXT ·g(SB), 4, $0-8\n\tMOVQ $11, ret+0(FP)\n\tRET\n",
		"p_arm64.s": "TEXT ·g(SB), 4, $0-8\n\tMOVD $11, R0\n\tMOVD R0, ret+0(FP)\n\tRET\n",
		"p_test.go": test,
	}, "$11", "$12", false},
}

// several are the packages above whose benchmark does more than one thing at a
// time, or may.
var several = map[string]bool{"goroutine": true, "worker": true, "processors": true, "runparallel": true, "stringer": true, "reflect": true, "reflectconstant": true, "reflectfield": true}

func TestWhatCannotHaveChanged(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	var sides [2]string
	for side := range sides {
		sides[side] = t.TempDir()
		write := func(name, text string) {
			path := filepath.Join(sides[side], filepath.FromSlash(name))
			fixture.Check(t, os.MkdirAll(filepath.Dir(path), 0o777))
			fixture.Check(t, os.WriteFile(path, []byte(text), 0o666))
		}
		write("go.mod", "module example.com/m\n\ngo 1.24\n")
		for _, c := range changes {
			found := false
			for name, text := range c.file {
				found = found || strings.Contains(text, c.old)
				if side == 1 {
					text = strings.ReplaceAll(text, c.old, c.now)
				}
				write(c.name+"/"+name, text)
			}
			if !found {
				t.Fatalf("%s: nothing to change", c.name)
			}
		}
	}
	paths := lists.Map(changes, func(c change) string { return "example.com/m/" + c.name })
	all, err := proof.Open(context.Background(), child.GoCommand{Dir: sides[0], Temporary: t.TempDir()}, child.GoCommand{Dir: sides[1], Temporary: t.TempDir()}, paths, nil)
	fixture.Check(t, err)
	for _, c := range changes {
		tests := all["example.com/m/"+c.name]
		if difference := tests.Difference("BenchmarkX"); (difference == nil) != c.equal {
			t.Errorf("%s: difference %v, want equal %v", c.name, difference, c.equal)
		}
		if alone := tests.Alone("BenchmarkX"); alone == several[c.name] {
			t.Errorf("%s: does one thing at a time: %v", c.name, alone)
		}
	}
}
