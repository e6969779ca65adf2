package measure

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// A slowBench has a constant time for each sample.
type slowBench struct {
	bench
	takes func(r Request, nth int) time.Duration
}

func (b *slowBench) Measure(ctx context.Context, r Request, limit time.Duration) (Answer, error) {
	time.Sleep(b.takes(r, b.times[r.Scenario+" "+r.Impl]+1))
	return b.bench.Measure(ctx, r, limit)
}

// A teller records its calls.
type teller struct {
	watcher
	lines    []string
	progress []RunState
}

func (w *teller) Sampled(p RunState) {
	w.progress = append(w.progress, p)
	w.lines = append(w.lines, fmt.Sprintf("%s %d %d/%d %v %v", p.Case[strings.Index(p.Case, "impl=")+5:strings.Index(p.Case, "/comps")], p.Samples, p.Open, p.Cases, p.Elapsed, p.Remaining))
}

// TestARunInSimulatedTime checks progress, times and the end of a run.
func TestARunInSimulatedTime(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  func(*Plan)
		reason  string
		samples int
		elapsed time.Duration
		first   []string // progress
		last    string
	}{
		{"rounds", func(p *Plan) { p.Rounds = 2 }, Complete, 6, 1200 * time.Millisecond, []string{
			"soa 1 3/3 300ms 520.08ms", "dense 2 3/3 400ms 510.04ms", "hashmap 3 3/3 600ms 600ms",
		}, "soa 6 0/3 1.2s 0s"},
		{"budget", func(p *Plan) { p.Budget = time.Second }, OutOfBudget, 0, 0, nil, ""},
		{"no limit", func(p *Plan) { p.Precision = 0.5 }, Complete, 36, 7200 * time.Millisecond, nil, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := testPlan(t, "iterate", "dense,hashmap,soa")
			test.change(&p)
			var floor timing.NoiseFloor
			b := &slowBench{bench: bench{answer: func(r Request, n int) Answer {
				if r.Probe != floor.Probe() {
					t.Errorf("%s: a worker gets %v, want %v", test.name, r.Probe, floor.Probe())
				}
				a := value(100 + float64(n%3))
				if r.Impl != "soa" { // its workers have no probe
					a.Probe = float64(50 + 10*(n%2) - n)
					floor.Add(a.Probe)
				}
				return a
			}}, takes: func(r Request, n int) time.Duration {
				return map[string]time.Duration{"dense": 100, "hashmap": 200, "soa": 300}[r.Impl] * time.Millisecond
			}}
			w := &teller{}
			f, o, err := Begin(p, filepath.Join(t.TempDir(), "run.txt"), false).Run(t.Context(), b, w)
			if err != nil || o.Reason != test.reason {
				t.Fatalf("%s: %s, %v", test.name, o.Reason, err)
			}
			if test.name == "budget" { // ends after the sample that reaches it
				if o.Elapsed < p.Budget || o.Elapsed > p.Budget+300*time.Millisecond {
					t.Errorf("%v of %v", o.Elapsed, p.Budget)
				}
				for _, seen := range w.progress {
					if seen.Remaining < 0 || seen.Remaining > max(0, p.Budget-seen.Elapsed) {
						t.Errorf("%v remain after %v of %v", seen.Remaining, seen.Elapsed, p.Budget)
					}
				}
				test.samples, test.elapsed = o.Samples, o.Elapsed
			}
			if o.Samples != test.samples || o.Elapsed != test.elapsed || len(w.lines) != test.samples {
				t.Errorf("%s: %d samples in %v, %d reported; want %d in %v", test.name, o.Samples, o.Elapsed, len(w.lines), test.samples, test.elapsed)
			}
			if test.first != nil && (!slices.Equal(w.lines[:3], test.first) || w.lines[len(w.lines)-1] != test.last) {
				t.Errorf("%s: reported\n%s", test.name, strings.Join(w.lines, "\n"))
			}
			if f.Ends[0].Seconds != o.Elapsed.Seconds() || f.Ends[0].Reason != o.Reason {
				t.Errorf("%s: the file has %+v", test.name, f.Ends)
			}
		})
	}
}

