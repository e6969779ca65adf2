package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
	"github.com/ecsbench/ecsbench/worlds"
)

// A bench is a Measurer with a function instead of processes.
type bench struct {
	asked  []string
	answer func(r Request, nth int) Answer
	times  map[string]int
	stop   func()
	stopAt int
}

func (b *bench) Measure(ctx context.Context, r Request, _ time.Duration) (Answer, error) {
	if b.stop != nil && len(b.asked) == b.stopAt {
		b.stop()
		return Answer{}, ctx.Err()
	}
	key := r.Scenario + " " + r.Impl
	if b.times == nil {
		b.times = make(map[string]int)
	}
	b.asked = append(b.asked, key)
	b.times[key]++
	return b.answer(r, b.times[key]), nil
}

type watcher struct{ excepted []results.Exception }

func (w *watcher) Sampled(RunState) {}
func (w *watcher) Excepted(_ string, e results.Exception) {
	w.excepted = append(w.excepted, e)
}

func value(ns float64) Answer {
	return Answer{Iterations: 1, Noise: 1, Values: []results.Value{{Value: ns, Unit: "ns/op"}}}
}

func testPlan(t *testing.T, scenarios, impls string) Plan {
	t.Helper()
	p, err := NewPlan(profiles.Profile{Name: "t", ComponentTypes: 16, Systems: 1, Entities: []int{10}, Components: []int{2}, Axes: map[string][]int{"aged": {0}}}, scenarios, impls)
	fixture.Check(t, err)
	p.Seed = 1
	return p
}

func runPlan(t *testing.T, ctx context.Context, p Plan, earlier *results.File, m Measurer) (Outcome, *results.File, *watcher) {
	t.Helper()
	s, w := Begin(p, filepath.Join(t.TempDir(), "run.txt"), false), &watcher{}
	s.earlier = earlier
	file, outcome, err := s.Run(ctx, m, w)
	if interrupted, is := errors.AsType[*results.InterruptedError](err); is {
		file, err = results.Read(interrupted.Path)
	}
	fixture.Check(t, err)
	return outcome, file, w
}

func TestQuietCasesCloseEarlyAndNoisyOnesGetMore(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 1))
	b := &bench{answer: func(r Request, _ int) Answer {
		if r.Impl == "dense" {
			return value(100)
		}
		return value(100 * (1 + 0.2*noise.Float64()))
	}}
	outcome, _, _ := runPlan(t, context.Background(), testPlan(t, "iterate", "dense,hashmap,null"), &results.File{}, b)
	if outcome.Reason != Complete {
		t.Errorf("ended by %q", outcome.Reason)
	}
	if n := b.times["iterate dense"]; n != comparableSamples {
		t.Errorf("the quiet case has %d samples, want %d", n, comparableSamples)
	}
	if n := b.times["iterate null"]; n != statistics.MedianMinSamples {
		t.Errorf("the case that is ranked nowhere has %d samples, want %d", n, statistics.MedianMinSamples)
	}
	if n := b.times["iterate hashmap"]; n < 20 || n > MaxSamples {
		t.Errorf("the noisy case has %d samples", n)
	}
}

func TestCountMeasuresExactlySoManyRounds(t *testing.T) {
	p := testPlan(t, "iterate,physics", "dense,hashmap,paged")
	p.Rounds, p.Budget = 4, 1 // the budget is ignored
	b := &bench{answer: func(Request, int) Answer { return value(1) }}
	runPlan(t, context.Background(), p, &results.File{}, b)
	for key, n := range b.times {
		if n != 4 {
			t.Errorf("%s: %d samples, want 4", key, n)
		}
	}
	if len(b.times) != 6 {
		t.Errorf("%d cases, want 6", len(b.times))
	}
}

func TestSeedDecidesTheOrder(t *testing.T) {
	order := func(seed uint64) []string {
		p := testPlan(t, "iterate,physics,mixed", "dense,hashmap,paged")
		p.Rounds, p.Seed = 2, seed
		b := &bench{answer: func(Request, int) Answer { return value(1) }}
		runPlan(t, context.Background(), p, &results.File{}, b)
		return b.asked
	}
	if !slices.Equal(order(1), order(1)) {
		t.Error("one seed gives two orders")
	}
	if slices.Equal(order(1), order(2)) {
		t.Error("two seeds give one order")
	}
}

