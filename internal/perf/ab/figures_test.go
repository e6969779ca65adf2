package ab

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// testdata/verdicts/varied.txt has every figure, to four digits, of experiments drawn at random: with
// much noise or little, by rounds or by budget, of cases that are slower, allocate, fail, do more work,
// vary, vanish or have new names. Some sources can count, measure the clock, shuffle functions and add
// work. Others cannot.
func TestVariedExperimentsAreJudgedAsTheyWere(t *testing.T) {
	pinned(t, "varied.txt", func(w io.Writer) error {
		for seed := range uint64(12) {
			r := rand.New(rand.NewPCG(seed, 17))
			chance := func(share float64) bool { return r.Float64() < share }
			f := newFake(seed, strings.Fields("A B C D")[:1+r.IntN(4)]...)
			o := options(seed)
			o.Rounds, o.MaxRegression, o.MaxMDE, o.Alpha = 8+r.IntN(20), []float64{0, 0.02, 0.05}[r.IntN(3)], []float64{0.06, 0.1, 0.3}[r.IntN(3)], []float64{0.01, 0.1}[r.IntN(2)]
			o.Underpowered = verdict.Tolerance{Cases: r.IntN(3)}
			for _, a := range []verdict.Allowance{verdict.AllowVanished, verdict.AllowFailed} {
				if chance(0.3) {
					o.Allow = append(o.Allow, a)
				}
			}
			changed, noise := map[string]float64{}, 0.1*r.Float64()*r.Float64()
			for _, c := range f.inventory.Common {
				changed[c.Name] = []float64{1, 1, 0.8, 1.03, 1.1, 1.5}[r.IntN(6)]
			}
			f.effect = func(t Trial, _ int) float64 {
				factor := math.Exp(noise * f.rng.NormFloat64())
				if t.Side == Head {
					factor *= changed[t.Case.Name]
				}
				return factor
			}
			if chance(0.5) {
				varies := chance(0.5)
				f.values = func(t Trial, perOp float64) Block {
					b := Block{unitTime: perOp, unitAllocs: 2, unitBytes: 64, "B/s": 1e3 / perOp, "mystery": 7}
					if t.Side == Head && changed[t.Case.Name] > 1 {
						b[unitAllocs], b["mystery"] = 3, 7+float64(f.rng.IntN(2))
					}
					if varies {
						b[unitBytes] += float64(8 * f.rng.IntN(2))
					}
					return b
				}
			}
			if chance(0.3) {
				from := 40 + r.IntN(60)
				f.fail = func(t Trial, trial int) error {
					if t.Case.Name == "B" && trial > from {
						return errBroken
					}
					return nil
				}
			}
			if chance(0.2) {
				f.fixed = errors.ErrUnsupported
			}
			f.noSlowdown = chance(0.1)
			for _, c := range []CaseID{{Group: "example.com/m", Name: "Gone/n=1"}, {Group: "example.com/m", Name: "Same"}} {
				switch r.IntN(5) {
				case 0:
					f.inventory.BaseOnly = append(f.inventory.BaseOnly, c)
				case 1:
					f.inventory.HeadOnly = append(f.inventory.HeadOnly, c)
				case 2:
					f.inventory.Proved = append(f.inventory.Proved, c)
				case 3:
					f.inventory.Failed = append(f.inventory.Failed, FailedCase{Case: c, Side: Base.String(), Reason: "panic: boom"})
				}
			}
			var src Source = f
			switch r.IntN(3) {
			case 0:
				counts := &counting{fakeSource: f, head: map[string]int64{}, failed: map[string]error{}}
				for name, factor := range changed {
					counts.head[name] = int64(1000 * math.Sqrt(factor))
				}
				src, o.Metric = counts, []Metric{ByBoth, ByInstructions}[r.IntN(2)]
			case 1:
				src = &clockedSource{fakeSource: f, moves: r}
			}
			var v *verdict.Verdict
			if chance(0.25) {
				v = budgeted(t, filepath.Join(t.TempDir(), "results"), &slowSource{f, always(time.Duration(20+r.IntN(200)) * time.Millisecond)}, o, time.Minute)
			} else {
				v = mustRunSource(t, src, o)
			}
			writeFigures(w, fmt.Sprint(seed), v, f.trials)
		}
		return nil
	})
}

// writeFigures writes every figure of a verdict to four digits.
func writeFigures(w io.Writer, what string, v *verdict.Verdict, trials int) {
	fmt.Fprintf(w, "%s: %s, seen %.4g fail %.4g, tested %d, %d trials\n", what, v.Headline(), v.MDE, v.Failing, v.Tested, trials)
	for _, p := range v.Problems {
		fmt.Fprintf(w, "problem: %s; %s: %s\n", p.What, p.Remedy, p.Cases)
	}
	fmt.Fprintln(w, v.Method)
	for _, n := range v.Notes {
		fmt.Fprintln(w, "note:", n)
	}
	for _, c := range v.Controls {
		fmt.Fprintf(w, "control %s %s %.4g [%.4g, %.4g] %v %s\n", c.Name, c.Case, c.Effect.Log, c.Effect.Lo, c.Effect.Hi, c.Passed, c.Word)
	}
	for _, c := range v.Comparisons {
		fmt.Fprintf(w, "%s %s %s %s %v %d %.4g %d %.4g: %s, seen %.4g fail %.4g %v", c.Case, c.Unit, c.Evidence, c.Status, c.Direction,
			c.OldN, c.Old, c.NewN, c.New, figures(c.Effect), c.MDE, c.Failing, slices.DeleteFunc(append(slices.Clone(c.Notes), c.NoCause), func(n string) bool { return n == "" }))
		for _, other := range c.Secondary {
			fmt.Fprintf(w, "; %s %s %s n=%d %s", other.Name, other.Unit, figures(other.Effect), other.N, other.Meaning)
		}
		fmt.Fprintln(w)
	}
}

func figures(e verdict.Effect) string {
	return fmt.Sprintf("%.4g [%.4g, %.4g] p %.3g holm %.3g of %s", e.Log, e.Lo, e.Hi, e.P, e.PHolm, e.Of)
}
