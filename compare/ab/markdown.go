package ab

import (
	"io"
	"strings"

	"github.com/ecsbench/ecsbench/escape"
)

// Markdown writes the verdict as a comment for a pull request: what changed in
// sight, everything else folded.
func (v *Verdict) Markdown(out io.Writer) error {
	w := escape.NewMarkdown(out)
	w.Printf("### %s %s\n\n", symbol[v.Outcome], v.Headline())
	w.Printf("%s → %s\n", v.Base, v.Head)
	for _, n := range v.notes() {
		w.Printf("\n> %s\n", n)
	}
	for _, s := range v.sections() {
		if list := v.Changed(s.finding); len(list) > 0 {
			w.Printf("\n**%s**\n\n| benchmark | unit | change | p | again |\n|---|---|---|---|---|\n", s.title)
			for _, k := range list {
				w.Printf("| %s | %s | %s | %.2g | %s |\n", v.name(k.Case), k.Unit, k.change(k.Effect), k.P, strings.TrimPrefix(again(&k), "again: "))
			}
		}
	}
	v.markdownCases(w)
	if len(v.Controls) > 0 {
		w.Printf("\n<details><summary>Self-test, in the same rounds</summary>\n\n| | benchmark | seen | |\n|---|---|---|---|\n")
		for _, c := range v.Controls {
			w.Printf("| %s | %s | %+.1f%% [%+.1f%%, %+.1f%%] | %s |\n", controlName(c), v.name(c.Case), 100*c.Change, 100*c.Low, 100*c.High, passed(c))
		}
		w.Printf("\n</details>\n")
	}
	if len(v.Comparisons) > 0 {
		w.Printf("\n<details><summary>All %d comparisons, %d rounds</summary>\n\n| benchmark | unit | base | head | change, %.4g%% interval | smallest change seen | |\n|---|---|---|---|---|---|---|\n",
			len(v.Comparisons), v.Plan.Rounds, 100*(1-v.Options.Alpha))
		for _, k := range v.Comparisons {
			if k.quiet() {
				continue
			}
			w.Printf("| %s | %s | %s | %s | %s | %s | %s |\n", v.name(k.Case), k.Unit, scaled(k.Base, k.Unit), scaled(k.Head, k.Unit),
				k.change(k.Effect), strings.TrimPrefix(k.visible(), "sees "), k.Finding)
		}
		if n := v.quietCount(); n > 0 {
			w.Printf("\nand %d without any difference\n", n)
		}
		w.Printf("\n</details>\n")
	}
	return w.Flush()
}

var symbol = map[Outcome]string{Clean: "✅", Regressed: "❌", Failed: "❌", Inconclusive: "❔"}

// markdownCases lists the cases without a comparison.
func (v *Verdict) markdownCases(w *escape.Writer) {
	for _, f := range v.Failed {
		w.Printf("\n- failed on %s: %s: %s", f.Side, f.Case.String(), f.Reason)
	}
	if v.Inventory != nil {
		for _, c := range v.Inventory.BaseOnly {
			w.Printf("\n- missing in head: %s", c.String())
		}
		for _, c := range v.Inventory.HeadOnly {
			w.Printf("\n- new in head: %s", c.String())
		}
	}
	w.Printf("\n")
}
