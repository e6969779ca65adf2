package cmd

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/ecsbench/ecsbench/internal/escape"
	"github.com/ecsbench/ecsbench/report"
)

// An output is standard output. It remembers that something could not be
// written, so that the exit code tells, whatever wrote it.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("print: %w", err)
	}
	return n, err
}

// columnsElsewhere is how wide tables are where there is no terminal: in logs, in
// mails and in pagers.
const columnsElsewhere = 80

// lookOf is how a report is written to a terminal, or to what is none.
func lookOf(w io.Writer) report.Look {
	columns := columnsOf(w)
	if columns > 0 {
		return report.Look{Width: columns, Prose: columns, Color: coloured(w)}
	}
	if set, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && set > 0 {
		return report.Look{Width: set}
	}
	return report.Look{Width: columnsElsewhere}
}

// columnsOf is how many columns a terminal has, 0 if w is none.
func columnsOf(w io.Writer) int {
	f := terminal(w)
	if f == nil {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// coloured tells whether w is a terminal that shows colours, and whether that is
// wanted (no-color.org).
func coloured(w io.Writer) bool {
	return terminal(w) != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" &&
		(runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "") // older consoles show the codes
}

// terminal returns w as the file of a terminal, nil if it is none.
func terminal(w io.Writer) *os.File {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// writeColumns writes lines whose columns tabs part. On a terminal that they are too
// wide for they are folded, and stay as they are in pipes and files.
func writeColumns(w io.Writer, fill func(io.Writer) error) error {
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	if err := fill(t); err != nil {
		return err
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, folded(text.String(), columnsOf(w)))
	return err
}

// fewestColumns is how many a last column has at least that is folded.
const fewestColumns = 20

// folded breaks lines of more than so many columns between words; 0 leaves them as
// they are. What goes on stands below the beginning of the last column, which two
// spaces part from the one before.
func folded(text string, columns int) string {
	if columns == 0 {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		start := strings.LastIndex(line, "  ") + 2 // of the last column
		if start < 2 {
			start = 0 // there is one
		}
		before := utf8.RuneCountInString(line[:start])
		if utf8.RuneCountInString(line) <= columns || columns-before < fewestColumns {
			out.WriteString(line + "\n")
			continue
		}
		indent := "\n" + strings.Repeat(" ", before)
		out.WriteString(line[:start] + strings.Join(escape.Fold(line[start:], columns-before), indent) + "\n")
	}
	return out.String()
}
