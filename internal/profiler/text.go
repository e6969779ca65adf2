package profiler

import (
	"fmt"
	"io"

	"github.com/ecsbench/ecsbench/internal/display"
)

// Text writes the findings as tables for a terminal, and below them the
// sentences.
func (f *Findings) Text(out io.Writer) error {
	w := display.NewWriter(out)
	w.Printf("%s\n", f.Title())
	for _, t := range f.Tables() {
		w.Printf("\n%s\n", t.Title)
		for _, note := range t.Notes {
			w.Printf("%s\n", note)
		}
		if len(t.Rows) > 0 {
			w.Printf("\n")
			if err := w.Table(t.Table); err != nil {
				return fmt.Errorf("write table %q: %w", t.Title, err)
			}
		}
		if t.Below != "" {
			w.Printf("%s\n", t.Below)
		}
	}
	w.Printf("\n")
	for _, s := range f.Subjects {
		if s.Unsupported != "" {
			w.Printf("%s: unsupported: %s\n", s.Impl, s.Unsupported)
		}
	}
	for _, sentence := range f.Sentences() {
		w.Printf("%s\n", sentence)
	}
	return w.Flush()
}
