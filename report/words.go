package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// enumerate writes "a, b and c".
func enumerate(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// limit keeps the first names of a list and counts the others.
func limit(list []string, most int) []string {
	if len(list) <= most {
		return list
	}
	return append(list[:most:most], fmt.Sprintf("%d more", len(list)-most))
}

// addName appends a name that the list lacks, unless it is "".
func addName(list []string, name string) []string {
	if name == "" {
		return list
	}
	return lists.Add(list, name)
}

// Cases formats a number of cases, such as "1 case".
func Cases(n int) string { return counted(n, "case", "cases") }

// counted formats a number of things.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(float64(n)) + " " + several
}

// areOf formats a part of a number of things as a subject, such as "1 of 2 cases is".
func areOf(n, of int, what string) string {
	verb := "are"
	if n == 1 || of == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%s of %s %s", Count(float64(n)), counted(of, what, what+"s"), verb)
}

func have(n int) string { return counted(n, "case has", "cases have") }

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

const (
	longestName = 60
	longestLine = 160
)

// Display escapes a name from a result file, see [display.Escape], and cuts it after 60 characters.
func Display(name string) string { return display.Cut(name, longestName) }

// DisplayLong is Display for full names of cases: it cuts after 160 characters.
func DisplayLong(name string) string { return display.Cut(name, longestLine) }
