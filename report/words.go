package report

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
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

// mainUnit returns the primary unit: the time per entity if the first unit is a speed, else
// the first.
func mainUnit(units []string) string {
	if len(units) == 0 {
		return ""
	}
	if results.UnitNamed(units[0]).IsSpeed() {
		for _, name := range units {
			if u := results.UnitNamed(name); u.IsSpeed() && !u.IsRate() && u.PerEntity() {
				return name
			}
		}
	}
	return units[0]
}

// Title returns the display name of a unit, such as "time per entity".
func Title(unit string) string { return results.UnitNamed(unit).Title }

// Format writes a value with its unit, such as "1.72 ns".
func Format(value float64, unit string) string { return results.UnitNamed(unit).Format(value) }

// Ratio formats a ratio, such as "1.32x".
func Ratio(r float64) string {
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return "no ratio"
	}
	return results.Digits(r) + "x"
}

// Percent formats a ratio as a change, such as "+4.2%".
func Percent(ratio float64) string {
	switch {
	case math.IsNaN(ratio) || math.IsInf(ratio, 0):
		return "?"
	case ratio >= 10:
		return Ratio(ratio)
	}
	if p := fmt.Sprintf("%+.1f%%", 100*(ratio-1)); p != "-0.0%" {
		return p
	}
	return "+0.0%"
}

// Count formats a whole number with commas, such as 100,000, and others with three digits.
func Count(v float64) string {
	if v != math.Trunc(v) || math.Abs(v) >= 1e15 {
		return results.Digits(v)
	}
	sign := ""
	if v < 0 {
		sign = "-"
	}
	return sign + display.Thousands(int64(math.Abs(v)))
}
