package history_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// past generates the files of n commits in random order; dense is slower from the commit slow on.
func past(t *testing.T, n, slow int, cpu func(int) string) []*results.File {
	t.Helper()
	var files []*results.File
	for i := range n {
		at := (i*7 + 3) % n
		run := fixture.MadeUpRun{
			Impls: []string{"dense", "paged"}, Entities: []int{1000}, Samples: 6,
			Commit: fmt.Sprintf("%012x", 1000003*(at+1)), Date: fmt.Sprintf("2026-10-%02dT12:00:00+02:00", at+1), CPU: cpu(at),
		}
		if at >= slow {
			run.Slower = 1.2
		}
		f, err := results.Parse(strings.NewReader(string(run.Text())), fmt.Sprintf("%d.txt", i))
		fixture.Check(t, err)
		files = append(files, f)
	}
	return files
}

func TestBuildOrdersCommitsAndFindsTheStep(t *testing.T) {
	h := history.Build(past(t, 20, 12, func(int) string { return "one" }))
	if len(h.Commits) != 20 || !slices.IsSortedFunc(h.Commits, func(a, b report.Commit) int { return a.Date.Compare(b.Date) }) {
		t.Fatalf("%d commits, or not in order", len(h.Commits))
	}
	if want := fmt.Sprintf("%012x", 1000003*20)[:10]; h.Commits[19].Label != want {
		t.Errorf("the newest is %s, want %s", h.Commits[19].Label, want)
	}
	stepped := 0
	for _, s := range h.Series {
		if !strings.Contains(s.Label, "Iterate/impl=dense") {
			continue
		}
		stepped++
		if len(s.Steps) != 1 || s.Steps[0].Status != verdict.Regression || s.Steps[0].OldN != 12 || s.Steps[0].NewN != 8 || s.Steps[0].Effect.P > history.SplitLevel || s.Steps[0].At != 12 || math.Abs(math.Exp(s.Steps[0].Effect.Log)-1.2) > 0.02 {
			t.Errorf("%s: steps %v, want one of 1.2 at 12", s.Label, s.Steps)
		}
	}
	if stepped != 3 {
		t.Errorf("%d series of Iterate on dense, want 3", stepped)
	}
	if first := h.Series[0]; len(first.Steps) == 0 {
		t.Error("series with steps do not come first")
	}
}

// The samples of a commit form one point, in any number of files.
func TestFilesOfACommitAreOnePoint(t *testing.T) {
	one := func(int) string { return "one" }
	for _, s := range history.Build(append(past(t, 3, 99, one), past(t, 3, 99, one)...)).Series {
		if len(s.Points) != 3 || s.Points[1].Stat.N != 12 {
			t.Errorf("%s: %+v, want 3 points of 12 samples", s.Label, s.Points)
		}
	}
}

// Files of other programs identify the machine by the cpu line.
func TestMachinesOfOtherHarnesses(t *testing.T) {
	var files []*results.File
	for _, cpu := range []string{"cpu: Imaginary 1\n", "", "cpu: Imaginary 2\n", "cpu: Imaginary 1\n"} {
		f := fixture.Parse(t, cpu+"BenchmarkIterate/impl=dense-2 1 5 ns/op\n", "bench.txt")
		files = append(files, f)
	}
	if h := history.Build(files); !slices.Equal(h.Machines, []string{"Imaginary 1", "an unknown machine", "Imaginary 2"}) {
		t.Errorf("machines: %q", h.Machines)
	}
}

// A change of the machine is not a step.
func TestMachinesAreLookedAtApart(t *testing.T) {
	h := history.Build(past(t, 24, 99, func(at int) string { return []string{"slow", "fast"}[at/12] }))
	if len(h.Machines) != 2 {
		t.Fatalf("machines: %q", h.Machines)
	}
	files := past(t, 24, 12, func(at int) string { return []string{"slow", "fast"}[at/12] })
	for _, s := range history.Build(files).Series {
		if strings.Contains(s.Label, "Iterate/impl=dense") && len(s.Steps) != 0 {
			t.Errorf("%s: a step where the machine changed: %v", s.Label, s.Steps)
		}
	}
}

// Steps are in the order of the commits, for all machines.
func TestStepsOfMachinesAreInOrder(t *testing.T) {
	var files []*results.File
	late, early := past(t, 30, 20, func(int) string { return "late" }), past(t, 30, 9, func(int) string { return "early" })
	for i := range late {
		if (i*7+3)%30%2 == 0 { // the first commit is one of these
			files = append(files, late[i])
		} else {
			files = append(files, early[i])
		}
	}
	for _, s := range history.Build(files).Series {
		if strings.Contains(s.Label, "Iterate/impl=dense") && (len(s.Steps) != 2 || s.Steps[0].At != 9 || s.Steps[1].At != 20) {
			t.Errorf("%s: %v", s.Label, s.Steps)
		}
	}
}

