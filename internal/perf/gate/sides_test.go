package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// Conditions that must not pass silently, with outcome, message and allowance.
func TestNeverGreenOnNothing(t *testing.T) {
	const (
		machine = "goos: linux\ngoarch: amd64\ncpu: AMD EPYC\n"
		env     = `# env {"go":"go1.26.8","cpus":2,"commit":"abc","dirty":false,"someday":{"new":1}}` + "\n"
		late    = `# failed {"case":"Gone-2","reason":"the budget of 5m has no time for it","late":true}`
	)
	ten := func(seed uint64) string { return newBench(seed, 0.01).run(3, 10, 1).String() }
	for _, c := range []struct {
		name, old, now string
		want           verdict.Outcome
		says           string
		allow          verdict.Allowance
	}{
		{"same", machine + env + ten(1), machine + env + ten(2), verdict.Pass, "NO REGRESSION in 3 cases; the MDE is at most", ""},
		{"nothing in common", "BenchmarkA 1 1 ns/op", "BenchmarkB 1 1 ns/op", verdict.Inconclusive, "the files have no case in common", ""},
		{"vanished", ten(1) + "BenchmarkGone-2 1 1 ns/op", ten(2), verdict.Inconclusive, "1 case of OLD vanished", verdict.AllowVanished},
		{"renamed", ten(1) + "BenchmarkX/impl=a/n=1-2 1 1 ns/op", ten(2) + "BenchmarkX/impl=b/n=1-2 1 1 ns/op", verdict.Inconclusive, "renamed to X/impl=b/n=1-2?", verdict.AllowVanished},
		{"not renamed, as its figures tell", ten(1) + "BenchmarkOld-2 1 100 ns/op 3 allocs/op", ten(2) + "BenchmarkNew-2 1 100 ns/op 4 allocs/op", verdict.Inconclusive, "\n  Old-2\n", ""},
		{"one of two", ten(1) + "BenchmarkOld-2 1 100 ns/op", ten(2) + "BenchmarkNew-2 1 100 ns/op\nBenchmarkOther-2 1 100 ns/op", verdict.Inconclusive, "\n  Old-2\n", ""},
		{"new in another package", ten(1) + "BenchmarkOld-2 1 100 ns/op", ten(2) + "pkg: p\nBenchmarkNew-2 1 100 ns/op", verdict.Inconclusive, "\n  Old-2\n", ""},
		{"renamed in two packages", ten(1) + "pkg: a\nBenchmarkX/k=a-2 1 1 ns/op\npkg: b\nBenchmarkX/k=a-2 1 1 ns/op", ten(2) + "pkg: a\nBenchmarkX/k=b-2 1 1 ns/op\npkg: b\nBenchmarkX/k=b-2 1 1 ns/op", verdict.Inconclusive, "b X/k=a-2: renamed to X/k=b-2?", verdict.AllowVanished},
		{"other GOMAXPROCS", ten(1), strings.ReplaceAll(ten(2), "-2\t", "-4\t"), verdict.Inconclusive, "Case0-2: renamed to Case0-4?", ""},
		{"unit vanished", ten(1), strings.ReplaceAll(ten(2), "16 B/op\t1 allocs/op", ""), verdict.Inconclusive, "lacks B/op, allocs/op", verdict.AllowVanished},
		{"no instruction counts in NEW", strings.ReplaceAll(ten(1), "16 B/op", "16 B/op\t500 instructions/op"), ten(2), verdict.Pass, "the instructions of 3 cases are not compared", ""},
		{"no instruction counts of a case in NEW", ten(1) + "BenchmarkX-2 100 5 ns/op 500 instructions/op", ten(2) + "BenchmarkX-2 100 5 ns/op", verdict.Inconclusive, "the instructions of 1 case are not compared", ""},
		{"no instruction counts in OLD", ten(1), strings.ReplaceAll(ten(2), "16 B/op", "16 B/op\t500 instructions/op"), verdict.Pass, "the instructions of 3 cases are not compared", ""},
		{"new", ten(1), ten(2) + "BenchmarkNew-2 1 1 ns/op", verdict.Pass, "1 case is only in NEW and not compared: New-2", ""},
		{"failed", ten(1), ten(2) + `# failed {"case":"Case9-2","reason":"panic: boom"}`, verdict.CaseFailed, "Case9-2: panic: boom", verdict.AllowFailed},
		{"failed and gone", ten(1) + "BenchmarkGone-2 1 1 ns/op", ten(2) + `# failed {"case":"Gone-2","reason":"hung"}`, verdict.CaseFailed, "Gone-2: hung", ""},
		{"no time", ten(1) + "BenchmarkGone-2 1 1 ns/op", ten(2) + late, verdict.Inconclusive, "INCONCLUSIVE: the budget of NEW was too short; 1 of 4 cases not measured\n", ""},
		{"no time, allowed", ten(1), ten(2) + late, verdict.Inconclusive, "INCONCLUSIVE: the budget of NEW was too short; 1 of 4 cases not measured\n", verdict.AllowFailed},
		{"time in another run", ten(1), ten(2) + late + "\nBenchmarkGone-2 1 1 ns/op", verdict.Pass, "1 case is only in NEW and not compared: Gone-2", ""},
		{"no time before", ten(1) + late, ten(2), verdict.Pass, "the budget of OLD had no time for: Gone-2", ""},
		{"go test failed", ten(1), ten(2) + "--- FAIL: BenchmarkBad-2\nFAIL\nFAIL\texample.org/x\t1.2s", verdict.CaseFailed, "Bad-2: go test reports FAIL", verdict.AllowFailed},
		{"go test panicked", ten(1), ten(2) + "panic: runtime error: boom\n", verdict.CaseFailed, "panic: runtime error: boom", verdict.AllowFailed},
		{"failed before", ten(1) + `# failed {"case":"Case9-2","reason":"panic: boom"}`, ten(2), verdict.Pass, "OLD reports failures: Case9-2", ""},
		{"unsupported now", ten(1) + "BenchmarkGone-2 1 1 ns/op", ten(2) + `# unsupported {"case":"Gone-2","reason":"at most 256"}`, verdict.Inconclusive, "Gone-2: at most 256", verdict.AllowVanished},
		{"skipped now", ten(1) + "BenchmarkGone-2 1 1 ns/op", ten(2) + "--- SKIP: BenchmarkGone-2\n", verdict.Inconclusive, "Gone-2: skipped", verdict.AllowVanished},
		{"other CPU", machine + ten(1), strings.Replace(machine, "AMD EPYC", "Intel", 1) + ten(2), verdict.Inconclusive, "different CPU: AMD EPYC in OLD, Intel in NEW", verdict.AllowMachine},
		{"other OS", machine + ten(1), strings.Replace(machine, "linux", "plan9", 1) + ten(2), verdict.Inconclusive, "different platform", verdict.AllowMachine},
		{"other number of CPUs", env + ten(1), strings.Replace(env, `"cpus":2`, `"cpus":8`, 1) + ten(2), verdict.Inconclusive, "different number of CPUs: 2 in OLD, 8 in NEW", verdict.AllowMachine},
		{"two CPUs on a side", machine + ten(1), machine + ten(2) + "cpu: Intel\n" + ten(3), verdict.Inconclusive, "AMD EPYC and Intel in NEW", verdict.AllowMachine},
		{"other two CPUs", machine + ten(1) + "cpu: Intel\n" + ten(4), "cpu: A\n" + ten(2) + "cpu: B\n" + ten(3), verdict.Inconclusive, "AMD EPYC and Intel in OLD", verdict.AllowMachine},
		{"two CPUs on both sides", machine + ten(1) + "cpu: Intel\n" + ten(4), machine + ten(2) + "cpu: Intel\n" + ten(3), verdict.Pass, "6 cases", ""},
		{"other Go", env + ten(1), strings.Replace(env, "1.26.8", "1.27.0", 1) + ten(2), verdict.Inconclusive, "different Go version: go1.26.8 in OLD, go1.27.0 in NEW", verdict.AllowGo},
		{"other Go of go test", "go: go1.26\n" + ten(1), "go: go1.27\n" + ten(2), verdict.Inconclusive, "different Go version: go1.26 in OLD, go1.27 in NEW", verdict.AllowGo},
		{"other GOAMD64", `# env {"goamd64":"v1"}` + "\n" + ten(1), `# env {"goamd64":"v3"}` + "\n" + ten(2), verdict.Inconclusive, "different GOAMD64: v1 in OLD, v3 in NEW", verdict.AllowGo},
		{"other GOMEMLIMIT", `# env {"go":"go1.26"}` + "\n" + ten(1), `# env {"go":"go1.26","gomemlimit":"1GiB"}` + "\n" + ten(2), verdict.Inconclusive, "different GOMEMLIMIT: off in OLD, 1GiB in NEW", verdict.AllowGo},
		{"other GODEBUG", `# env {"godebug":"madvdontneed=1"}` + "\n" + ten(1), `# env {}` + "\n" + ten(2), verdict.Inconclusive, "different GODEBUG: madvdontneed=1 in OLD, none in NEW", verdict.AllowGo},
		{"other GOGC", `# env {"gogc":"100"}` + "\n" + ten(1), `# env {"gogc":"off"}` + "\n" + ten(2), verdict.Inconclusive, "different GOGC: 100 in OLD, off in NEW", verdict.AllowGo},
		{"two numbers of CPUs", env + ten(1) + strings.Replace(env, `"cpus":2`, `"cpus":8`, 1) + ten(4), env + ten(2) + strings.Replace(env, `"cpus":2`, `"cpus":8`, 1) + ten(3), verdict.Inconclusive, "different number of CPUs: 2 and 8 in OLD, 2 and 8 in NEW", verdict.AllowMachine},
		{"other seed", `# ecsbench {"plan":{"seed":1}}` + "\n" + ten(1), `# ecsbench {"plan":{"seed":2}}` + "\n" + ten(2), verdict.Inconclusive, "different seed: 1 in OLD, 2 in NEW", verdict.AllowSeed},
		{"same seed", `# ecsbench {"plan":{"seed":2}}` + "\n" + ten(1), `# ecsbench {"plan":{"seed":2}}` + "\n" + ten(2), verdict.Pass, "", ""},
		{"Go unknown", ten(1), env + ten(2), verdict.Pass, "", ""},
		{"damaged line", ten(1), ten(2) + "BenchmarkCase0-2 100 5 n", verdict.Pass, "", ""},
		{"damaged", ten(1), ten(2) + "BenchmarkCase0-2 100 x ns/op", verdict.Pass, "1 line of NEW could not be read; the first: -:33: parsing measurement: invalid syntax", ""},
		{"of one experiment", `# ecsbench {"title":"ecsbench ab: x"}` + "\n" + ten(1), `# ecsbench {"title":"ecsbench ab: x"}` + "\n" + ten(2), verdict.Pass, "OLD and NEW are from one experiment of `ecsbench ab`", ""},
		{"of one bench", `# ecsbench {"title":"ecsbench bench: x"}` + "\n" + ten(1), `# ecsbench {"title":"ecsbench bench: x"}` + "\n" + ten(2), verdict.Pass, "OLD and NEW are one run each", ""},
		{"of two experiments", `# ecsbench {"title":"ecsbench ab: x"}` + "\n" + ten(1), `# ecsbench {"title":"ecsbench ab: y"}` + "\n" + ten(2), verdict.Pass, "or `ecsbench ab BASE HEAD`", ""},
		{"gone, as ab says", ten(1), ten(2) + `# vanished {"case":"Old-2","reason":"only in base"}`, verdict.Inconclusive, "\n  Old-2\n", verdict.AllowVanished},
		{"renamed, as ab says", ten(1), ten(2) + `# vanished {"case":"Old-2","reason":"only in base","renamed":"New-2"}`, verdict.Inconclusive, "\n  Old-2: renamed to New-2?\n", verdict.AllowVanished},
		{"two commits", env + ten(1), env + ten(2) + strings.Replace(env, "abc", "def", 1) + ten(3), verdict.Pass, "NEW mixes the commits abc and def", ""},
		{"two commits of go test", "commit: a\n" + ten(1) + "commit: b\n" + ten(3), "commit: a\n" + ten(2), verdict.Pass, "OLD mixes the commits a and b", ""},
		{"one run each", ten(1), ten(2), verdict.Pass, "or `ecsbench ab BASE HEAD`", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := gated(t, gate.DefaultOptions(), c.old, c.now)
			var out strings.Builder
			if err := v.WriteText(&out, verdict.Style{}); err != nil {
				t.Fatal(err)
			}
			if v.Outcome != c.want || !strings.Contains(out.String(), c.says) {
				t.Errorf("%s, want %s and %q in:\n%s", v.Outcome, c.want, c.says, out.String())
			}
			if c.allow != "" {
				opts := gate.DefaultOptions()
				opts.Allow = []verdict.Allowance{c.allow}
				if v := gated(t, opts, c.old, c.now); v.Outcome != verdict.Pass {
					t.Errorf("with --allow %s: %s", c.allow, v.Headline())
				}
			}
		})
	}
}

