package display

import "strings"

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

var formula = Pattern(`(^\s*|[` + splits + `]\s*)([` + formulas + `])`)
