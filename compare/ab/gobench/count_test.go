package gobench

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/compare/instructions"
	"github.com/ecsbench/ecsbench/profiler/cachegrind"
)

// What base does a hundred times, head does a hundred and one times.
func worker(times string) map[string]string {
	return map[string]string{
		"work.go": "package m\n\n//go:noinline\nfunc step(x int) int {\n\tfor range 50 {\n\t\tx ^= x << 3\n\t}\n\treturn x\n}\n\nfunc work(x int) int {\n\tfor range " + times + " {\n\t\tx = step(x)\n\t}\n\treturn x\n}\n",
		"m_test.go": `package m

import (
	"os/exec"
	"testing"
)

func BenchmarkWork(b *testing.B) {
	for range b.N {
		sink = work(sink)
	}
}

func BenchmarkForks(b *testing.B) {
	for range b.N {
		if err := exec.Command("true").Run(); err != nil {
			b.Fatal(err)
		}
	}
}

var sink = 1
`,
	}
}

// One percent of work more in one of two benchmarks.
func TestWork(t *testing.T) {
	t.Setenv("GOFLAGS", flags) // lines are known by the debugger's information
	ctx := context.Background()
	s := open(t, newModule(t, worker("100"), worker("101")), "HEAD~1", "HEAD", ".")
	inv, err := s.Inventory(ctx, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if common, proved := names(inv.Common), names(inv.Proved); !slices.Equal(common, []string{"Work"}) || !slices.Equal(proved, []string{"Forks"}) {
		t.Errorf("to be measured %q, and cannot have changed %q", common, proved)
	}
	t.Run("is counted", func(t *testing.T) { counts(t, s) })
	t.Run("is where the samples are", func(t *testing.T) { profiles(t, s) })
}

func counts(t *testing.T, s *Source) {
	ctx := context.Background()
	if _, err := cachegrind.Find(ctx); err != nil {
		t.Skip(err)
	}
	// How often counts are repeated where they vary is tested in package
	// instructions; here each is taken once, and is long instead.
	const operations = 5000
	count := func(side ab.Side) instructions.Count {
		counted := map[int]*cachegrind.Counts{}
		return func(ctx context.Context, operations int) (c *cachegrind.Counts, err error) {
			if counted[operations] == nil {
				counted[operations], err = s.Count(ctx, ab.Case{Group: "example.com/m", Name: "Work"}, side, operations)
			}
			return counted[operations], err
		}
	}
	c, err := instructions.Compare(ctx, count(ab.Base), count(ab.Head), operations)
	if err != nil {
		t.Fatal(err)
	}
	if c.Finding != instructions.More || math.Abs(c.Change-0.01) > 0.003 {
		t.Errorf("%+v", c)
	}
	if len(c.Grown) == 0 || c.Grown[0].Function != "m.step" || c.Grown[0].File != "example.com/m/work.go" || c.Grown[0].Line < 4 || c.Grown[0].Line > 9 {
		t.Errorf("grown: %+v", c.Grown)
	}
	// step grew most, but only since work calls it more often.
	causes := s.Explain(ctx, c.Grown, c.Head-c.Base)
	if len(causes) == 0 || causes[0].Function != "m.work" || causes[0].Where.File != "sub/mod/work.go" || len(causes[0].Commits) != 1 {
		t.Errorf("causes: %+v", causes)
	}
	for _, c := range causes[1:] { // none of them was changed
		if len(c.Commits) > 0 {
			t.Errorf("%s is said to be changed by %v", c.Function, c.Commits)
		}
	}
	if _, err := s.Count(ctx, ab.Case{Group: "example.com/m", Name: "Forks"}, ab.Base, 1); !errors.Is(err, cachegrind.ErrChildren) {
		t.Errorf("a benchmark that starts processes: %v", err)
	}
}

func profiles(t *testing.T, s *Source) {
	lines, period, err := s.Sample(context.Background(), ab.Case{Group: "example.com/m", Name: "Work"}, ab.Head, 40_000)
	if err != nil {
		t.Fatal(err)
	}
	by, all := map[string]int64{}, int64(0)
	for line, ns := range lines {
		by[line.Function] += ns
		all += ns
	}
	if by["m.step"] < all/2 || all < int64(period) {
		t.Errorf("a sample every %v: %v", period, by)
	}
}

// TestWhatIsInterruptedWasExecuting: the run-time's interruption is in no line of
// its own, however busy the machine.
func TestWhatIsInterruptedWasExecuting(t *testing.T) {
	at := func(names ...string) *profile.Location {
		l := &profile.Location{}
		for i, name := range names {
			l.Line = append(l.Line, profile.Line{Function: &profile.Function{Name: name}, Line: int64(10 + i)})
		}
		return l
	}
	for _, test := range []struct {
		stack []*profile.Location
		want  string
	}{
		{[]*profile.Location{at("m.work"), at("m.Benchmark")}, "m.work"},
		{[]*profile.Location{at("m.inlined", "m.work"), at("m.Benchmark")}, "m.inlined"},
		{[]*profile.Location{at("runtime.asyncPreempt"), at("m.inlined", "m.work")}, "m.inlined"},
		{[]*profile.Location{at("runtime.asyncPreempt2"), at("runtime.asyncPreempt"), at("m.work")}, "m.work"},
		{[]*profile.Location{{}, at("m.work")}, "m.work"},
		{nil, ""},
		{[]*profile.Location{at("runtime.asyncPreempt")}, ""},
	} {
		got, known := executing(&profile.Sample{Location: test.stack})
		if known != (test.want != "") || known && got.Function.Name != test.want {
			t.Errorf("of %v the line of %+v was executing, want %s", test.stack, got.Function, test.want)
		}
	}
}
