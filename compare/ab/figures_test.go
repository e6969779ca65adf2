package ab

import (
	"fmt"
	"io"
	"testing"

	"github.com/ecsbench/ecsbench/compare/verdict"
)

// TestFiguresAreAsTheyWere: testdata/verdicts/figures.txt has every figure of
// experiments on a made-up machine, to four digits. Whoever changes one has to mean
// it.
func TestFiguresAreAsTheyWere(t *testing.T) {
	golden(t, "figures.txt", func(w io.Writer) error {
		for i, s := range []struct {
			what   string
			change func(*fakeSource, *Options)
		}{
			{"slower", func(f *fakeSource, o *Options) { f.effect = slower("A", 1.08) }},
			{"faster", func(f *fakeSource, o *Options) {
				f.effect = slower("B", 0.9)
				f.inventory.BaseOnly = []Case{{"example.com/m", "Sum/n=10"}, {"example.com/m", "Gone"}}
				f.inventory.HeadOnly = []Case{{"example.com/m", "Sum/size=10"}}
				f.versions = [4]string{"go1.25", "go1.26"}
			}},
			{"allocates", func(f *fakeSource, o *Options) {
				f.values = func(t Trial, perOp float64) Block {
					b := Block{unitTime: perOp, unitAllocs: 2, unitBytes: 64, "B/s": 1e3 / perOp, "mystery": 7}
					if t.Side == Head && t.Case.Name == "A" {
						b[unitAllocs], b[unitBytes], b["mystery"] = 3, 96, 8
					}
					return b
				}
			}},
			{"plants nothing", func(f *fakeSource, o *Options) { f.plantless, f.inventory.Alone = true, f.inventory.Common[:1] }},
			{"fails at times", func(f *fakeSource, o *Options) {
				f.fail = func(t Trial, trial int) error {
					if t.Case.Name == "B" && trial > 60 {
						return errBroken
					}
					return nil
				}
			}},
		} {
			f := newFake(uint64(i), "A", "B", "C")
			o := options(uint64(i))
			s.change(f, &o)
			v := mustRun(t, f, o)
			fmt.Fprintf(w, "%s: %s, seen %.4g fail %.4g, tested %d, %d trials\n", s.what, v.Headline(), v.Seen, v.Fail, v.Tested, f.trials)
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
				fmt.Fprintf(w, "%s %s %s %s %v %d %.4g %d %.4g: %s, seen %.4g fail %.4g %v", c.Case, c.Unit, c.Kind, c.Status, c.Direction,
					c.OldN, c.Old, c.NewN, c.New, figures(c.Effect), c.Seen, c.Fail, c.Notes)
				for _, other := range c.Witnesses {
					fmt.Fprintf(w, "; %s %s %s n=%d %s", other.Name, other.Unit, figures(other.Effect), other.N, other.Says)
				}
				fmt.Fprintln(w)
			}
		}
		return nil
	})
}

func figures(e verdict.Effect) string {
	return fmt.Sprintf("%.4g [%.4g, %.4g] p %.3g holm %.3g of %s", e.Log, e.Lo, e.Hi, e.P, e.PHolm, e.Of)
}
