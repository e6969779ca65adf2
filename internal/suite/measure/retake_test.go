package measure

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// noisy is a sample that is disturbed and slower if the noise exceeds the limit.
func noisy(noise float64) Answer {
	a := value(100 * max(1, noise))
	a.Noise, a.Disturbed = noise, noise > timing.QuietNoise
	return a
}

func TestDisturbedSamplesAreTakenAgain(t *testing.T) {
	p := testPlan(t, "iterate", "dense,paged")
	p.Rounds = 12
	b := &bench{answer: func(r Request, n int) Answer {
		if r.Impl == "dense" && n%3 > 0 {
			return noisy(1.3 + float64(n%7)/100)
		}
		return noisy(1)
	}}
	outcome, file, _ := runPlan(t, t.Context(), p, &results.File{}, b)
	if n := b.times["iterate dense"]; n != 36 || b.times["iterate paged"] != 12 {
		t.Errorf("%v samples were taken, want 36 and 12", b.times)
	}
	for _, c := range file.Cases {
		for _, v := range c.In("ns/op") {
			if len(c.In("ns/op")) != 12 || v != 100 {
				t.Errorf("%s: %v", c.Name, c.Series)
			}
		}
	}
	if n := outcome.Noise; n != (results.Noise{Quiet: 24, Disturbed: 24}) || len(file.Disturbed) != 24 || len(outcome.noiseWarnings()) != 0 {
		t.Errorf("%+v, %d in the file, %v", n, len(file.Disturbed), outcome.Conditions)
	}
	if outcome.Samples != 48 || outcome.Counted != 24 || outcome.Counted != len(file.Lines) {
		t.Errorf("%d samples, %d count, %d in the file; want 48, 24 and 24", outcome.Samples, outcome.Counted, len(file.Lines))
	}
	if d := file.Disturbed[0]; d.Noise < 1.3 || d.Values[0].Value < 130 || d.Iterations != 1 {
		t.Errorf("%+v", d)
	}
}

func (o Outcome) noiseWarnings() (list []string) {
	for _, c := range o.Conditions {
		if c.Name == "quiet moments" {
			list = append(list, c.State)
		}
	}
	return list
}

func TestSamplesOfFailedCasesDoNotCount(t *testing.T) {
	p := testPlan(t, "iterate", "dense,paged")
	p.Rounds = 6
	b := &bench{answer: func(r Request, n int) Answer {
		if r.Impl == "dense" && n == 3 {
			return Answer{Failed: "crashed"}
		}
		return noisy(1)
	}}
	outcome, file, _ := runPlan(t, t.Context(), p, &results.File{}, b)
	if r := report.Build([]*results.File{file}, report.Catalogue{}); len(file.Failed) != 1 || outcome.Counted != 6 || r.Samples != 6 || r.Lines < 8 {
		t.Errorf("%d failed, %d samples count, %d in the report of %d lines", len(file.Failed), outcome.Counted, r.Samples, r.Lines)
	}
}

// A machine that is never quiet yields the requested number of samples, the least
// disturbed ones, and one warning.
func TestAMachineThatIsNeverQuiet(t *testing.T) {
	for name, change := range map[string]func(*Plan){
		"rounds":   func(p *Plan) { p.Rounds = 12 },
		"no limit": func(*Plan) {},
		"budget":   func(p *Plan) { p.Budget = 300 * time.Millisecond },
	} {
		synctest.Test(t, func(t *testing.T) {
			p := testPlan(t, "iterate", "dense,paged")
			change(&p)
			b := &bench{answer: func(_ Request, n int) Answer {
				if p.Budget > 0 {
					time.Sleep(10 * time.Millisecond)
				}
				return noisy(1.2 + float64(n*7%10)/10)
			}}
			outcome, file, _ := runPlan(t, t.Context(), p, &results.File{}, b)
			if len(file.Cases) != 2 || len(outcome.noiseWarnings()) != 1 {
				t.Fatalf("%s: %d cases, warnings %v", name, len(file.Cases), outcome.noiseWarnings())
			}
			accepted := 0
			for _, c := range file.Cases {
				n := len(c.In("ns/op"))
				accepted += n
				if p.Rounds > 0 && n != p.Rounds || n < statistics.MedianMinSamples {
					t.Errorf("%s: %s has %d samples", name, c.Name, n)
				}
				if m := statistics.MedianOf(c.In("ns/op")).Center; m > 150 {
					t.Errorf("%s: the median of the accepted samples is %g", name, m)
				}
			}
			if n := outcome.Noise; n.Accepted != accepted || n.Quiet != 0 || len(file.Accepted) != accepted || len(file.Disturbed) != n.Disturbed-accepted {
				t.Errorf("%s: %+v, in the file %d accepted and %d disturbed", name, n, len(file.Accepted), len(file.Disturbed))
			}
		})
	}
}