// A budget ends a run although some cases have no sample. They are measured when it is continued.
func TestBudgetEndsARunWithUnmeasuredCases(t *testing.T) {
	p := testPlan(t, "iterate,physics", "dense,hashmap")
	p.Budget = time.Hour
	synctest.Test(t, func(t *testing.T) {
		b := &bench{answer: func(Request, int) Answer {
			time.Sleep(p.Budget / 12)
			return value(1)
		}}
		outcome, file, w := runPlan(t, t.Context(), p, &results.File{}, b)
		if outcome.Reason != OutOfBudget || outcome.Elapsed != p.Budget || len(b.asked) != 12 || len(file.Cases) != 2 {
			t.Errorf("ended by %q in %v after %v", outcome.Reason, outcome.Elapsed, b.asked)
		}
		// Two cases need 6 samples more and two have none, with a first guess of their time.
		if outcome.Unmeasured != 2 || outcome.Cases != 4 || outcome.Enough < 2*p.Budget || outcome.Enough > 2*p.Budget+time.Minute {
			t.Errorf("%+v", outcome)
		}
		if len(file.Failed) != 2 || !file.Failed[0].Late || file.Failed[1].Reason != "the budget of 1h ended" || len(w.excepted) != 0 {
			t.Errorf("the file has %+v, reported are %v", file.Failed, w.excepted)
		}
		outcome, file, _ = runPlan(t, t.Context(), p, file, b)
		if outcome.Unmeasured != 0 || outcome.Samples != 12 || len(file.Cases) != 2 {
			t.Errorf("continued: %+v, %d cases", outcome, len(file.Cases))
		}
	})
}

// A budget that ends early leaves complete tables: those of the scenarios named first.
func TestBudgetMeasuresOneTableAfterTheOther(t *testing.T) {
	for seed := range uint64(5) {
		p := testPlan(t, "physics,iterate,mixed", "dense,hashmap,paged")
		p.Budget, p.Seed = time.Hour, seed
		synctest.Test(t, func(t *testing.T) {
			b := &bench{answer: func(Request, int) Answer {
				time.Sleep(p.Budget / (6 * statistics.MedianMinSamples))
				return value(1)
			}}
			_, file, _ := runPlan(t, t.Context(), p, &results.File{}, b)
			if len(file.Cases) != 6 {
				t.Errorf("seed %d: %d cases have a sample, want 6", seed, len(file.Cases))
			}
			for i, c := range file.Cases {
				if n := len(c.In("ns/op")); n != statistics.MedianMinSamples {
					t.Errorf("seed %d: %s has %d samples", seed, c.Name, n)
				}
				if want := []string{"Physics/", "Iterate/"}[i/3]; !strings.HasPrefix(c.Name, want) {
					t.Errorf("seed %d: case %d is %s, want one of %s", seed, i, c.Name, want)
				}
			}
		})
	}
}

// The first size of all scenarios comes before the second one.
func TestEveryScenarioComesBeforeTheNextSize(t *testing.T) {
	p := testPlan(t, "physics,iterate", "dense,paged")
	p.Profile.Entities, p.Precision = []int{20, 10}, 0.5
	var order []string
	b := &bench{answer: func(r Request, _ int) Answer {
		if group := fmt.Sprint(r.Scenario, " ", r.Entities); !slices.Contains(order, group) {
			order = append(order, group)
		}
		return value(1)
	}}
	runPlan(t, t.Context(), p, &results.File{}, b)
	if want := []string{"physics 10", "iterate 10", "physics 20", "iterate 20"}; !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
}

// Promised samples are taken after the end of the budget. Time that is left before it goes to
// the precision.
func TestPromisedSamplesOutlastTheBudget(t *testing.T) {
	for name, test := range map[string]struct {
		perSample time.Duration
		samples   int // of each case
	}{
		"an idle machine": {time.Millisecond, comparableSamples},
		"a slow machine":  {time.Second, statistics.MedianMinSamples},
		"a slower one":    {time.Minute, statistics.MedianMinSamples},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := testPlan(t, "iterate,physics", "dense,hashmap")
			p.Budget, p.AtLeast = 3*time.Second, statistics.MedianMinSamples
			b := &bench{answer: func(Request, int) Answer {
				time.Sleep(test.perSample)
				return value(1)
			}}
			outcome, _, _ := runPlan(t, t.Context(), p, &results.File{}, b)
			for key, n := range b.times {
				if n != test.samples {
					t.Errorf("%s: %s has %d samples, want %d", name, key, n, test.samples)
				}
			}
			if want := time.Duration(4*test.samples) * test.perSample; len(b.times) != 4 || outcome.Reason != Complete || outcome.Elapsed != want || outcome.Unmeasured != 0 {
				t.Errorf("%s: %+v", name, outcome)
			}
		})
	}
}

