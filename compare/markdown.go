package compare

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"golang.org/x/perf/benchunit"
)

// WriteMarkdown prints the tables as GitHub's Markdown does tables, with the
// numbers of WriteText.
func (t *Tables) WriteMarkdown(out io.Writer) error {
	w := bufio.NewWriterSize(out, 64<<10)
	t.each(func(i int, changed []setting) {
		if i > 0 {
			w.WriteByte('\n')
		}
		for _, s := range changed {
			fmt.Fprintf(w, "%s: %s  \n", s.key, markdownText(s.value))
		}
		if len(changed) > 0 {
			w.WriteByte('\n')
		}
		t.Tables[i].markdown(w)
	})
	return w.Flush()
}

func (t *Table) markdown(w *bufio.Writer) {
	var notes footnotes
	w.WriteString("| |")
	for col, key := range t.Cols {
		fmt.Fprintf(w, " %s %s |", markdownText(key.StringValues()), markdownText(t.Unit))
		if col > 0 {
			w.WriteString(" vs base |")
		}
	}
	w.WriteString("\n|:--|" + strings.Repeat("--:|", 2*len(t.Cols)-1) + "\n")

	class := benchunit.ClassOf(t.Unit)
	for row, key := range t.Rows {
		fmt.Fprintf(w, "| %s |", markdownText(key.StringValues()))
		scale, base, next := t.scale(row, class), t.Base(row), 0
		for i := range t.Row(row) {
			c := &t.Row(row)[i]
			for ; next < c.Col; next++ {
				w.WriteString(markdownBlank(next))
			}
			next++
			fmt.Fprintf(w, " %s ± %s%s |", scale.Format(c.Summary.Center), c.Summary.PctRangeString(), notes.cell(c))
			if c.Comparison != nil {
				fmt.Fprintf(w, " %s (%s)%s |", markdownText(c.Delta(base)), c.Comparison, notes.marks(c.Comparison.Warnings))
			} else if c.Col > 0 {
				w.WriteString(" |")
			}
		}
		for ; next < len(t.Cols); next++ {
			w.WriteString(markdownBlank(next))
		}
		w.WriteByte('\n')
	}
	if len(t.Rows) > 1 {
		w.WriteString("| geomean |")
		for col := range t.Cols {
			s := &t.Summary[col]
			mean, ratio := "", "?"
			if s.HasGeoMean {
				mean = benchunit.Scale(s.GeoMean, class)
			}
			if s.HasRatio {
				ratio = s.ratio()
			}
			if col == 0 {
				fmt.Fprintf(w, " %s%s |", mean, notes.marks(s.Warnings))
			} else {
				fmt.Fprintf(w, " %s | %s%s |", mean, ratio, notes.marks(s.Warnings))
			}
		}
		w.WriteByte('\n')
	}
	for i, note := range notes.texts {
		fmt.Fprintf(w, "\n%s %s\n", superscript(i+1), markdownText(note))
	}
}

// markdownBlank returns the empty cells of a column.
func markdownBlank(col int) string {
	if col == 0 {
		return " |"
	}
	return " | |"
}

var markdownEscapes = strings.NewReplacer(
	"|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "~", `\~`, `\`, `\\`,
)

// markdownText escapes what Markdown or HTML would take for markup.
func markdownText(s string) string { return markdownEscapes.Replace(s) }
