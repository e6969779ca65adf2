package gate

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText prints the verdict for a terminal: in one line, then what changed,
// problems and notes. All adds the table of everything.
func (v *Verdict) WriteText(out io.Writer, all bool) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, v.Headline())
	if changed := v.Changed(); len(changed) > 0 {
		fmt.Fprintln(w)
		v.table(w, changed)
	}
	v.problems(w)
	for _, n := range v.Notes {
		fmt.Fprintf(w, "\nnote: %s.\n", n)
	}
	if v.Cases > 0 {
		fmt.Fprintf(w, "\n%s\n", v.Method())
		if all {
			fmt.Fprintln(w)
			v.table(w, pointers(v.Comparisons))
		} else {
			fmt.Fprintf(w, "%s compared; --all lists them.\n", count(v.Cases, "case"))
		}
	}
	return w.Flush()
}

// problems prints what stands in the way of a good verdict, and what was
// allowed to.
func (v *Verdict) problems(w *bufio.Writer) {
	for _, p := range v.Problems {
		fmt.Fprintf(w, "\n%s%s\n", p.Text(), map[bool]string{true: ":", false: "."}[len(p.Cases) > 0])
		for _, c := range shorten(p.Cases) {
			fmt.Fprintf(w, "  %s\n", c)
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
func (v *Verdict) table(w *bufio.Writer, cs []*Comparison) {
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
				fmt.Fprintf(w, "  %s\n", cell)
			case i == 0:
				fmt.Fprintf(w, "%s%s", cell, blank)
			default:
				fmt.Fprintf(w, "  %s%s", blank, cell)
			}
		}
	}
}
