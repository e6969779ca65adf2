package ab

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/ecsbench/ecsbench/escape"
	"golang.org/x/perf/benchunit"
)

// Headline is the verdict in one sentence.
func (v *Verdict) Headline() string {
	switch v.Outcome {
	case Regressed:
		return fmt.Sprintf("REGRESSION: %s", v.tally(Regression))
	case Failed:
		failed, all := map[Case]bool{}, map[Case]bool{}
		for _, f := range v.Failed { // may name one for each side
			failed[f.Case], all[f.Case] = true, true
		}
		for _, c := range v.Plan.Cases {
			all[c.Case] = true
		}
		return fmt.Sprintf("FAILED: %d of %d benchmarks could not be measured", len(failed), len(all))
	case Inconclusive:
		return "INCONCLUSIVE: " + v.Reasons[0].String()
	}
	if v.Same {
		return "NO REGRESSION: base and head are the same program, byte for byte; nothing was measured"
	}
	cases, in := "1 case", ""
	if n := len(v.Plan.Cases); n > 1 {
		cases, in = fmt.Sprintf("%d cases", n), " in any of them"
	}
	return fmt.Sprintf("NO REGRESSION in %s; a slow-down of %s or more%s would have been found with a probability of 95%%",
		cases, percent(v.Visible), in)
}

// tally counts cases, not comparisons: a case that is slower and allocates
// more is one.
func (v *Verdict) tally(f Finding) string {
	cases := map[Case]bool{}
	for _, k := range v.Comparisons {
		if k.Finding == f {
			cases[k.Case] = true
		}
	}
	return fmt.Sprintf("%d of %d cases", len(cases), len(v.Plan.Cases))
}

// percent prints a share with as many digits as say something.
func percent(x float64) string {
	if x > 10 {
		return "over 1000%"
	}
	if x >= 0.0995 {
		return fmt.Sprintf("%.0f%%", 100*x)
	}
	return fmt.Sprintf("%.1f%%", 100*x)
}

// change is the effect as a reader sees the values: negative for a time that
// became shorter.
func (k *Comparison) change(e Effect) string {
	switch {
	case k.Base == 0 && k.Head > 0:
		return "0 → " + scaled(k.Head, k.Unit)
	case k.Base > 0 && k.Head == 0:
		return scaled(k.Base, k.Unit) + " → 0"
	}
	lo, center, hi := e.Low, e.Change, e.High
	if k.Better > 0 { // worse is less
		lo, center, hi = 1/(1+hi)-1, 1/(1+center)-1, 1/(1+lo)-1
	}
	return fmt.Sprintf("%+.1f%% [%+.1f%%, %+.1f%%]", 100*center, 100*lo, 100*hi)
}

// scaled prints a value with a prefix; its unit stands beside it.
func scaled(x float64, unit string) string {
	short := map[string]string{unitTime: "s", unitBytes: "B", "B/s": "B/s"}[unit]
	if x == 0 {
		return "0" + short
	}
	return benchunit.Scale(x, benchunit.ClassOf(unit)) + short
}

// quiet tells a comparison that there is nothing to say about.
func (k *Comparison) quiet() bool {
	return k.Finding == NoChange && k.Unit != unitTime && k.Low == 0 && k.High == 0
}

// name leaves the group out where all cases share it.
func (v *Verdict) name(c Case) string {
	for _, other := range v.Plan.Cases {
		if other.Group != c.Group {
			return c.String()
		}
	}
	return c.Name
}

// quietCount tells how many comparisons are not shown.
func (v *Verdict) quietCount() (n int) {
	for i := range v.Comparisons {
		if v.Comparisons[i].quiet() {
			n++
		}
	}
	return n
}