// Cases without positive values have no history.
func TestCasesWithoutNumbersHaveNoHistory(t *testing.T) {
	f := fixture.Parse(t, "BenchmarkX/impl=dense/n=1-2 1 5 ns/op\nBenchmarkX/impl=soa/n=1-2 1 0 ns/op\n", "a.txt")
	h := history.Build([]*results.File{f})
	if len(h.Series) != 1 || !strings.Contains(h.Series[0].Key.Name, "impl=dense") || len(h.Series[0].Points) != 1 {
		t.Errorf("series %+v", h.Series)
	}
}

// clockedPast generates the files of 20 commits on a core that is 10% slower from the
// twelfth commit on, and sometimes within runs. Compute-bound cases keep their cycles,
// memory-bound ones their time; others are ambiguous. A true step is at the fifteenth
// commit.
func clockedPast(t *testing.T, withClock bool) []*results.File {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 9))
	var files []*results.File
	for at := range 20 {
		var text strings.Builder
		fmt.Fprintf(&text, "# ecsbench {\"format\":1,\"start\":\"2026-11-21T12:00:00Z\"}\n# env {\"cpu\":\"one\",\"cpus\":2,\"commit\":\"%012x\",\"commitTime\":\"2026-10-%02dT12:00:00Z\"}\n", at+1, at+1)
		for range 6 {
			for _, impl := range []string{"computes", "waits", "worsens", "either"} {
				clock := 3.5 * math.Exp(0.02*rng.NormFloat64())
				if impl == "either" {
					clock = 3.5
				}
				if at >= 12 {
					clock *= 0.9
				}
				ns := 10 * math.Exp(0.003*rng.NormFloat64())
				if impl != "waits" {
					ns *= 3.5 / clock
				}
				if impl == "worsens" && at >= 6 || impl == "either" && at >= 15 {
					ns *= 1.2
				}
				fmt.Fprintf(&text, "BenchmarkIterate/impl=%s/n=1000-2 1 %g ns/op %g ns/entity", impl, 1000*ns, ns)
				if withClock {
					fmt.Fprintf(&text, " %g cycles/entity %g clock-GHz", ns*clock, clock)
				}
				text.WriteString("\n")
			}
		}
		f, err := results.Parse(strings.NewReader(text.String()), fmt.Sprintf("%d.txt", at))
		fixture.Check(t, err)
		files = append(files, f)
	}
	return files
}

func TestAThrottledCoreIsNoStep(t *testing.T) {
	steps := func(h *history.History) map[string][]int {
		at := make(map[string][]int)
		for _, s := range h.Series {
			for _, step := range s.Steps {
				at[s.Impl] = append(at[s.Impl], step.At)
			}
		}
		return at
	}
	with, without := history.Build(clockedPast(t, true)), history.Build(clockedPast(t, false))
	if got := fmt.Sprint(steps(with)); got != "map[either:[15] worsens:[6]]" {
		t.Errorf("with the clock: steps %v", got)
	}
	if got := fmt.Sprint(steps(without)); got != "map[computes:[12] either:[12 15] worsens:[6 12]]" {
		t.Errorf("without it: steps %v, so that the test tells nothing", got)
	}
	var b bytes.Buffer
	if err := with.Verdict().WriteText(&b, verdict.Style{All: true}); err != nil || !strings.Contains(b.String(), "cycles in 2 cases, time in 1, both in 1 ambiguous case") {
		t.Errorf("%v\n%s", err, &b)
	}
	mixed := history.Build(append(clockedPast(t, true)[:10], clockedPast(t, false)[10:]...))
	b.Reset()
	if err := mixed.Verdict().WriteText(&b, verdict.Style{All: true}); err != nil || !strings.Contains(b.String(), "Some files do not record the core clock") || fmt.Sprint(steps(mixed)) != fmt.Sprint(steps(without)) {
		t.Errorf("%v, steps %v\n%s", err, steps(mixed), &b)
	}
}

// Constant counts have no steps, and a step has no false neighbours.
func TestConstantCountsHaveNoSteps(t *testing.T) {
	var files []*results.File
	for commit := range 30 {
		var b strings.Builder
		fmt.Fprintf(&b, "# env {\"commit\":\"%04d\",\"commitTime\":\"2026-01-%02dT00:00:00Z\"}\n", commit, commit+1)
		for c := range 200 {
			count := float64(100 + 9*c)
			if c == 7 && commit >= 11 {
				count *= 1.05
			}
			fmt.Fprintf(&b, "BenchmarkCase%d-2 1 %v ns/op\n", c, count)
		}
		f := fixture.Parse(t, b.String(), "x.txt")
		files = append(files, f)
	}
	v := history.Build(files).Verdict()
	if len(v.Comparisons) != 1 || v.Comparisons[0].Case != "Case7-2" || v.Comparisons[0].Since.Commit != "0011" {
		t.Errorf("steps %+v, want one of Case7-2 at 0011", v.Comparisons)
	}
}
