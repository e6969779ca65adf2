package verdict

import (
	"io"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
)

// maxFolded is the number of rows in the folded table: GitHub takes comments
// of 65536 characters.
const maxFolded = 250

var outcomeIcons = map[Outcome]string{
	Pass: "✅", Regressed: "❌", CaseFailed: "❌", Inconclusive: "⚠️", Observed: "📈",
}

// WriteMarkdown prints the verdict as a comment on a pull request: headline, changes,
// problems and notes. Everything else is folded.
func (v *Verdict) WriteMarkdown(out io.Writer) error {
	w := display.NewMarkdownWriter(out)
	w.Printf("### %s %s\n", outcomeIcons[v.Outcome], v.Headline())
	if v.Old.Label != "" && v.New.Label != "" {
		w.Printf("\n%s → %s\n", v.Old.Label, v.New.Label)
	}
	changed := v.Changed()
	if v.Outcome == Observed && len(changed) > 0 {
		w.Printf("\n")
		v.markdownTable(w, changed)
	}
	for _, g := range v.byCause() {
		w.Printf("\n")
		if title := g.title(); title != "" {
			w.Printf("**%s**\n\n", title)
		}
		v.markdownSummary(w, g.changes)
	}
	for _, p := range v.Problems {
		w.Printf("\n**%s**\n", p.Text())
		if len(p.Cases) > 0 {
			w.Printf("\n")
		}
		for _, c := range shorten(p.Cases) {
			w.Printf("- %s\n", c)
		}
	}
	for _, n := range v.Notes {
		w.Printf("\n> %s.\n", n)
	}
	if len(v.Controls) > 0 {
		w.Printf("\n<details><summary>Self-test, in the same rounds</summary>\n\n| | | measured | case |\n|:--|:--|--:|:--|\n")
		for i := range v.Controls {
			markdownRow(w, v.Controls[i].cells())
		}
		w.Printf("\n</details>\n")
	}
	rows, quiet := v.shown()
	switch {
	case len(rows)+quiet > len(changed):
		w.Printf("\n<details><summary>All %s</summary>\n\n", display.Count(len(v.Comparisons), "comparison"))
		v.markdownTable(w, rows[:min(len(rows), maxFolded)])
		if len(rows) > maxFolded {
			w.Printf("\n%d more without a change are left out; `--format json` has them.\n", len(rows)-maxFolded)
		}
		if quiet > 0 {
			w.Printf("\nand %s without any difference\n", display.Count(quiet, "comparison"))
		}
		w.Printf("\n%s\n\n</details>\n", v.Method)
	case v.Outcome == Observed:
		w.Printf("\n%s\n", v.Method)
	case len(changed) > 0:
		w.Printf("\n<details><summary>Details</summary>\n\n")
		v.markdownTable(w, changed)
		w.Printf("\n%s\n\n</details>\n", v.Method)
	}
	return w.Flush()
}

func (v *Verdict) markdownSummary(w *display.Writer, changes []change) {
	rows := v.summary(changes)
	w.Printf("| %s |\n|:--|%s:--|\n", display.Verbatim(strings.Join(rows[0], " | ")), display.Verbatim(strings.Repeat("--:|", len(rows[0])-2)))
	for i, r := range rows[1:] {
		if changes[i].main.Status == Regression {
			w.Printf("| **%s** ", r[0])
			r = r[1:]
		}
		markdownRow(w, r)
	}
}

func (v *Verdict) markdownTable(w *display.Writer, cs []*Comparison) {
	rows, of := v.grid(cs)
	w.Printf("| %s |\n|:--|%s:--|\n", display.Verbatim(strings.Join(rows[0], " | ")), display.Verbatim(strings.Repeat("--:|", len(rows[0])-2)))
	rows = rows[1:]
	for at, c := range cs {
		if c.Status == Regression {
			w.Printf("| **%s** ", rows[0][0])
			rows[0] = rows[0][1:]
		}
		for _, row := range rows[:of[at]] {
			markdownRow(w, row)
		}
		rows = rows[of[at]:]
	}
}

func markdownRow(w *display.Writer, cells []string) {
	for _, cell := range cells {
		w.Printf("| %s ", strings.TrimSpace(cell))
	}
	w.Printf("|\n")
}