// A case whose first sample hangs leaves half of the time to the others.
func TestASlowCaseDoesNotDisplaceOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPlan(t, "iterate", "dense,hashmap,paged")
		p.Budget = time.Minute
		b := &hangingBench{bench{answer: func(Request, int) Answer {
			time.Sleep(100 * time.Millisecond)
			return value(1)
		}}}
		outcome, _, _ := runPlan(t, t.Context(), p, &results.File{}, b)
		if outcome.Reason != OutOfBudget || outcome.Elapsed != p.Budget || outcome.Unmeasured != 1 {
			t.Errorf("%+v", outcome)
		}
		if b.times["iterate dense"] != comparableSamples || b.times["iterate paged"] != comparableSamples {
			t.Errorf("samples: %v", b.times)
		}
	})
}

// A hangingBench never answers for hashmap.
type hangingBench struct{ bench }

func (b *hangingBench) Measure(ctx context.Context, r Request, limit time.Duration) (Answer, error) {
	if r.Impl == "hashmap" {
		<-ctx.Done()
		return Answer{}, ctx.Err()
	}
	return b.bench.Measure(ctx, r, limit)
}

// failing fails hashmap at its nth sample and does not support paged.
func failing(at int) func(r Request, nth int) Answer {
	return func(r Request, nth int) Answer {
		switch {
		case r.Impl == "hashmap" && nth == at:
			return Answer{Failed: "it broke"}
		case r.Impl == "paged":
			return Answer{Unsupported: "not with me"}
		}
		return value(1)
	}
}

func TestFailuresCloseACase(t *testing.T) {
	b := &bench{answer: failing(3)}
	_, file, w := runPlan(t, context.Background(), testPlan(t, "iterate", "dense,hashmap,paged"), &results.File{}, b)
	if b.times["iterate hashmap"] != 3 || b.times["iterate paged"] != 1 || b.times["iterate dense"] != comparableSamples {
		t.Errorf("samples: %v", b.times)
	}
	if len(w.excepted) != 2 || len(file.Failed) != 1 || len(file.Unsupported) != 1 || file.Failed[0].Reason != "it broke" {
		t.Errorf("exceptions: %v, failed %v, unsupported %v", w.excepted, file.Failed, file.Unsupported)
	}
}

func TestPriorSamplesAreNotMeasuredAgain(t *testing.T) {
	p := testPlan(t, "iterate", "dense,hashmap,paged")
	p.Rounds = 5
	ctx, cancel := context.WithCancel(context.Background())
	first := &bench{answer: func(Request, int) Answer { return value(1) }, stop: cancel, stopAt: 7}
	outcome, file, _ := runPlan(t, ctx, p, &results.File{}, first)
	if outcome.Reason != Interrupted {
		t.Fatalf("ended by %q", outcome.Reason)
	}
	second := &bench{answer: func(Request, int) Answer { return value(1) }}
	runPlan(t, context.Background(), p, file, second)
	if got := len(first.asked) + len(second.asked); got != 15 {
		t.Errorf("%d samples in both sessions, want 15", got)
	}
}

func TestFailedCasesAreTriedAgain(t *testing.T) {
	p := testPlan(t, "iterate", "dense,hashmap,paged")
	p.Rounds = 3
	first := &bench{answer: failing(2)}
	_, file, _ := runPlan(t, context.Background(), p, &results.File{}, first)
	second := &bench{answer: func(Request, int) Answer { return value(1) }}
	runPlan(t, context.Background(), p, file, second)
	if len(second.asked) != 2 || second.times["iterate hashmap"] != 2 {
		t.Errorf("measured again: %v", second.asked)
	}
}

func TestLongReasonsAreShortened(t *testing.T) {
	b := &bench{answer: func(r Request, nth int) Answer { return Answer{Failed: strings.Repeat("é", 1<<16)} }}
	_, file, _ := runPlan(t, context.Background(), testPlan(t, "iterate", "dense"), &results.File{}, b)
	if len(file.Failed) != 1 || !strings.HasPrefix(file.Failed[0].Reason, "ééé") || strings.ContainsRune(file.Failed[0].Reason, utf8.RuneError) {
		t.Errorf("failed: %v", file.Failed)
	}
}