// Trials have the requested number of blocks with verified work, or an error.
func TestTrials(t *testing.T) {
	request := func(scenario, impl string) TrialRequest {
		p := testPlan(t, "iterate", "dense")
		return TrialRequest{Request: Request{Profile: p.Profile, Scenario: scenario, Impl: impl, At: map[string]int{"n": 10, "comps": 2}, Seed: 1}, Operations: 20, Blocks: 3}
	}
	for _, test := range []struct{ scenario, impl string }{{"iterate", "dense"}, {"create", "hashmap"}, {"destroy", "paged"}, {"iterate", "null"}} {
		a := WorkTrial(request(test.scenario, test.impl))
		if a.Failed+a.Unsupported+a.Unknown != "" || len(a.Blocks) != 3 {
			t.Errorf("%v: %+v", test, a)
			continue
		}
		for _, b := range a.Blocks {
			var units []string
			for _, v := range b {
				if units = append(units, v.Unit); v.Value < 0 || v.Unit == "ns/op" && v.Value == 0 {
					t.Errorf("%v: %+v", test, v)
				}
			}
			if !slices.Equal(units[:3], []string{"ns/op", "B/op", "allocs/op"}) || len(units) > 3 && !slices.Equal(units[3:], []string{results.UnitClock, results.UnitProbe}) {
				t.Errorf("%v: units %v", test, units)
			}
		}
	}
	// Scenarios that measure themselves are opened again for each block.
	for _, scenario := range []string{"memory", "leaks", "tail"} {
		a := WorkTrial(request(scenario, "dense"))
		if a.Failed+a.Unsupported+a.Unknown != "" || len(a.Blocks) != 3 || len(a.Blocks[2]) == 0 || a.Blocks[2][0].Unit != a.Blocks[0][0].Unit {
			t.Errorf("%s: %+v", scenario, a)
		}
	}
	if a := WorkTrial(request("nonsense", "dense")); a.Unknown == "" || a.Failed != "" {
		t.Errorf("%+v", a)
	}
	if a := WorkTrial(request("iterate", "nonsense")); a.Unknown == "" || a.Failed != "" {
		t.Errorf("%+v", a)
	}
	if a := WorkTrial(request("churn", "soa")); a.Unsupported == "" || a.Failed != "" || a.Blocks != nil {
		t.Errorf("%+v", a)
	}
	none := request("iterate", "dense")
	none.Blocks = 0
	if a := WorkTrial(none); a.Failed == "" {
		t.Errorf("%+v", a)
	}
	injected, plain := request("iterate", "dense"), request("iterate", "dense")
	injected.Steps = 1_000_000
	if a, b := WorkTrial(injected), WorkTrial(plain); a.Failed+b.Failed != "" || a.Blocks[0][0].Value < 10*b.Blocks[0][0].Value {
		t.Errorf("with injected work %v, without %v", a.Blocks[0][0], b.Blocks[0][0])
	}
}

func TestSameConditions(t *testing.T) {
	p := shardedPlan(t)
	path := filepath.Join(t.TempDir(), "run.txt")
	out, err := results.Create(path, false, Head(p))
	fixture.Check(t, err)
	out.Close()
	for want, change := range map[string]func(*results.Environment){
		"":         func(*results.Environment) {},
		"CPU \"x":  func(e *results.Environment) { e.CPU = "x" },
		"commit":   func(e *results.Environment) { e.Commit = "x" },
		"built as": func(e *results.Environment) { e.Binary = "x" },
	} {
		f, err := results.Read(path)
		fixture.Check(t, err)
		change(&f.Environments[0])
		if err := SameConditions(f); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", want, err)
		}
	}
	if err := SameConditions(&results.File{}); err == nil || !strings.Contains(err.Error(), "edited") {
		t.Error(err)
	}
}

func TestShortenedTexts(t *testing.T) {
	for n, want := range map[int]int{999: 999, 1000: 1000, 1001: 1004} {
		if got := shorten(strings.Repeat("x", n)); len(got) != want {
			t.Errorf("%d of %d bytes, want %d", len(got), n, want)
		}
	}
	for text, want := range map[string]string{"": "", " \n": "", "one": ": one", "one\ntwo\nthree": ": one; two", strings.Repeat("x", 500): ": " + strings.Repeat("x", 300)} {
		if got := firstLines(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	p := testPlan(t, "iterate:decoys=3", "dense")
	for procs, want := range map[int]string{1: "Iterate/impl=dense/comps=2/n=10/decoys=3", 2: "Iterate/impl=dense/comps=2/n=10/decoys=3-2"} {
		p.GOMAXPROCS = procs
		if got := caseNames(t, p); len(got) != 1 || got[0] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
