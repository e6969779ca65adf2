package ab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// Experiments on fake sources, with their verdicts in testdata/experiments.txt.
func TestGoldenExperiments(t *testing.T) {
	fails := func(when func(s Trial, trial int) bool) func(*fakeSource) {
		return func(f *fakeSource) {
			f.fail = func(s Trial, trial int) error {
				if when(s, trial) {
					return errBroken
				}
				return nil
			}
		}
	}
	changes := func(effect func(Trial, int) float64) func(*fakeSource) {
		return func(f *fakeSource) { f.effect = effect }
	}
	headOf := func(name string, s Trial) bool { return s.Side == Head && s.Case.Name == name }
	biased := func(factor float64) func(*fakeSource) {
		return changes(func(s Trial, _ int) float64 {
			if s.Side == Control || headOf("B", s) {
				return factor
			}
			return 1
		})
	}
	missing := func(f *fakeSource) {
		f.inventory.BaseOnly = []CaseID{{Group: "example.com/m", Name: "Gone"}}
		f.inventory.HeadOnly = []CaseID{{Group: "example.com/m", Name: "New"}}
	}
	brokenB := func(after int) func(*fakeSource) {
		return fails(func(s Trial, trial int) bool { return headOf("B", s) && trial > after })
	}
	allow := func(a verdict.Allowance) func(*Options) {
		return func(o *Options) { o.Allow = []verdict.Allowance{a} }
	}
	visits := -1 // the pilot's
	var b strings.Builder
	for _, e := range []struct {
		name, cases string
		seed        uint64
		source      func(*fakeSource)
		options     func(*Options)
	}{
		{"equal sides", "A B C", 1, nil, nil},
		{"an allowed regression", "A B", 3, changes(slower("A", 1.05)), func(o *Options) { o.MaxRegression, o.MaxMDE = 0.08, 0.2 }},
		{"an improvement", "A B", 4, changes(slower("A", 0.9)), nil},
		{"an injected slowdown that is not seen", "A B C", 6, func(f *fakeSource) { f.noSlowdown = true }, nil},
		{"the same, with a regression", "A B C", 6, func(f *fakeSource) { f.noSlowdown, f.effect = true, slower("B", 1.1) }, nil},
		{"copies of base that differ, slower", "A B C", 7, biased(1.1), nil},
		{"copies of base that differ, faster", "A B C", 7, biased(0.9), nil},
		{"a suspect that is not confirmed", "A B", 8, changes(func(s Trial, trial int) float64 {
			if headOf("A", s) && trial < 5*40 { // only while all cases run
				return 1.2
			}
			return 1
		}), nil},
		{"a suspect that fresh rounds leave open", "A B", 8, changes(func(s Trial, _ int) float64 {
			if !headOf("A", s) {
				return 1
			}
			if visits++; visits <= 40 {
				return 1.2
			}
			return 1.02 // the limit
		}), nil},
		{"missing and new cases", "A B", 9, missing, nil},
		{"missing cases are allowed", "A B", 9, missing, allow(verdict.AllowVanished)},
		{"nothing in common", "", 10, missing, nil},
		{"a case that fails in the pilot", "A B C", 11, brokenB(0), nil},
		{"a case that fails later", "A B C", 11, brokenB(100), nil},
		{"failed cases are allowed", "A B C", 11, brokenB(100), allow(verdict.AllowFailed)},
		{"the A/A control fails", "A B C", 11, fails(func(s Trial, _ int) bool { return s.Side == Control }), nil},
		{"the injected slowdown fails", "A B C", 11, fails(func(s Trial, _ int) bool { return s.Side == Injected }), nil},
		{"every case fails", "A B", 12, fails(func(Trial, int) bool { return true }), nil},
	} {
		f, o := newFake(e.seed, strings.Fields(e.cases)...), options(e.seed)
		if e.source != nil {
			e.source(f)
		}
		if e.options != nil {
			e.options(&o)
		}
		v := mustRun(t, f, o)
		fmt.Fprintf(&b, "# %s: %s\n", e.name, v.Outcome)
		fixture.Check(t, v.WriteText(&b, verdict.Style{All: true}))
		b.WriteString("\n")
	}
	fixture.Golden(t, "experiments.txt", b.String())
}
