package verdict

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
)

// A Style defines how a verdict is written for a terminal. The zero Style lists changes without
// colors and at any width.
type Style struct {
	All   bool // print the method and every comparison
	Color bool // highlight the outcome
	Width int  // 0 is unlimited; else narrow tables drop the least important columns and sentences wrap
}

// A text is a verdict that is being written for a terminal.
type text struct {
	*Verdict
	Style
	w *display.Writer
}

// WriteText prints the verdict for a terminal: the headline, then changes, problems,
// notes and controls. With Style.All the method and a table of all other comparisons follow.
func (v *Verdict) WriteText(out io.Writer, style Style) (err error) {
	t := text{v, style, display.NewWriter(out)}
	defer func() { err = errors.Join(err, t.w.Flush()) }()
	w, changed := t.w, t.Changed()
	var tables [][]row
	table := func(rows []row) {
		tables = append(tables, rows)
		err = errors.Join(err, t.table(rows))
	}
	w.Printf("%s\n", t.stress(string(t.Outcome), t.Headline()))
	for _, side := range []Column{t.Old, t.New} {
		if side.Label != "" {
			w.Printf("%s: %s\n", side.Name, side.Label)
		}
	}
	if t.Outcome == Observed && len(changed) > 0 {
		w.Printf("\n")
		table(t.grid(changed))
	}
	for _, g := range t.byCause() {
		w.Printf("\n")
		if title := g.title(); title != "" {
			w.Printf("%s\n", title)
		}
		table(t.summary(g.changes))
	}
	if len(t.Costs) > 0 {
		w.Printf("\nbesides the judged changes:\n")
		table(t.costs())
	}
	for _, p := range t.listed() {
		w.Printf("\n")
		end := "."
		if len(p.Cases) > 0 {
			end = ":"
		}
		w.Prose(p.Text()+end, t.Width)
		for _, c := range shorten(p.Cases) {
			w.Printf("  %s\n", c)
		}
	}
	for _, n := range t.Notes {
		w.Printf("\n")
		w.Prose("note: "+n+".", t.Width)
	}
	if len(t.Controls) > 0 {
		w.Printf("\nself-test, in the same rounds:\n")
		table(t.controls())
	}
	if len(t.Comparisons) == 0 {
		return err
	}
	rest, quiet := t.shown()
	rest = slices.DeleteFunc(rest, (*Comparison).changed) // they are above
	var details, others []row
	if t.All && t.Outcome != Observed && len(changed) > 0 {
		details = t.grid(changed)
	}
	if t.All && len(rest) > 0 {
		others = t.grid(rest)
	}
	w.Printf("\n")
	if !t.All {
		counted := display.Count(t.Cases, "case") + " compared"
		if !t.allMeasured() {
			counted = t.counted()
		}
		w.Printf("%s; --all lists them.\n", counted)
		return err
	}
	w.Prose(t.method(append(tables, details, others)...), t.Width)
	if !t.allMeasured() {
		w.Printf("%s.\n", t.counted())
	}
	if details != nil {
		w.Printf("\nwhat changed, in detail:\n")
		table(details)
	}
	if others != nil {
		w.Printf("\n")
		table(others)
	}
	if quiet > 0 {
		w.Printf("and %s without any difference\n", display.Count(quiet, "comparison"))
	}
	return err
}

// shown lists the comparisons of the table of all, and counts those left out.
func (v *Verdict) shown() (list []*Comparison, quiet int) {
	list = v.Those(func(c *Comparison) bool { return !c.Quiet() })
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

// table prints rows below their header, as many columns as there is room for. The first cell
// decides the colour of its row.
func (t text) table(rows []row) error {
	table := tableOf(rows)
	dropped := table.Narrow(t.Width)
	for _, cells := range table.Rows {
		cells[0] = t.stress(fmt.Sprint(cells[0]), fmt.Sprint(cells[0]))
	}
	err := t.w.Table(table)
	if len(dropped) > 0 {
		t.w.Printf("not shown in %d columns: %s; --format json has all\n", t.Width, strings.Join(dropped, ", "))
	}
	return err
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