// A file of ecsbench without the end of its last session is inconclusive first of all, unless a
// regression is certain.
func TestUnfinished(t *testing.T) {
	const (
		bench       = `# ecsbench {"plan":{"bench":{}}}` + "\n# env {}\n"
		run         = `# ecsbench {"plan":{"seed":1}}` + "\n# env {}\n"
		ofAB        = `# ecsbench {"title":"ecsbench ab: x"}` + "\n# env {}\n"
		interrupted = `# end {"reason":"interrupted"}` + "\n"
		early       = `# end {"reason":"budget"}` + "\n"
		gone        = "BenchmarkGone-2 1 5 ns/op 3 B/op 2 allocs/op\n"
	)
	file := func(slower float64) string { return newBench(2, 0.01).run(3, 10, slower).String() }
	old := bench + newBench(1, 0.01).run(3, 10, 1).String()
	side := func(text string) *gate.Input {
		s, err := gate.ReadInput(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(text)}, "*")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		name, old, now string
		want           verdict.Outcome
		says           string
	}{
		{"interrupted", gone + end, bench + file(1) + interrupted, verdict.Inconclusive, "INCONCLUSIVE: NEW is unfinished\nold: -\nnew: -\n\nremedy: continue it with `ecsbench bench --resume FILE`.\n\n1 case of OLD vanished; finish NEW first:"},
		{"killed", end, bench + file(1), verdict.Inconclusive, "NEW is unfinished"},
		{"killed when resumed", end, bench + file(1) + interrupted + "# env {}\n", verdict.Inconclusive, "NEW is unfinished"},
		{"last line cut", end, bench + file(1) + "BenchmarkCase0-2 1024 88", verdict.Inconclusive, "1 line of NEW could not be read; the first: -:35: the last line is cut off"},
		{"nothing measured", end, bench, verdict.Inconclusive, "INCONCLUSIVE: NEW is unfinished"},
		{"some units", end, bench + strings.ReplaceAll(file(1), "16 B/op\t1 allocs/op", "") + interrupted, verdict.Inconclusive, "3 cases of OLD vanished; finish NEW first:\n  Case0-2: lacks B/op, allocs/op\n"},
		{"of run", end, run + file(1), verdict.Inconclusive, "`ecsbench run --resume FILE`"},
		{"of ab", end, ofAB + file(1), verdict.Inconclusive, "`ecsbench ab --resume FOLDER`"},
		{"OLD", interrupted, bench + file(1) + end, verdict.Inconclusive, "INCONCLUSIVE: OLD is unfinished"},
		{"before another run", end, bench + interrupted + bench + file(1) + end, verdict.Inconclusive, "NEW is unfinished"},
		{"regression", end, bench + file(2) + interrupted, verdict.Regressed, "NEW is unfinished; continue it"},
		{"resumed", end, bench + interrupted + "# env {}\n" + file(1) + end, verdict.Pass, "NO REGRESSION"},
		{"end of the budget", end, bench + file(1) + early, verdict.Pass, "NO REGRESSION"},
		{"of go test", end, file(1), verdict.Pass, "NO REGRESSION"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := judged(t, gate.DefaultOptions(), side(old+c.old), side(c.now))
			var out strings.Builder
			if err := v.WriteText(&out, verdict.Style{}); err != nil {
				t.Fatal(err)
			}
			if v.Outcome != c.want || !strings.Contains(out.String(), c.says) || strings.Contains(out.String(), "does not record the clock") {
				t.Errorf("%s, want %s and %q in:\n%s", v.Outcome, c.want, c.says, out.String())
			}
		})
	}
}