// A shellWorker counts its starts and runs something else the first times.
func shellWorker(t *testing.T, times int, something string) (p Process, started func() int) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no signals on Windows")
	}
	count := filepath.Join(t.TempDir(), "count")
	script := `echo >> "$1"; if [ $(wc -l < "$1") -le $2 ]; then ` + something + `; fi; echo '{"iterations":7}'`
	p = Process{Program: "sh", Args: []string{"-c", script, "worker", count, strconv.Itoa(times)}}
	return p, func() int {
		text, _ := os.ReadFile(count)
		return strings.Count(string(text), "\n")
	}
}

func TestStoppedWorkersAreRetried(t *testing.T) {
	for _, test := range []struct {
		name, something string
		times, started  int
		failed          string
	}{
		{"killed twice", "kill -KILL $$", 2, 3, ""},
		{"killed always", "kill -KILL $$", 99, 3, "worker: signal: killed, 3 times in a row"},
		{"terminated once", "kill -TERM $$", 1, 2, ""},
		{"stopped once", "kill -STOP $$", 1, 2, ""},
		{"stopped always", "kill -STOP $$", 99, 2, "no answer within 5s: the worker was killed (more time with --timeout), 2 times in a row"},
		{"broken", "exit 7", 99, 1, "worker: exit status 7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, started := shellWorker(t, test.times, test.something)
			timeout := time.Minute
			if strings.HasPrefix(test.name, "stopped") {
				fixture.CI(t)
				timeout = 5 * time.Second
			}
			a, err := p.Measure(context.Background(), Request{}, timeout)
			if err != nil || a.Failed != test.failed || a.Failed == "" && a.Iterations != 7 {
				t.Errorf("got %+v, %v", a, err)
			}
			if n := started(); n != test.started {
				t.Errorf("started %d times, want %d", n, test.started)
			}
		})
	}
}

func TestWorkerOutputIsLimited(t *testing.T) {
	p, _ := shellWorker(t, 99, "yes | head -c 20000000; exit 0")
	a, err := p.Measure(context.Background(), Request{}, time.Minute)
	if err != nil || a.Failed != "worker: it printed more than 16 MB" {
		t.Errorf("got %v, %v", a, err)
	}
}

func TestScarceTimePrefersCasesItCanFinish(t *testing.T) {
	s := &schedule{plan: Plan{Precision: 0.02, Seed: 1}}
	track := func(name string, perSample time.Duration, spread float64, n int) *track {
		tr := &track{Case: Case{Name: name}, spent: perSample * time.Duration(n), precision: math.Inf(1)}
		for i := range n {
			tr.add(value(100 * (1 + spread*float64(i%3-1))).Values)
		}
		return tr
	}
	s.tracks = append(s.tracks,
		track("cheap", time.Millisecond, 0.03, 8),
		track("dear", time.Second, 0.3, 8),
		track("hopeless", 30*time.Second, 0, 1),
		track("precise", time.Second, 0, 6),
		track("finished", time.Second, 0, comparableSamples),
	)
	for _, tt := range []struct {
		budget, remaining time.Duration
		want              []string
		why               string
	}{
		{40 * time.Second, 10 * time.Millisecond, []string{"cheap"}, "nothing is left for dear"},
		{40 * time.Second, 5 * time.Second, []string{"cheap", "dear"},
			"hopeless would take more than twenty times its share of the budget, so that precision comes before it"},
		{40 * time.Second, time.Minute, []string{"cheap", "dear", "precise"}, "it waits even while there is time for it"},
		{2 * time.Second, time.Hour, []string{"cheap"}, "dear and precise would take more than twenty times their share too"},
		{time.Hour, time.Hour, []string{"hopeless"}, "there is time for its interval"},
		{time.Hour, 0, nil, "the budget has ended"},
	} {
		s.plan.Budget = tt.budget
		var names []string
		for _, tr := range s.next(tt.remaining, true) {
			names = append(names, tr.Name)
		}
		slices.Sort(names)
		if !slices.Equal(names, tt.want) {
			t.Errorf("with %v left the round measures %v, want %v: %s", tt.remaining, names, tt.want, tt.why)
		}
	}
	s.plan.Budget = 40 * time.Second
	s.tracks = append(s.tracks[2:3:3], s.tracks[4]) // hopeless and finished
	if list := s.next(time.Minute, true); len(list) != 1 || list[0].Name != "hopeless" {
		t.Errorf("nothing but hopeless is open, and the round measures %d cases", len(list))
	}
}

