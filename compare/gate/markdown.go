package gate

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// maxFolded is the number of rows in the folded table: GitHub takes comments
// of 65536 characters.
const maxFolded = 250

var outcomeIcons = map[Outcome]string{
	Pass: "✅", Regressed: "❌", CaseFailed: "❌", Inconclusive: "⚠️",
}

// WriteMarkdown prints the verdict as a comment on a pull request: in one
// line, then what changed, problems and notes; everything else is folded.
func (v *Verdict) WriteMarkdown(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "### %s %s\n", outcomeIcons[v.Outcome], markdownText(v.Headline()))
	if changed := v.Changed(); len(changed) > 0 {
		fmt.Fprintln(w)
		v.markdownTable(w, changed)
	}
	for _, p := range v.Problems {
		fmt.Fprintf(w, "\n**%s**\n", markdownText(p.Text()))
		if len(p.Cases) > 0 {
			fmt.Fprintln(w)
		}
		for _, c := range shorten(p.Cases) {
			fmt.Fprintf(w, "- %s\n", markdownText(c))
		}
	}
	for _, n := range v.Notes {
		fmt.Fprintf(w, "\n> %s.\n", markdownText(n))
	}
	if v.Cases > 0 {
		rows := pointers(v.Comparisons)
		fmt.Fprintf(w, "\n<details><summary>All %s</summary>\n\n", count(len(rows), "comparison"))
		v.markdownTable(w, rows[:min(len(rows), maxFolded)])
		if len(rows) > maxFolded {
			fmt.Fprintf(w, "\n%d more without a change are left out; `--format json` has them.\n", len(rows)-maxFolded)
		}
		fmt.Fprintf(w, "\n%s\n\n</details>\n", markdownText(v.Method()))
	}
	return w.Flush()
}

func (v *Verdict) markdownTable(w *bufio.Writer, cs []*Comparison) {
	columns := v.columns()
	fmt.Fprintf(w, "| %s |\n|:--|%s:--|\n", strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)-2))
	for _, c := range cs {
		row := c.row()
		for i, cell := range row {
			row[i] = markdownText(cell)
		}
		if c.Status == Regression {
			row[0] = "**" + row[0] + "**"
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
	}
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;", ">", "&gt;", "~", `\~`, "#", `\#`, "@", "&#64;", "\n", " ",
)

// markdownText escapes what Markdown or HTML would take for markup, and what
// GitHub would take for the name of a user. Backquotes stay: remedies use them.
func markdownText(s string) string { return markdownEscapes.Replace(s) }
