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

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/report"
)

// An output is standard output. It keeps write errors for the exit code.
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

// columnsElsewhere is the width of tables outside of terminals: logs, mails, pagers.
const columnsElsewhere = 80

func terminalOf(w io.Writer) report.Terminal {
	columns := columnsOf(w)
	if columns > 0 {
		return report.Terminal{Width: columns, Prose: columns, Color: coloured(w)}
	}
	if set, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && set > 0 {
		return report.Terminal{Width: set}
	}
	return report.Terminal{Width: columnsElsewhere}
}

// columnsOf returns the width of a terminal, 0 if w is not a terminal.
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

// coloured reports whether w is a terminal with colours and they are not disabled
// (no-color.org).
func coloured(w io.Writer) bool {
	return terminal(w) != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" &&
		(runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "") // older consoles print the codes
}

// terminal returns w as the file of a terminal, nil if it is not one.
func terminal(w io.Writer) *os.File {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// writeColumns writes tab-separated columns.
func writeColumns(w io.Writer, fill func(io.Writer) error) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if err := fill(t); err != nil {
		return err
	}
	return t.Flush()
}

// writeFolded writes tab-separated columns, the last of them wrapped to a width; 0 is unlimited.
func writeFolded(w io.Writer, width int, fill func(io.Writer) error) error {
	if width == 0 {
		return writeColumns(w, fill)
	}
	var table, folded strings.Builder
	if err := writeColumns(&table, fill); err != nil {
		return err
	}
	const gap = "\x00" // keeps two blanks together
	at := -1           // the last column
	for line := range strings.Lines(table.String()) {
		line = strings.TrimRight(line, " \n")
		if at < 0 {
			at = strings.LastIndex(line, "  ") + 2
		}
		start := min(at, len(line))
		start += len(line[start:]) - len(strings.TrimLeft(line[start:], " "))
		parts := display.Fold(strings.ReplaceAll(line[start:], "  ", gap+" "), func(part string) bool { return start+2+utf8.RuneCountInString(part) <= width })
		for i, part := range parts {
			if i == 0 {
				part = line[:start] + part
			} else {
				part = strings.Repeat(" ", start+2) + part
			}
			folded.WriteString(strings.TrimRight(strings.ReplaceAll(part, gap, " "), " ") + "\n")
		}
	}
	_, err := io.WriteString(w, folded.String())
	return err
}
