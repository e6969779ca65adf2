package gate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/compare/verdict"
)

// TestWhatMovesEverythingIsNoRegression, but nothing that could be passed either;
// what is slower than the others is one.
func TestWhatMovesEverythingIsNoRegression(t *testing.T) {
	file := func(seed uint64, mood, slow float64) string {
		b := newBench(seed, 0)
		b.noise = func(r *rand.Rand) float64 { return mood + 0.004*r.NormFloat64() }
		return b.run(12, 10, slow).String()
	}
	for _, test := range []struct {
		mood, slow float64
		want       verdict.Outcome
		head       string
	}{
		{0.08, 1, verdict.Inconclusive, "INCONCLUSIVE: most cases are slower by 8"},
		{0.03, 1, verdict.Pass, "NO REGRESSION in 12 cases"},
		{-0.08, 1, verdict.Pass, "NO REGRESSION in 12 cases"},
		{0.03, 1.3, verdict.Regressed, "REGRESSION: 1 of 12 cases"},
		{0.08, 1.4, verdict.Regressed, "REGRESSION: 1 of 12 cases"},
		{0, 1.2, verdict.Regressed, "REGRESSION: 1 of 12 cases"},
		{math.Log(2), 1, verdict.Regressed, "REGRESSION: 12 of 12 cases"}, // no clock moves so far
	} {
		v := gated(t, DefaultOptions(), file(1, 0, 1), file(2, test.mood, test.slow))
		if v.Outcome != test.want || !strings.HasPrefix(v.Headline(), test.head) {
			t.Errorf("all moved by %g, one by %g: %s", test.mood, test.slow, v.Headline())
		}
	}
	// Several runs of each side show by themselves what is drift.
	runs := func(seed uint64, mood float64) string {
		return "pkg: a\n" + file(seed, mood, 1) + "pkg: a\n" + file(seed+1, mood, 1)
	}
	if v := gated(t, DefaultOptions(), runs(1, 0), runs(3, 0.08)); v.Outcome != verdict.Regressed {
		t.Errorf("with two runs each: %s", v.Headline())
	}
}

// TestAGroupDriftsByItself: the variants of one benchmark differ between runs, each by
// an amount of its own, and those of another do not. What all variants became slower
// by, or one of those that keep still, is a regression.
func TestAGroupDriftsByItself(t *testing.T) {
	file := func(seed uint64, drift float64, slow func(name string) float64) string {
		rng := rand.New(rand.NewPCG(seed, 5))
		b := newBench(seed, 0.01)
		moods := make(map[string]float64)
		for range 12 {
			for _, of := range []string{"Create", "Iterate", "Look"} {
				for variant := range 12 {
					name := fmt.Sprintf("%s/variant=%d", of, variant)
					if _, ok := moods[name]; !ok && of == "Create" {
						moods[name] = drift * rng.NormFloat64()
					}
					b.line("Benchmark%s-2 100 %.3f ns/op", name, 100*slow(name)*math.Exp(moods[name]+b.noise(b.rng)))
				}
			}
		}
		return b.String()
	}
	slower := func(of string, by float64) func(string) float64 {
		return func(name string) float64 {
			if strings.HasPrefix(name, of) {
				return by
			}
			return 1
		}
	}
	same := slower("Nothing", 1)
	for _, test := range []struct {
		what  string
		drift float64
		slow  func(string) float64
		red   int // of 20, at least
	}{
		{"nothing", 0.03, same, 0},
		{"one that keeps still", 0.03, slower("Iterate/variant=3", 1.1), 19},
		{"a whole benchmark", 0, slower("Create", 1.12), 19},
	} {
		red, alarms := 0, 0
		for seed := range uint64(20) {
			v := gated(t, DefaultOptions(), file(2*seed, test.drift, same), file(2*seed+1, test.drift, test.slow))
			if v.Outcome == verdict.Regressed {
				red++
			}
			for _, c := range v.With(verdict.Regression) {
				if test.slow(strings.TrimSuffix(c.Case, "-2")) == 1 {
					alarms++
				}
			}
		}
		if red < test.red || alarms > 0 {
			t.Errorf("%s became slower: %d of 20 regressions, %d of what did not", test.what, red, alarms)
		}
	}
}