func TestWorkerThatCannotStartIsAnError(t *testing.T) {
	p := Process{Program: filepath.Join(t.TempDir(), "nothing")}
	if _, err := p.Measure(context.Background(), Request{}, time.Second); err == nil || !strings.Contains(err.Error(), "start worker") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Measure(ctx, Request{}, time.Second); err == nil {
		t.Error("a cancelled measurement returned no error")
	}
	if _, err := (Process{Program: "go", Args: []string{"version"}}).Measure(ctx, Request{}, time.Second); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Each scenario verifies its work for all implementations that support it. There is one, or a
// question for libraries. Not parallel, because some scenarios measure the heap.
func TestWorkVerifies(t *testing.T) {
	for _, s := range scenarios.All() {
		var did []string
		for _, impl := range []string{"dense", "soa", "null"} {
			p := testPlan(t, s.Name, impl)
			p.Profile.ComponentTypes = 32
			cases, err := p.Cases()
			fixture.Check(t, err)
			r := cases[0].Request
			r.MinTime = time.Millisecond
			a := Work(r)
			if strings.HasPrefix(a.Unsupported, impl+" ") { // names the missing feature
				continue
			}
			did = append(did, impl)
			if a.Failed != "" || a.Unsupported != "" || len(a.Values) == 0 || a.Values[0].Value <= 0 && impl != "null" && results.UnitNamed(a.Values[0].Unit).Least == 0 { // what may be nothing has a least
				t.Errorf("%s %s: %+v", s.Name, impl, a)
			}
		}
		if !slices.Contains(did, "dense") && !slices.Contains(did, "soa") && !slices.Contains(worlds.Questions(), s.Name) {
			t.Errorf("%s: only %v can do it", s.Name, did)
		}
	}
}

// clocked is a sample at this clock.
func clocked(ns, gigahertz float64) Answer {
	return Answer{Iterations: 1, Values: []results.Value{
		{Value: ns, Unit: "ns/op"}, {Value: ns * gigahertz, Unit: results.UnitCycles}, {Value: gigahertz, Unit: results.UnitClock},
	}}
}

// The clock changes by 10%. Core-bound work closes by its cycles, memory-bound work by
// its time.
func TestLessNoisyMetricClosesACase(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 1))
	b := &bench{answer: func(r Request, _ int) Answer {
		gigahertz := 3 * (1 + 0.1*noise.Float64())
		switch r.Impl {
		case "dense":
			return clocked(300/gigahertz, gigahertz)
		case "hashmap":
			return clocked(100, gigahertz)
		}
		return clocked(100*(1+0.2*noise.Float64()), gigahertz)
	}}
	outcome, _, _ := runPlan(t, context.Background(), testPlan(t, "iterate", "dense,hashmap,paged"), &results.File{}, b)
	if b.times["iterate dense"] != comparableSamples || b.times["iterate hashmap"] != comparableSamples || b.times["iterate paged"] <= comparableSamples {
		t.Errorf("samples: %v", b.times)
	}
	if slices.ContainsFunc(outcome.Conditions, func(c results.Condition) bool { return c.Name == "clock of the core" }) {
		t.Errorf("conditions: %v", outcome.Conditions)
	}
}

func TestUnreadableClockIsReportedOnce(t *testing.T) {
	b := &bench{answer: func(r Request, _ int) Answer {
		if r.Impl == "dense" {
			return value(1)
		}
		return clocked(1, 3)
	}}
	outcome, _, _ := runPlan(t, context.Background(), testPlan(t, "iterate", "dense,hashmap"), &results.File{}, b)
	if i := slices.IndexFunc(outcome.Conditions, func(c results.Condition) bool { return c.Name == "clock of the core" }); i < 0 ||
		!outcome.Conditions[i].Warning() || !strings.Contains(outcome.Conditions[i].State, "in 12 of 24 samples") {
		t.Errorf("conditions: %v", outcome.Conditions)
	}
}

func TestAResumedCaseKeepsItsCycles(t *testing.T) {
	p := testPlan(t, "iterate", "dense")
	p.Rounds = comparableSamples
	b := &bench{answer: func(_ Request, nth int) Answer { return clocked(3/float64(nth), float64(nth)) }}
	_, file, _ := runPlan(t, context.Background(), p, &results.File{}, b)
	p.Rounds = 0
	again := &bench{answer: b.answer}
	runPlan(t, context.Background(), p, file, again)
	if len(again.asked) != 0 {
		t.Errorf("%d samples more of a case whose cycles are known", len(again.asked))
	}
}
