package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// noises are kinds of scatter: the factor of sample i of n.
var noises = map[string]func(r *rand.Rand, scale float64, i, n int) float64{
	"normal": func(r *rand.Rand, scale float64, _, _ int) float64 { return math.Exp(scale * r.NormFloat64()) },
	"heavy tails": func(r *rand.Rand, scale float64, _, _ int) float64 {
		return 1 + scale*math.Abs(r.NormFloat64()/r.NormFloat64())
	},
	"quantised": func(r *rand.Rand, scale float64, _, _ int) float64 {
		return max(1, math.Round(10*math.Exp(scale*r.NormFloat64()))) / 10
	},
	"bimodal": func(r *rand.Rand, scale float64, _, _ int) float64 { return 1 + min(1, 10*scale)*float64(r.IntN(2)) },
	"drift": func(r *rand.Rand, scale float64, i, n int) float64 {
		return 1 + scale*(float64(i)/float64(n)+0.2*r.NormFloat64())
	},
	"constant": func(*rand.Rand, float64, int, int) float64 { return 1 },
}

// A randomPair is two files of the same random cases, of which some differ by change.
func randomPair(r *rand.Rand, noise func(*rand.Rand, float64, int, int) float64, change float64) (old, now string) {
	cases, scale := 1+r.IntN(12), []float64{0.003, 0.02, 0.1}[r.IntN(3)]
	processes, perProcess := 1+r.IntN(10), []int{1, 1, 5, 10}[r.IntN(4)]
	level, unit := math.Pow(10, 4*r.Float64()), []string{"ns/op", "MB/s", "hits/op"}[r.IntN(3)]
	format := []string{"%.0f", "%.2f", "%.4g"}[r.IntN(3)]
	slow := r.IntN(cases)
	side := func(change float64) string {
		var b strings.Builder
		if unit == "hits/op" {
			b.WriteString("Unit hits/op better=lower\n")
		}
		for p := range processes {
			b.WriteString("pkg: example.org/m\n")
			for c := range cases {
				for i := range perProcess {
					value := max(1, level) * noise(r, scale, p*perProcess+i, processes*perProcess)
					if c <= slow {
						value *= change
					}
					fmt.Fprintf(&b, "BenchmarkC%d-2 1000000 "+format+" %s\n", c, value, unit)
				}
			}
		}
		return b.String()
	}
	return side(1), side(change)
}

// No verdict contradicts its table: if the whole interval of a case is worse than the limit, the
// case is listed as a regression or suspected, and the verdict is no pass.
func TestNoPassHasAnIntervalAboveTheLimit(t *testing.T) {
	pairs := 150
	if testing.Short() {
		pairs = 30
	}
	for kind, noise := range noises {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, uint64(len(kind))))
			regressions := 0
			for i := range pairs {
				opts := gate.DefaultLimits()
				opts.Underpowered = verdict.Tolerance{Share: r.Float64()}
				old, now := randomPair(r, noise, []float64{1, 0.5, 1.1, 1.3, 2, 10, 1000}[r.IntN(7)])
				v := gated(t, opts, old, now)
				var text strings.Builder
				fixture.Check(t, v.WriteText(&text, verdict.Style{}))
				for _, c := range v.Comparisons {
					if _, lo, _ := c.Worse(); lo <= math.Log1p(opts.MaxRegression) {
						continue
					}
					if v.Outcome == verdict.Pass || c.Status != verdict.Regression && c.Status != verdict.Suspect || !strings.Contains(text.String(), c.Case) {
						t.Fatalf("pair %d: %s %s %s %s, but %s\n%s\n%s", i, c.Case, c.Unit, c.Status, c.Effect.Interval(), text.String(), old, now)
					}
				}
				regressions += v.Worse
			}
			if regressions == 0 {
				t.Error("no pair has a regression")
			}
		})
	}
}

// Equal programs are no regression, whatever the noise: at most 1% of the pairs are alarms.
func TestFalseAlarmsByKindOfNoise(t *testing.T) {
	pairs := 300
	if testing.Short() {
		pairs = 100
	}
	for kind, noise := range noises {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(2, uint64(len(kind))))
			var alarms []int
			for i := range pairs {
				old, now := randomPair(r, noise, 1)
				if gated(t, gate.DefaultLimits(), old, now).Outcome == verdict.Regressed {
					alarms = append(alarms, i)
				}
			}
			t.Logf("%d of %d pairs", len(alarms), pairs)
			if len(alarms) > pairs/100 {
				t.Errorf("%d of %d pairs are false alarms: %v", len(alarms), pairs, alarms)
			}
		})
	}
}

// Values without scatter are the strongest evidence of a difference. Fewer than needed for any
// significance make it suspected.
func TestDifferencesWithoutScatter(t *testing.T) {
	files := func(processes int, unit string, old, now []string) (was, is string) {
		side := func(values []string) string {
			var b strings.Builder
			b.WriteString("Unit hits/op better=lower\n")
			for range processes {
				b.WriteString("pkg: example.org/m\n")
				for c, value := range values {
					fmt.Fprintf(&b, "BenchmarkC%d-2 1000000 %s %s\n", c, value, unit)
				}
			}
			return b.String()
		}
		return side(old), side(now)
	}
	for _, test := range []struct {
		processes int
		unit      string
		old, now  []string
		want      verdict.Outcome
		worse     int
	}{
		{5, "ns/op", []string{"100"}, []string{"100000"}, verdict.Regressed, 1},
		{6, "ns/op", []string{"100", "100", "100"}, []string{"100", "200", "100"}, verdict.Regressed, 1},
		{5, "hits/op", []string{"100"}, []string{"200"}, verdict.Regressed, 1},
		{5, "MB/s", []string{"200.0"}, []string{"100.0"}, verdict.Regressed, 1},
		{5, "ns/op", slices.Repeat([]string{"100"}, 60), slices.Repeat([]string{"130"}, 60), verdict.Regressed, 60},
		{5, "ns/op", []string{"100"}, []string{"102"}, verdict.Pass, 0},
		{5, "ns/op", []string{"100"}, []string{"100"}, verdict.Pass, 0},
		{5, "ns/op", []string{"100"}, []string{"50"}, verdict.Pass, 0},
		{5, "ns/op", []string{"1"}, []string{"2"}, verdict.Inconclusive, 0}, // rounding: 1.4 and 1.6
		{2, "ns/op", []string{"100"}, []string{"100000"}, verdict.Inconclusive, 0},
		{1, "ns/op", []string{"100"}, []string{"100000"}, verdict.Inconclusive, 0},
		{1, "ns/op", []string{"100"}, []string{"100"}, verdict.Inconclusive, 0},
	} {
		old, now := files(test.processes, test.unit, test.old, test.now)
		v := gated(t, gate.DefaultLimits(), old, now)
		if v.Outcome != test.want || v.Worse != test.worse {
			t.Errorf("%d processes with %s %v and %v: %s", test.processes, test.unit, test.old[:1], test.now[:1], v.Headline())
		}
	}
}