// If the budget is too short for the promised samples, disturbed ones count at once.
func TestRetakesGiveUpWhenTimeIsShort(t *testing.T) {
	for name, test := range map[string]struct {
		budget  time.Duration
		atMost  int // samples of a case
		atLeast int
	}{
		"time enough": {time.Hour, MaxSamples, 12},
		"no time":     {time.Millisecond, 6, 6},
		"some time":   {time.Second, 12, 6},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := testPlan(t, "iterate,physics", "dense,paged")
			p.Budget, p.AtLeast = test.budget, statistics.MedianMinSamples
			b := &bench{answer: func(_ Request, n int) Answer {
				time.Sleep(40 * time.Millisecond)
				return noisy(1.2 + float64(n*7%10)/10)
			}}
			_, file, _ := runPlan(t, t.Context(), p, &results.File{}, b)
			for _, c := range file.Cases {
				if n := len(c.In("ns/op")); n < statistics.MedianMinSamples {
					t.Errorf("%s: %s has %d samples", name, c.Name, n)
				}
			}
			for key, n := range b.times {
				if n < test.atLeast || name != "time enough" && n > test.atMost {
					t.Errorf("%s: %s was measured %d times", name, key, n)
				}
			}
		})
	}
}

// With a budget every case gets its first sample before a disturbed one is taken again, however busy
// the machine is. If the budget has time for the first samples of an interval, all cases have them.
func TestFirstSamplesComeBeforeRetakes(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 3))
		p := testPlan(t, "iterate,physics,mixed,create"[:[]int{7, 15, 21, 28}[random.IntN(4)]], "dense,hashmap,paged")
		p.Seed, p.Precision = seed, 0.5
		if random.IntN(3) == 0 {
			p.AtLeast = statistics.MedianMinSamples
		}
		cases, err := p.Cases()
		fixture.Check(t, err)
		busy, took := random.Float64(), make(map[string]time.Duration)
		first := time.Duration(0) // time of the first samples of all intervals
		key := func(r Request) string { return r.Scenario + " " + r.Impl }
		for _, c := range cases {
			took[key(c.Request)] = time.Duration(10+random.IntN(40)) * time.Millisecond
			first += statistics.MedianMinSamples * took[key(c.Request)]
		}
		p.Budget = time.Duration((0.3 + 3*random.Float64()) * float64(first))
		synctest.Test(t, func(t *testing.T) {
			b, quiet := &bench{}, make(map[string]int)
			b.answer = func(r Request, n int) Answer {
				retake := n > statistics.MedianMinSamples && quiet[key(r)] < statistics.MedianMinSamples
				if retake && len(b.times) < len(cases) {
					t.Errorf("seed %d: %s is taken again, and %d of %d cases have no sample", seed, key(r), len(cases)-len(b.times), len(cases))
				}
				time.Sleep(took[key(r)])
				if random.Float64() < busy {
					return noisy(1.2 + random.Float64())
				}
				quiet[key(r)]++
				return noisy(1)
			}
			outcome, file, _ := runPlan(t, t.Context(), p, &results.File{}, b)
			for _, c := range file.Cases {
				if n := len(c.In("ns/op")); n < statistics.MedianMinSamples && (p.Budget > first || p.AtLeast > 0) {
					t.Errorf("seed %d, budget %v of %v: %s has %d samples", seed, p.Budget, first, c.Name, n)
				}
			}
			if all := len(file.Cases) == len(cases); all != (outcome.Unmeasured == 0) || !all && (p.Budget > first || p.AtLeast > 0) {
				t.Errorf("seed %d, budget %v of %v: %d of %d cases have a sample, %d not", seed, p.Budget, first, len(file.Cases), len(cases), outcome.Unmeasured)
			}
		})
	}
}

