package verdict

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/display"
)

// A Look is how a verdict is written for a terminal. The zero Look lists changes
// without colors and at any width.
type Look struct {
	All   bool // list every comparison
	Color bool // highlight the outcome
	Width int  // leave out the least important columns and wrap sentences until they fit; 0 for no limit
}

// A text is a verdict that is being written for a terminal.
type text struct {
	*Verdict
	Look
	w *display.Writer
}

// WriteText prints the verdict for a terminal: the headline, then changes, problems,
// notes and controls. With Look.All a table of all other comparisons follows.
func (v *Verdict) WriteText(out io.Writer, look Look) error {
	w := display.NewWriter(out)
	t := text{v, look, w}
	w.Printf("%s\n", t.stress(string(v.Outcome), v.Headline()))
	for _, side := range []Side{v.Old, v.New} {
		if side.Label != "" {
			w.Printf("%s: %s\n", side.Name, side.Label)
		}
	}
	if changed := v.Changed(); v.Outcome == Observed && len(changed) > 0 {
		w.Printf("\n")
		t.table(changed)
	}
	for _, g := range v.byCause() {
		w.Printf("\n")
		if title := g.title(); title != "" {
			w.Printf("%s\n", title)
		}
		t.print(v.summary(g.changes))
	}
	for _, p := range v.Problems {
		w.Printf("\n")
		w.Prose(p.Text()+map[bool]string{true: ":", false: "."}[len(p.Cases) > 0], look.Width)
		for _, c := range shorten(p.Cases) {
			w.Printf("  %s\n", c)
		}
	}
	for _, n := range v.Notes {
		w.Printf("\n")
		w.Prose("note: "+n+".", look.Width)
	}
	if len(v.Controls) > 0 {
		w.Printf("\nself-test, in the same rounds:\n")
		var rows []row
		for i := range v.Controls {
			rows = append(rows, v.Controls[i].cells())
		}
		t.align(rows, 0, 1, 2)
	}
	if len(v.Comparisons) == 0 {
		return w.Flush()
	}
	w.Printf("\n")
	w.Prose(v.Method, look.Width)
	if !look.All {
		w.Printf("%s compared; --all lists them.\n", display.Count(v.Cases, "case"))
		return w.Flush()
	}
	if changed := v.Changed(); v.Outcome != Observed && len(changed) > 0 {
		w.Printf("\nwhat changed, in detail:\n")
		t.table(changed)
	}
	rest, quiet := v.shown()
	rest = slices.DeleteFunc(rest, (*Comparison).changed) // they are above
	if len(rest) > 0 {
		w.Printf("\n")
		t.table(rest)
	}
	if quiet > 0 {
		w.Printf("and %s without any difference\n", display.Count(quiet, "comparison"))
	}
	return w.Flush()
}

// shown lists the comparisons of the table of all, and counts those left out.
func (v *Verdict) shown() (list []*Comparison, quiet int) {
	list = v.those(func(c *Comparison) bool { return !c.Quiet() })
	return list, len(v.Comparisons) - len(list)
}

// shorten limits the length of a list.
func shorten(all []string) []string {
	const most = 20
	if len(all) <= most {
		return all
	}
	return append(all[:most:most], fmt.Sprintf("and %d more", len(all)-most))
}

// table prints comparisons in aligned columns; numbers are on the right.
func (t text) table(cs []*Comparison) { t.print(t.grid(cs)) }

// print prints rows in columns, as many as there is room for.
func (t text) print(rows []row) {
	dropped := t.narrow(rows)
	t.align(rows, 0)
	if len(dropped) > 0 {
		t.w.Printf("not shown in %d columns: %s; --format json has all\n", t.Width, strings.Join(dropped, ", "))
	}
}

// narrow leaves out the least important columns until the others fit.
func (t text) narrow(rows []row) (dropped []string) {
	for _, spare := range [][]string{{"p"}, {"n"}, {"MDE"}, {"share"}, {t.Old.Name, t.New.Name}} {
		sum := -2
		for _, width := range widths(rows) {
			sum += width + 2
		}
		if t.Width == 0 || sum <= t.Width {
			break
		}
		for _, name := range spare {
			at := slices.Index(rows[0], name)
			if at < 0 {
				continue
			}
			dropped = append(dropped, name)
			for i := range rows {
				rows[i] = slices.Delete(rows[i], at, at+1)
			}
		}
	}
	return dropped
}

// remark reports whether a row has no figures. Its last cell then follows the first ones
// without padding.
func (r row) remark() bool {
	return !slices.ContainsFunc(r[min(3, len(r)-1):len(r)-1], func(cell string) bool { return cell != "" })
}

// widths are those of the columns, without remarks.
func widths(rows []row) []int {
	list := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			if i < len(row)-1 || !row.remark() {
				list[i] = max(list[i], utf8.RuneCountInString(cell))
			}
		}
	}
	return list
}

// colours are those of outcomes and results.
var colours = map[string]display.Colour{
	string(Pass): display.Green, string(Regressed): display.Red, string(CaseFailed): display.Red, string(Inconclusive): display.Yellow,
	Regression.Word(): display.Red, Suspect.Word(): display.Yellow, Improved.Word(): display.Green,
	"equal": display.Green, "found": display.Green, "too noisy": display.Yellow, "MISSED": display.Red, "DIFFERS": display.Red,
}

// stress prints text in the colour of a word, if colours are on and it has one.
func (t text) stress(word, words string) any {
	if colour, ok := colours[word]; ok && t.Color {
		return colour.Text(words)
	}
	return words
}

// align prints rows in columns. The last column and those in left are left-aligned. The
// first cell decides the colour.
func (t text) align(rows []row, left ...int) {
	widths := widths(rows)
	for _, row := range rows {
		last := len(row) - 1
		for last > 0 && row[last] == "" {
			last--
		}
		for i, cell := range row[:last+1] {
			if i > 2 && i < len(row)-1 && row.remark() {
				continue
			}
			if i > 0 {
				t.w.Printf("  ")
			}
			blank, text := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell))), any(cell)
			if i == 0 {
				text = t.stress(row[0], cell)
			}
			switch {
			case i == len(row)-1:
				t.w.Printf("%s", text)
			case slices.Contains(left, i):
				t.w.Printf("%s%s", text, blank)
			default:
				t.w.Printf("%s%s", blank, text)
			}
		}
		t.w.Printf("\n")
	}
}
