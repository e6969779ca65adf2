package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report"
)

// Each program has the same weight in a case of several programs. Files of one program are pooled
// whole.
func TestProgramsHaveTheSameWeight(t *testing.T) {
	file := func(program, name string, n int) string {
		return `# env {"os":"linux","arch":"amd64","cpu":"one","cpus":2,"binary":"` + program + "\"}\n" + lines(name, 2, n)
	}
	const name, other = "Iterate/impl=dense/n=10-2", "Iterate/impl=paged/n=10-2"
	for _, test := range []struct {
		what            string
		files           []string
		counted, unused int
		last            int // place of the last sample
	}{
		{"one file", []string{file("a", name, 30)}, 30, 0, 29},
		{"files of one program", []string{file("a", name, 30), file("a", name, 25)}, 55, 0, 54},
		{"files without programs", []string{lines(name, 2, 30), lines(name, 2, 25)}, 55, 0, 54},
		{"two programs", []string{file("a", name, 30), file("b", name, 12)}, 32, 10, 41},
		{"two files of two programs", []string{file("a", name, 15), file("b", name, 25), file("a", name, 15)}, 40, 15, 44},
		{"different cases", []string{file("a", name, 30), file("b", other, 25)}, 30, 0, 29},
		{"two machines", []string{"cpu: one\n" + file("a", name, 30), "cpu: two\n" + file("b", name, 25)}, 30, 0, 29},
	} {
		r := parse(t, test.files...)
		c := r.Cases[0]
		if n := c.Main().N; n != test.counted || len(c.Order) != n || slices.Max(c.Order) != test.last || r.Unused != test.unused {
			t.Errorf("%s: %d samples, the last at %d, and %d unused; want %d, %d and %d", test.what, n, slices.Max(c.Order), r.Unused, test.counted, test.last, test.unused)
		}
		total := 0
		for _, f := range test.files {
			total += strings.Count(f, "Benchmark")
		}
		if r.Samples+r.Unused != total || (r.Balance() == "") != (test.unused == 0) {
			t.Errorf("%s: %d samples and %d unused of %d: %s", test.what, r.Samples, r.Unused, total, r.Balance())
		}
	}
	r := parse(t, file("a", name, 30), file("b", name, 12))
	const want = "If several programs have a case, the first 20 samples of each count; 10 of 42 samples are left out."
	if more := r.Figures()[0].More; r.Balance() != want || !strings.HasSuffix(more, want) {
		t.Errorf("%s\n%s", r.Balance(), more)
	}
}

// Of a unit that some samples lack, only the values of the samples that count are used.
func TestUnitsOfTheSamplesThatCount(t *testing.T) {
	const env = "# env {\"binary\":\"a\"}\n"
	bytes := strings.Repeat("BenchmarkX/impl=dense-2 1 2 ns/op\n", 15) + strings.Repeat("BenchmarkX/impl=dense-2 1 2 ns/op 7 B/op\n", 15)
	r := parse(t, env+bytes, strings.Replace(env, "a", "b", 1)+lines("X/impl=dense-2", 2, 6))
	if c := r.Cases[0]; c.Main().N != 26 || c.Stats["B/op"].N != 5 {
		t.Errorf("%d times and %d sizes", c.Main().N, c.Stats["B/op"].N)
	}
}

// Samples with one order of functions share the places of their loops. A difference within the spread
// over orders is none, however many samples there are.
func TestOrdersOfFunctionsCountOnce(t *testing.T) {
	file := func(orders string, ecs float64) string {
		text := `# impl {"name":"ark"` + orders + "}\n" + `# impl {"name":"ecs"` + orders + "}\n"
		for range 10 {
			text += samples("Iterate/impl=ark/n=10-2", 1, 1.001, 1.002, 1.003, 1.004, 1.3)
			text += samples("Iterate/impl=ecs/n=10-2", ecs, ecs+0.001, ecs+0.002, ecs+0.003, ecs+0.004, ecs+0.005)
		}
		return text
	}
	for _, test := range []struct {
		orders  string
		ecs     float64
		differs bool
	}{{"", 1.02, true}, {`,"orders":6`, 1.02, false}, {`,"orders":6`, 1.4, true}} {
		cases := parse(t, file(test.orders, test.ecs)).Cases
		if slower := cases[slices.IndexFunc(cases, func(c *report.Entry) bool { return c.Impl.Name == "ecs" })]; slower.Differs() != test.differs || slower.Tied == test.differs || slower.Main().N != 60 {
			t.Errorf("%+v: p %g, tied %v, %d samples", test, slower.P, slower.Tied, slower.Main().N)
		}
	}
}