// A resumed run accepts disturbed samples of the session before.
func TestDisturbedSamplesOutliveAnInterruption(t *testing.T) {
	p := testPlan(t, "iterate", "dense")
	p.Rounds = 6
	ctx, stop := context.WithCancel(t.Context())
	b := &bench{stop: stop, stopAt: 5, answer: func(_ Request, n int) Answer { return noisy(1.1 + float64(n)/100) }}
	outcome, file, _ := runPlan(t, ctx, p, &results.File{}, b)
	if outcome.Reason != Interrupted || len(file.Disturbed) != 5 || len(file.Accepted) != 0 {
		t.Fatalf("%s, %d disturbed, %d accepted", outcome.Reason, len(file.Disturbed), len(file.Accepted))
	}
	b = &bench{answer: func(Request, int) Answer { return noisy(9) }}
	_, file, _ = runPlan(t, t.Context(), p, file, b)
	if v := file.Cases[0].In("ns/op"); len(v) != 6 || math.Abs(v[0]-111) > 1e-9 || v[4] > 116 {
		t.Errorf("%v", v)
	}
}

func TestFileLacks(t *testing.T) {
	p := testPlan(t, "iterate", "dense")
	p.Rounds = 6
	measured := func(answer func(n int) Answer) string {
		path := t.TempDir() + "/run.txt"
		s := Begin(p, path, false)
		if _, _, err := s.Run(t.Context(), &bench{answer: func(_ Request, n int) Answer { return answer(n) }}, &watcher{}); err != nil {
			t.Fatal(err)
		}
		text := fixture.Read(t, path)
		return string(text)
	}
	clocked := func(noise float64) Answer {
		a := noisy(noise)
		a.Values = append(a.Values, results.Value{Value: 3, Unit: results.UnitClock})
		return a
	}
	whole := measured(func(n int) Answer { return clocked(1 + float64(n%2)) })
	for name, test := range map[string]struct{ text, want string }{
		"whole":             {whole, ""},
		"lines removed":     {removeLines(whole, "# disturbed"), "6 of 6 lines of disturbed samples were removed"},
		"the probe failed":  {measured(func(n int) Answer { return clocked(float64(n % 2)) }), "the noise probe failed in 3 of 6 samples"},
		"no clock":          {measured(func(n int) Answer { return noisy(1) }), "6 of 6 samples have no clock of the core"},
		"of another writer": {"BenchmarkA 1 5 ns/op\n", ""},
	} {
		file, err := results.Parse(strings.NewReader(test.text), "run.txt")
		if err != nil || len(file.Lines) == 0 {
			t.Fatalf("%s: %v", name, err)
		}
		switch {
		case test.want == "" && len(file.Lacks) > 0:
			t.Errorf("%s: %v", name, file.Lacks)
		case test.want != "" && (len(file.Lacks) != 1 || !strings.Contains(file.Lacks[0].Error(), "run.txt: "+test.want)):
			t.Errorf("%s: %v, want %s", name, file.Lacks, test.want)
		}
	}
}

func removeLines(text, prefix string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, prefix) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// A run whose probes all failed reports it; samples without time need no probe.
func TestRunsStateThatTheProbeFailed(t *testing.T) {
	r := &run{}
	if got := r.noiseCondition(); got != nil {
		t.Errorf("without timed samples: %v", got)
	}
	r.outcome.Noise.Unknown = 4
	if got := r.noiseCondition(); len(got) != 1 || got[0].Name != "noise probe" {
		t.Errorf("without probes: %v", got)
	}
}
