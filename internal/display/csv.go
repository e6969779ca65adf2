package display

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

// EscapeCell makes s text in a spreadsheet: with an apostrophe where it would begin a
// formula, also where a spreadsheet splits at semicolons.
func EscapeCell(s string) string {
	s = Escape(s)
	begins := strings.TrimLeft(s, " ")
	if strings.TrimLeft(begins, formulas) == begins && !strings.ContainsAny(s, splits) {
		return s // as nearly all are: to look for more takes longer than to write it
	}
	return formula().ReplaceAllString(s, "$1'$2")
}

// What formulas begin with, and behind what a cell may begin.
const formulas, splits = "-=+@＝＋－＠", `;"`

var formula = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^\s*|[` + splits + `]\s*)([` + formulas + `])`)
})

// A CSV writes comma-separated values.
type CSV struct{ w *csv.Writer }

// NewCSV returns a writer of comma-separated values to w.
func NewCSV(w io.Writer) *CSV { return &CSV{csv.NewWriter(w)} }

// Write writes a line. Strings are data, numbers and [Verbatim] stay as they are.
// The first error is returned by Flush.
func (c *CSV) Write(fields ...any) {
	line := make([]string, len(fields))
	for i, field := range fields {
		if isOurs(field) {
			line[i] = fmt.Sprint(field)
		} else {
			line[i] = EscapeCell(fmt.Sprint(field))
		}
	}
	c.w.Write(line)
}

// Flush writes what is left.
func (c *CSV) Flush() error {
	c.w.Flush()
	return c.w.Error()
}
