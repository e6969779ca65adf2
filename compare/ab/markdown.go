package ab

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Markdown writes the verdict as a comment for a pull request: what changed in
// sight, everything else folded.
func (v *Verdict) Markdown(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "### %s %s\n\n", symbol[v.Outcome], cell(v.Headline()))
	fmt.Fprintf(w, "`%s` → `%s`\n", v.Base, v.Head)
	for _, n := range v.notes() {
		fmt.Fprintf(w, "\n> %s\n", cell(n))
	}
	for _, s := range v.sections() {
		if list := v.Changed(s.finding); len(list) > 0 {
			fmt.Fprintf(w, "\n**%s**\n\n| benchmark | unit | change | p | again |\n|---|---|---|---|---|\n", s.title)
			for _, k := range list {
				fmt.Fprintf(w, "| %s | %s | %s | %.2g | %s |\n", cell(v.name(k.Case)), k.Unit, k.change(k.Effect), k.P, strings.TrimPrefix(again(&k), "again: "))
			}
		}
	}
	v.markdownCases(w)
	if len(v.Controls) > 0 {
		fmt.Fprintf(w, "\n<details><summary>Self-test, in the same rounds</summary>\n\n| | benchmark | seen | |\n|---|---|---|---|\n")
		for _, c := range v.Controls {
			fmt.Fprintf(w, "| %s | %s | %+.1f%% [%+.1f%%, %+.1f%%] | %s |\n", controlName(c), cell(v.name(c.Case)), 100*c.Change, 100*c.Low, 100*c.High, passed(c))
		}
		fmt.Fprintf(w, "\n</details>\n")
	}
	if len(v.Comparisons) > 0 {
		fmt.Fprintf(w, "\n<details><summary>All %d comparisons, %d rounds</summary>\n\n| benchmark | unit | base | head | change, %.4g%% interval | smallest change seen | |\n|---|---|---|---|---|---|---|\n",
			len(v.Comparisons), v.Plan.Rounds, 100*(1-v.Options.Alpha))
		for _, k := range v.Comparisons {
			if k.quiet() {
				continue
			}
			fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s |\n", cell(v.name(k.Case)), k.Unit, scaled(k.Base, k.Unit), scaled(k.Head, k.Unit),
				k.change(k.Effect), strings.TrimPrefix(k.visible(), "sees "), k.Finding)
		}
		if n := v.quietCount(); n > 0 {
			fmt.Fprintf(w, "\nand %d without any difference\n", n)
		}
		fmt.Fprintf(w, "\n</details>\n")
	}
	return w.Flush()
}

var symbol = map[Outcome]string{Clean: "✅", Regressed: "❌", Failed: "❌", Inconclusive: "❔"}

// markdownCases lists the cases without a comparison.
func (v *Verdict) markdownCases(w io.Writer) {
	for _, f := range v.Failed {
		fmt.Fprintf(w, "\n- failed on %s: %s: %s", f.Side, cell(f.Case.String()), cell(f.Reason))
	}
	if v.Inventory != nil {
		for _, c := range v.Inventory.BaseOnly {
			fmt.Fprintf(w, "\n- missing in head: %s", cell(c.String()))
		}
		for _, c := range v.Inventory.HeadOnly {
			fmt.Fprintf(w, "\n- new in head: %s", cell(c.String()))
		}
	}
	fmt.Fprintln(w)
}

// cell keeps names from being read as markup.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "\n", " ", "*", `\*`, "_", `\_`).Replace(s)
}
