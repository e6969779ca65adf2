package profiler

import (
	"fmt"
	"io"

	"github.com/ecsbench/ecsbench/internal/display"
)

// Text writes the findings as tables for a terminal, and below them the
// sentences.
func (f *Findings) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s\n", f.Title())
	for _, t := range f.Tables() {
		fmt.Fprintf(w, "\n%s\n", t.Title)
		for _, note := range t.Notes {
			fmt.Fprintln(w, note)
		}
		if len(t.Rows) > 0 {
			fmt.Fprintln(w)
			if err := t.text(w); err != nil {
				return fmt.Errorf("write table %q: %w", t.Title, err)
			}
		}
		if t.Below != "" {
			fmt.Fprintln(w, t.Below)
		}
	}
	fmt.Fprintln(w)
	for _, s := range f.Subjects {
		if s.Unsupported != "" {
			fmt.Fprintf(w, "%s: unsupported: %s\n", s.Impl, s.Unsupported)
		}
	}
	for _, sentence := range f.Sentences() {
		fmt.Fprintln(w, sentence)
	}
	return nil
}

func (t Table) text(w io.Writer) error {
	var header []string
	for _, c := range t.Columns {
		header = append(header, c.Title)
	}
	return display.WriteTable(w, display.TerminalTable(), header, t.Rows, func(i int) bool { return t.Columns[i].Right })
}
