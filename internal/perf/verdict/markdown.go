package verdict

import (
	"errors"
	"fmt"
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
	var errs []error
	w.Printf("### %s %s\n", outcomeIcons[v.Outcome], v.Headline())
	if v.Old.Label != "" && v.New.Label != "" {
		w.Printf("\n%s → %s\n", v.Old.Label, v.New.Label)
	}
	changed := v.Changed()
	if v.Outcome == Observed && len(changed) > 0 {
		w.Printf("\n")
		errs = append(errs, markdownTable(w, v.grid(changed)))
	}
	for _, g := range v.byCause() {
		w.Printf("\n")
		if title := g.title(); title != "" {
			w.Printf("**%s**\n\n", title)
		}
		errs = append(errs, markdownTable(w, v.summary(g.changes)))
	}
	if len(v.Costs) > 0 {
		w.Printf("\nBesides the judged changes:\n\n")
		errs = append(errs, markdownTable(w, v.costs()))
	}
	for _, p := range v.listed() {
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
		w.Printf("\n<details><summary>Self-test, in the same rounds</summary>\n\n")
		errs = append(errs, markdownTable(w, v.controls()))
		w.Printf("\n</details>\n")
	}
	rows, quiet := v.shown()
	method := func(tables ...[]row) string {
		if v.allMeasured() {
			return v.method(tables...)
		}
		return v.counted() + ". " + v.method(tables...)
	}
	switch {
	case len(rows)+quiet > len(changed):
		w.Printf("\n<details><summary>All %s</summary>\n\n", display.Count(len(v.Comparisons), "comparison"))
		all := v.grid(rows[:min(len(rows), maxFolded)])
		errs = append(errs, markdownTable(w, all))
		if len(rows) > maxFolded {
			w.Printf("\n%d more without a change are left out; `--format json` has them.\n", len(rows)-maxFolded)
		}
		if quiet > 0 {
			w.Printf("\nand %s without any difference\n", display.Count(quiet, "comparison"))
		}
		w.Printf("\n%s\n\n</details>\n", method(all))
	case v.Outcome == Observed:
		w.Printf("\n%s\n", method(v.grid(changed)))
	case len(changed) > 0:
		w.Printf("\n<details><summary>Details</summary>\n\n")
		details := v.grid(changed)
		errs = append(errs, markdownTable(w, details))
		w.Printf("\n%s\n\n</details>\n", method(details))
	}
	return errors.Join(append(errs, w.Flush())...)
}

// markdownTable writes rows below their header. Regressions are bold.
func markdownTable(w *display.Writer, rows []row) error {
	t := tableOf(rows)
	for _, cells := range t.Rows {
		if cells[0] = strings.TrimSpace(fmt.Sprint(cells[0])); cells[0] == Regression.Word() {
			cells[0] = display.Verbatim("**" + Regression.Word() + "**")
		}
	}
	return w.Table(t)
}
