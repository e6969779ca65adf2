package ab

import (
	"cmp"
	"io"
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// Calibration writes the result of an experiment with equal sides: the MDE per case, smallest
// first, and false alarms.
func Calibration(v *verdict.Verdict, out io.Writer, budget time.Duration) error {
	w := display.NewWriter(out)
	list := v.Those(func(k *verdict.Comparison) bool { return k.Direction != verdict.Unknown && !k.Quiet() })
	slices.SortStableFunc(list, func(a, b *verdict.Comparison) int { return cmp.Compare(a.MDE, b.MDE) })
	if len(list) > 0 {
		w.Printf("smallest change that `ecsbench ab` finds here with a probability of 95%%, in %d rounds (--budget %s)\n", list[0].OldN, display.Duration(budget))
		t := display.NewTable("case", "unit", ">MDE")
		for _, k := range list {
			t.Row(k.Case, k.Unit, display.Percent(math.Expm1(k.MDE)))
		}
		if err := w.Table(t); err != nil {
			return err
		}
	}
	for _, k := range slices.Concat(v.With(verdict.Regression), v.With(verdict.Improved)) {
		w.Printf("false alarm: %s %s %s %s, although both sides are the same\n", k.Case, k.Unit, k.Effect.Change(), k.Effect.Interval())
	}
	for _, p := range v.Problems {
		w.Printf("note: %s\n", p.Text())
		for _, c := range p.Cases {
			w.Printf("  %s\n", c)
		}
	}
	return w.Flush()
}