// Text writes the verdict for a terminal: the verdict itself, what changed with
// the worst first, how the experiment tested itself, and all cases.
func (v *Verdict) Text(out io.Writer) error {
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	t := escape.NewText(columns)
	t.Printf("%s\n", v.Headline())
	t.Printf("base: %s\nhead: %s\n", v.Base, v.Head)
	for _, n := range v.notes() {
		t.Printf("note: %s\n", n)
	}
	for _, section := range v.sections() {
		list := v.Changed(section.finding)
		if len(list) == 0 {
			continue
		}
		t.Printf("\n%s\n", section.title)
		for _, k := range list {
			t.Printf("  %s\t%s\t%s\tp=%.2g\t%s\n", v.name(k.Case), k.Unit, k.change(k.Effect), k.P, again(&k))
		}
	}
	v.textCases(t)
	if len(v.Controls) > 0 {
		t.Printf("\nself-test, in the same rounds\n")
		for _, c := range v.Controls {
			t.Printf("  %s\t%s\t%+.1f%% [%+.1f%%, %+.1f%%]\t%s\n", controlName(c), v.name(c.Case), 100*c.Change, 100*c.Low, 100*c.High, passed(c))
		}
	}
	if len(v.Comparisons) > 0 {
		t.Printf("\nall comparisons in %d rounds of fresh processes, change with its %.4g%% interval\n", v.Plan.Rounds, 100*(1-v.Options.Alpha))
		for _, k := range v.Comparisons {
			if k.quiet() {
				continue
			}
			t.Printf("  %s\t%s\t%s\t%s\t%s\t%s\t%s\n", v.name(k.Case), k.Unit, scaled(k.Base, k.Unit), scaled(k.Head, k.Unit),
				k.change(k.Effect), k.visible(), k.Finding)
		}
		if n := v.quietCount(); n > 0 {
			t.Printf("  and %d without any difference\n", n)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return columns.Flush()
}

// A section is a part of a report that lists what changed.
type section struct {
	finding Finding
	title   string
}

func (v *Verdict) sections() []section {
	fresh := "fresh rounds"
	if v.Fixed == "" {
		fresh = "fresh rounds of builds with their functions in random order"
	}
	return []section{
		{Regression, "slower, and again in " + fresh},
		{Suspected, "suspected, and neither confirmed nor refuted by " + fresh},
		{Refuted, "suspected, but refuted by " + fresh},
		{Improvement, "faster, not measured again"},
	}
}

// notes is what else readers should know.
func (v *Verdict) notes() (list []string) {
	for i, r := range v.Reasons {
		if v.Outcome != Inconclusive || i > 0 { // the first is the headline
			list = append(list, r.String())
		}
	}
	if v.Inventory != nil {
		list = append(list, v.Inventory.Notes...)
	}
	if v.Fixed != "" {
		list = append(list, "what is slower may be so because of the places that its functions have in this build: "+v.Fixed)
	}
	return list
}

func (k *Comparison) visible() string {
	if k.Better == 0 {
		return ""
	}
	return "sees " + percent(k.Visible)
}

// again tells what the fresh rounds of a suspect said.
func again(k *Comparison) string {
	if k.Again == nil {
		return ""
	}
	return fmt.Sprintf("again: %s p=%.2g", k.change(*k.Again), k.Again.P)
}

func controlName(c Control) string {
	if c.Side == Plant.String() {
		return "planted " + percent(c.Planted)
	}
	return "second copy of base"
}

func passed(c Control) string {
	switch {
	case c.Side == Plant.String() && c.Passed:
		return "found"
	case c.Side == Plant.String():
		return "MISSED"
	case c.Passed:
		return "equal"
	}
	return "DIFFERS"
}

// textCases lists the cases without a comparison.
func (v *Verdict) textCases(w *escape.Writer) {
	if v.Inventory == nil {
		return
	}
	if len(v.Failed) > 0 {
		w.Printf("\nfailed\n")
		for _, f := range v.Failed {
			w.Printf("  %s\t%s\t%s\n", f.Case, f.Side, f.Reason)
		}
	}
	for _, list := range []struct {
		title string
		cases []Case
	}{{"missing in head", v.Inventory.BaseOnly}, {"new in head", v.Inventory.HeadOnly}} {
		if len(list.cases) > 0 {
			w.Printf("\n%s\n", list.title)
			for _, c := range list.cases {
				w.Printf("  %s\n", c)
			}
		}
	}
}
