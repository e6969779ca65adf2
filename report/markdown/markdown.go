// Package markdown writes the summary of a report for a README or a pull
// request: the sentences, what changed against a baseline, the heat map of the
// largest world and links to the pictures.
package markdown

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/compare/gate"
	"github.com/ecsbench/ecsbench/report/plot"
	"github.com/ecsbench/ecsbench/report/summary"
)

// mostRows bounds a table: more is for the page.
const mostRows = 60

// Write writes the summary. Folder is where the pictures are, as the reader of
// the text will find it; "" leaves them out.
func Write(out io.Writer, r *summary.Report, baseline *gate.Verdict, folder string) error {
	w := bufio.NewWriter(out)
	fmt.Fprint(w, "## ecsbench report\n\n")
	for _, s := range r.Sentences() {
		fmt.Fprintf(w, "- **%s**: %s\n", s.Topic, text(s.Text))
	}
	for _, warning := range r.Warnings() {
		fmt.Fprintf(w, "\n> **Careful:** %s\n", text(warning))
	}
	if baseline != nil {
		fmt.Fprintln(w)
		if err := baseline.WriteMarkdown(w); err != nil {
			return err
		}
	}
	for _, h := range summary.Largest(r.Heats()) {
		if len(h.Impls) > 1 {
			heat(w, r, h)
		}
	}
	if folder != "" {
		pictures(w, r, folder)
	}
	return w.Flush()
}

func heat(w io.Writer, r *summary.Report, h summary.Heat) {
	title := r.Settings[h.Setting].Label
	if h.Entities == h.Entities { // not NaN
		title = strings.TrimPrefix(title+", "+summary.Count(h.Entities)+" entities", ", ")
	}
	fmt.Fprintf(w, "\n### Times the best contender%s\n\n", text(prefixed(": ", title)))
	fmt.Fprint(w, "| scenario |")
	for _, i := range h.Impls {
		fmt.Fprintf(w, " %s |", text(i.Label))
	}
	fmt.Fprintf(w, "\n|:--|%s\n", strings.Repeat("--:|", len(h.Impls)))
	for n, row := range h.Rows {
		if n == mostRows {
			fmt.Fprintf(w, "\n%d more rows are in the page.\n", len(h.Rows)-n)
			break
		}
		fmt.Fprintf(w, "| %s |", text(row.Shape.Scenario.Label+prefixed(", ", row.Shape.Line())))
		for _, cell := range row.Cells {
			fmt.Fprintf(w, " %s |", cellText(cell))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\n≈ cannot be told from the best.\n")
}

func cellText(c summary.HeatCell) string {
	switch {
	case c.State == summary.Missing:
		return "–"
	case c.State != summary.Measured:
		return string(c.State)
	case c.Case.IsBest():
		return "**" + summary.Ratio(c.Case.Ratio) + "**"
	case c.Case.Tied:
		return "≈ " + summary.Ratio(c.Case.Ratio)
	}
	return summary.Ratio(c.Case.Ratio)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// pictures shows the times of each scenario and links to the others.
func pictures(w io.Writer, r *summary.Report, folder string) {
	folder = filepath.ToSlash(folder)
	var others []string
	for _, f := range plot.Figures(r) {
		file := link(path.Join(folder, f.Name+".png"))
		if strings.HasPrefix(f.Name, "time-") {
			fmt.Fprintf(w, "\n![%s](%s)\n", text(f.Title), file)
		} else {
			others = append(others, fmt.Sprintf("[%s](%s)", text(f.Title), file))
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(w, "\nMore pictures: %s.\n", strings.Join(others, ", "))
	}
	fmt.Fprintf(w, "\nEverything: [report.html](%s)\n", link(path.Join(folder, "report.html")))
}

var escaper = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]",
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "|", "\\|", "~", "\\~", "@", "@\u200b", "#", "\\#", "!", "\\!")

// text keeps the names of other people from being read as markup, as mentions
// or as links.
func text(s string) string {
	return strings.ReplaceAll(escaper.Replace(s), "://", "&#58;//")
}

// link escapes what ends a link's address.
func link(s string) string {
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E").Replace(s)
}
