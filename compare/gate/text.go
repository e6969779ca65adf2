package gate

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/escape"
)

// WriteText prints the verdict for a terminal: in one line, then what changed,
// problems and notes. All adds the table of everything.
func (v *Verdict) WriteText(out io.Writer, all bool) error {
	w := escape.NewText(out)
	w.Printf("%s\n", v.Headline())
	if changed := v.Changed(); len(changed) > 0 {
		w.Printf("\n")
		v.table(w, changed)
	}
	v.problems(w)
	for _, n := range v.Notes {
		w.Printf("\nnote: %s.\n", n)
	}
	if v.Cases > 0 {
		w.Printf("\n%s\n", v.Method())
		if all {
			w.Printf("\n")
			v.table(w, pointers(v.Comparisons))
		} else {
			w.Printf("%s compared; --all lists them.\n", count(v.Cases, "case"))
		}
	}
	return w.Flush()
}

// problems prints what stands in the way of a good verdict, and what was
// allowed to.
func (v *Verdict) problems(w *escape.Writer) {
	for _, p := range v.Problems {
		w.Printf("\n%s%s\n", p.Text(), map[bool]string{true: ":", false: "."}[len(p.Cases) > 0])
		for _, c := range shorten(p.Cases) {
			w.Printf("  %s\n", c)
		}
	}
}

// shorten keeps a list within what a reader takes in.
func shorten(all []string) []string {
	const most = 20
	if len(all) <= most {
		return all
	}
	return append(all[:most:most], fmt.Sprintf("and %d more", len(all)-most))
}

func pointers(cs []Comparison) []*Comparison {
	out := make([]*Comparison, len(cs))
	for i := range cs {
		out[i] = &cs[i]
	}
	return out
}

// table prints comparisons in aligned columns; numbers are on the right.
func (v *Verdict) table(w *escape.Writer, cs []*Comparison) {
	rows := [][]string{v.columns()}
	for _, c := range cs {
		rows = append(rows, c.row())
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			blank := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			switch {
			case i == len(row)-1:
				w.Printf("  %s\n", cell)
			case i == 0:
				w.Printf("%s%s", cell, blank)
			default:
				w.Printf("  %s%s", blank, cell)
			}
		}
	}
}