// A failure is counted once, with its reason and the command that repeats it.
func TestFailuresAreCountedOnce(t *testing.T) {
	ten := newBench(1, 0.01).run(3, 10, 1).String()
	const reason = "exit status 1: --- FAIL: BenchmarkBad: m_test.go:31: no file"
	for text, want := range map[string]string{
		"--- FAIL: BenchmarkBad-2\nFAIL\nFAIL\texample.org/x\t1.2s\n":                          "FAILED: 1 failure in NEW\n",
		"FAIL\texample.org/x [build failed]\n":                                                 "go test reports FAIL for example.org/x",
		`# failed {"case":"Bad/n=1-2","reason":"` + reason + `","pkg":"example.org/x"}` + "\n": "run `go test -run '^$' -bench '^BenchmarkBad$/^n=1$' example.org/x`, fix the failures",
		`# failed {"case":"Bad","reason":"` + reason + `"}` + "\n":                             "Bad: " + reason,
	} {
		v := gated(t, gate.DefaultOptions(), ten, ten+text)
		var out strings.Builder
		if err := v.WriteText(&out, verdict.Style{}); err != nil {
			t.Fatal(err)
		}
		if v.Outcome != verdict.CaseFailed || !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// Different machines are inconclusive unless allowed.
func TestMachinesBeforeRegressions(t *testing.T) {
	old, now := "cpu: A\n"+newBench(1, 0.01).run(3, 10, 1).String(), "cpu: B\n"+newBench(2, 0.01).run(3, 10, 2).String()
	if v := gated(t, gate.DefaultOptions(), old, now); v.Outcome != verdict.Inconclusive {
		t.Errorf("different machines: %s", v.Headline())
	}
	opts := gate.DefaultOptions()
	opts.Allow = []verdict.Allowance{verdict.AllowMachine}
	if v := gated(t, opts, old, now); v.Outcome != verdict.Regressed {
		t.Errorf("allowed: %s", v.Headline())
	}
}

// A vanished case does not hide a regression in another.
func TestRegressionBeforeVanished(t *testing.T) {
	old, now := newBench(1, 0.01).run(3, 10, 1).line("BenchmarkGone 1 1 ns/op"), newBench(2, 0.01).run(3, 10, 2)
	if v := gated(t, gate.DefaultOptions(), old.String(), now.String()); v.Outcome != verdict.Regressed || len(v.Problems) != 1 {
		t.Errorf("%s: %v", v.Headline(), v.Problems)
	}
}

// A failed case is not also listed as vanished.
func TestFailedIsNotVanished(t *testing.T) {
	v := gated(t, gate.DefaultOptions(), newBench(1, 0.01).run(3, 10, 1).String()+"BenchmarkGone-2 1 1 ns/op", newBench(2, 0.01).run(3, 10, 1).String()+`# failed {"case":"Gone-2","reason":"hung"}`)
	if v.Outcome != verdict.CaseFailed || len(v.Problems) != 1 {
		t.Errorf("%s: %v", v.Headline(), v.Problems)
	}
}

// Profiles and packages separate cases with one name.
func TestCasesOfOneName(t *testing.T) {
	file := func(seed uint64, aaa float64) string {
		return fresh + "profile: A\n" + newBench(seed, 0.01).run(1, 10, 1).String() + "profile: AAA\n" + newBench(seed+9, 0.01).run(1, 10, aaa).String()
	}
	v := gated(t, gate.DefaultOptions(), file(1, 1), file(2, 1.5))
	if v.Outcome != verdict.Regressed || v.Cases != 2 || v.Changed()[0].Case != "AAA Case0-2" {
		t.Errorf("%s: %+v", v.Headline(), v.Changed())
	}
}

// If runs of one commit differ more than their samples, such a difference between OLD and NEW
// is drift.
func TestDrift(t *testing.T) {
	run := func(seed uint64, mood float64) string {
		b := newBench(seed, 0.005)
		noise := b.noise
		b.noise = func(r *rand.Rand) float64 { return noise(r) + mood }
		return "pkg: example.org/x\n" + b.run(6, 10, 1).String()
	}
	one := gated(t, gate.DefaultOptions(), run(1, 0), run(2, 0.10))
	if one.Outcome != verdict.Regressed || !strings.Contains(strings.Join(one.Notes, " "), "one run each") {
		t.Fatalf("one run each: %s, %q", one.Headline(), one.Notes)
	}
	moody := gated(t, gate.DefaultOptions(), run(1, 0)+run(3, 0.05)+run(5, -0.05), run(2, 0.10)+run(4, 0.15)+run(6, 0.05))
	if moody.Outcome == verdict.Regressed || strings.Contains(strings.Join(moody.Notes, " "), "one run each") {
		t.Errorf("three moody runs each: %s, %q", moody.Headline(), moody.Notes)
	}
	steady := gated(t, gate.DefaultOptions(), run(1, 0)+run(3, 0.002)+run(5, -0.001), run(2, 0.10)+run(4, 0.101)+run(6, 0.099))
	if steady.Outcome != verdict.Regressed {
		t.Errorf("three steady runs each: %s", steady.Headline())
	}
}

// Single runs of equal programs at different times: all cases change a little, or some have a
// neighbour.
func TestMomentsAreNoRegression(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	const cases, pairs = 15, 60
	for name, moment := range map[string]func(r *rand.Rand) func(*rand.Rand) float64{
		"drift": func(r *rand.Rand) func(*rand.Rand) float64 {
			mood := 0.08 * r.NormFloat64()
			return func(r *rand.Rand) float64 { return mood + 0.005*r.NormFloat64() }
		},
		"neighbours": func(r *rand.Rand) func(*rand.Rand) float64 {
			share := r.Float64() * r.Float64() // of the time that the neighbour runs
			return func(r *rand.Rand) float64 {
				if r.Float64() < share {
					return 0.7 * r.Float64()
				}
				return 0.01 * r.NormFloat64()
			}
		},
	} {
		single := func(seed uint64, slow float64) string {
			b := newBare(seed, 0)
			var noise [cases]func(*rand.Rand) float64
			for i := range noise {
				noise[i] = moment(b.rng)
			}
			n := 0
			b.noise = func(r *rand.Rand) float64 { n++; return noise[(n-1)%cases](r) }
			return b.run(cases, 10, slow).String()
		}
		red, found := 0, 0
		for i := range uint64(pairs) {
			if gated(t, gate.DefaultOptions(), single(2*i, 1), single(2*i+1, 1)).Outcome == verdict.Regressed {
				red++
			}
			if gated(t, gate.DefaultOptions(), single(2*i, 1), single(2*i+1, 5)).Outcome == verdict.Regressed {
				found++
			}
		}
		t.Logf("%s: %d of %d equal pairs regressed, %d found", name, red, pairs, found)
		if red > 2 || found < pairs/2 {
			t.Errorf("%s: %d of %d equal pairs regressed; one five times slower was found in %d", name, red, pairs, found)
		}
	}
}

// Each case changes between runs by a different amount, so none is significant. Constant cases
// do not reduce the drift.
func TestConstantsDoNotReduceDrift(t *testing.T) {
	run := func(seed uint64, constants int) string {
		b := newBench(seed, 0.002)
		for c := range 15 {
			mood := 0.05 * b.rng.NormFloat64()
			for range 10 {
				b.line("BenchmarkMoody%d-2\t100\t%.2f ns/op", c, 1000*math.Exp(mood+b.noise(b.rng)))
			}
		}
		for c := range constants {
			for range 10 {
				b.line("BenchmarkConstant%d-2\t100\t5.00 ns/op", c)
			}
		}
		return b.String()
	}
	for _, constants := range []int{0, 20} {
		if v := gated(t, gate.DefaultOptions(), run(1, constants), run(2, constants)); v.Outcome == verdict.Regressed {
			t.Errorf("with %d constants: %s", constants, v.Headline())
		}
	}
}

// single reports whether a verdict has the note on single runs.
func single(v *verdict.Verdict) bool {
	return strings.Contains(strings.Join(v.Notes, "\n"), "are one run each")
}

// A header, a session or a repeated package of go test begins a run.
func TestRuns(t *testing.T) {
	const line = "BenchmarkA 1 1 ns/op\n"
	for _, c := range []struct {
		text   string
		single bool
	}{
		{line + line, true},
		{"pkg: a\n" + line + "pkg: b\n" + line, true},
		{"pkg: a\n" + line + "pkg: b\n" + line + "pkg: a\n" + line + "pkg: b\n" + line, false},
		{"# ecsbench {}\n# env {}\npkg: a\n" + line + "pkg: a\n" + line, true},
		{"# ecsbench {}\n# env {}\n" + line + "# env {}\n" + line, false},
		{"# ecsbench {}\n# env {}\n" + line + "# ecsbench {}\n# env {}\n" + line, false},
	} {
		if got := single(gated(t, gate.DefaultOptions(), c.text, c.text)); got != c.single {
			t.Errorf("%q: a single run: %v", c.text, got)
		}
	}
}

func TestBadValues(t *testing.T) {
	for text, want := range map[string]string{
		"BenchmarkA 1 1 ns/op\nBenchmarkA 1 -1 ns/op": "-:2: BenchmarkA has -1 ns/op; a gate compares ratios and needs finite values of at least 0; leave the unit out with --filter '-.unit:sec/op'",
		"BenchmarkA 1 5e-324 ns/op":                   "-:1: BenchmarkA has 5e-324 ns/op, which is 0 in sec/op, the unit of the comparison",
		"BenchmarkA 1 +Inf x":                         "-:1: BenchmarkA has +Inf x;",
		"BenchmarkA 1 NaN x":                          "-:1: BenchmarkA has NaN x, which cannot be compared",
		"":                                            "no benchmark result",
		"# failed {\"case\":\"A\"}\nBenchmarkA 1 -1 x": "-:2: BenchmarkA has -1 x",
	} {
		_, err := gate.ReadInput(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(text)}, "*")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := gate.ReadInput(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader("BenchmarkA 1 -1 x\nBenchmarkA 1 1 y")}, "-.unit:x"); err != nil {
		t.Errorf("the remedy does not help: %v", err)
	}
}

func TestBrokenAnnotationIsWarnedOf(t *testing.T) {
	var warned []string
	f := &results.Files{Paths: []string{"-"}, Stdin: strings.NewReader("# env {\"go\":1}\nBenchmarkA 1 1 ns/op\n"), Warn: func(err error) { warned = append(warned, err.Error()) }}
	if _, err := gate.ReadInput(f, "*"); err != nil || len(warned) != 1 || !strings.HasPrefix(warned[0], `-:1: annotation "env": `) {
		t.Errorf("%v, warnings %q", err, warned)
	}
}

// Any two files have a printable verdict.
func FuzzGate(f *testing.F) {
	f.Add("BenchmarkA-2 1 1 ns/op 0 B/op", "BenchmarkA-2 1 2 ns/op 1 B/op\nBenchmarkA-2 1 2 ns/op 1 B/op")
	f.Add("# ecsbench {}\n# env {\"go\":\"x\"}\nUnit x better=higher\nBenchmarkA/a=b-2 1 1e300 x 1e-300 y", "pkg: a\nBenchmarkA/a=c 1 0 x\n--- FAIL: BenchmarkB\nFAIL\tx\n# failed {\"case\":\"C\"}")
	f.Fuzz(func(t *testing.T, old, now string) {
		var sides []*gate.Input
		for _, text := range []string{old, now} {
			s, err := gate.ReadInput(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(text)}, "*")
			if err != nil {
				return
			}
			sides = append(sides, s)
		}
		v, err := gate.Gate(sides[0], sides[1], gate.DefaultOptions())
		if err != nil {
			return
		}
		if v.Cases == 0 && v.Outcome == verdict.Pass {
			t.Error("green on nothing")
		}
		for _, write := range writers {
			if err := write(v, &strings.Builder{}); err != nil {
				t.Error(err)
			}
		}
	})
}

// A benchmark that prints is compared by its results, or missing with its name.
func TestBenchmarksThatPrint(t *testing.T) {
	file := func(ns float64, result string) string {
		var b strings.Builder
		for i := range 10 {
			fmt.Fprintf(&b, "pkg: m\nBenchmarkA-8 \t 1000000\t %.1f ns/op\nBenchmarkB-8 \tstarting worker\n"+result+"PASS\n", 1000+0.1*float64(i), ns+0.1*float64(i))
		}
		return b.String()
	}
	const result, cut = " 1000000\t %.1f ns/op\n", " 1000000\t %.1f\n"
	if v := gated(t, gate.DefaultOptions(), file(50, result), file(500, result)); v.Outcome != verdict.Regressed || v.Cases != 2 || v.CasesWith(verdict.Regression)[0] != "B-8" {
		t.Errorf("%s of %d cases", v.Headline(), v.Cases)
	}
	for _, old := range []string{result, cut} {
		v := gated(t, gate.DefaultOptions(), file(50, old), file(500, cut))
		if v.Outcome != verdict.Inconclusive || !strings.Contains(fmt.Sprint(v.Problems), "B-8") {
			t.Errorf("%s, %+v", v.Headline(), v.Problems)
		}
	}
}
