package display

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Escape makes s safe for a terminal or a log. It puts s on one line, shows unprintable
// characters (control characters, marks of writing direction, invalid UTF-8) as �, and changes
// commands to CI systems.
func Escape(s string) string {
	if isPlain(s) {
		return s
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case unicode.IsPrint(r):
			return r
		}
		return utf8.RuneError
	}, s)
	return command().ReplaceAllStringFunc(s, func(found string) string {
		return strings.Map(func(r rune) rune {
			if r == ':' || r == '#' {
				return utf8.RuneError
			}
			return r
		}, found)
	})
}

// Shell returns a line with these words for a shell.
func Shell(words ...string) string {
	line := make([]string, len(words))
	for i, word := range words {
		line[i] = word
		if word == "" || strings.ContainsFunc(word, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:,=@%+~^", r)
		}) || strings.HasPrefix(word, "~") {
			line[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(line, " ")
}

// YAMLMessage returns the first line of a message of the YAML parser. YAML has no tabs where the
// parser complains about one.
func YAMLMessage(message string) string {
	line, _, _ := strings.Cut(message, "\n")
	if strings.Contains(line, "tab character") || strings.Contains(line, "character '\t'") {
		return "a tab: write spaces instead, as YAML requires"
	}
	return line
}

// Cut is [Escape], shortened to this number of characters; an ellipsis replaces the rest.
func Cut(s string, most int) string {
	s = Escape(s)
	for i := range s {
		if most == 0 {
			return s[:i] + "…"
		}
		most--
	}
	return s
}

// command matches the start of a command to GitHub's runner ("::error::", on its own line) or to
// those of Azure and TeamCity ("##vso[", "##[", anywhere).
var command = Pattern(`^\s*::|##\w*\[`)

// Pattern compiles a regular expression at its first use: most processes need none.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// isPlain reports whether s is ASCII without anything special, like nearly all text.
func isPlain(s string) bool {
	last := byte(0)
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c > '~' || c == last && (c == ':' || c == '#') {
			return false
		}
		last = c
	}
	return true
}

// EscapeCell makes s text in a spreadsheet: it puts an apostrophe before anything that could
// begin a formula, also where a spreadsheet splits at semicolons.
func EscapeCell(s string) string {
	s = Escape(s)
	begins := strings.TrimLeft(s, " ")
	if strings.TrimLeft(begins, formulas) == begins && !strings.ContainsAny(s, splits) {
		return s // the usual case: a further search takes longer than writing
	}
	return formula().ReplaceAllString(s, "$1'$2")
}

// The first characters of formulas, and the characters before them in a cell.
const formulas, splits = "-=+@＝＋－＠", `;"`

var formula = Pattern(`(^\s*|[` + splits + `]\s*)([` + formulas + `])`)
