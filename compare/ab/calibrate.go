package ab

import (
	"cmp"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/ecsbench/ecsbench/escape"
)

// Calibration writes what an experiment with two equal sides has shown about
// the machine: per case the smallest change that the same budget would find,
// most sensitive first, and what was called a change although there is none.
func (v *Verdict) Calibration(out io.Writer, budget time.Duration) error {
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	t := escape.NewText(columns)
	list := slices.Clone(v.Comparisons)
	list = slices.DeleteFunc(list, func(k Comparison) bool { return k.Better == 0 || k.quiet() })
	slices.SortStableFunc(list, func(a, b Comparison) int { return cmp.Compare(a.Visible, b.Visible) })
	if len(list) > 0 {
		t.Printf("smallest change that `ecsbench ab` finds here with a probability of 95%%, in %d rounds (--budget %s)\n", v.Plan.Rounds, short(budget))
	}
	for _, k := range list {
		t.Printf("  %s\t%s\t%s\n", v.name(k.Case), k.Unit, percent(k.Visible))
	}
	for _, k := range slices.Concat(v.Changed(Regression), v.Changed(Improvement)) {
		t.Printf("false alarm: %s %s %s, although both sides are the same\n", v.name(k.Case), k.Unit, k.change(k.Effect))
	}
	for _, r := range v.Reasons {
		t.Printf("note: %s\n", r)
	}
	for _, f := range v.Failed {
		t.Printf("failed: %s: %s\n", v.name(f.Case), f.Reason)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return columns.Flush()
}
