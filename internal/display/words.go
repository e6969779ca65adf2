package display

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Count returns "1 case" or "2 cases", "1 entity" or "2 entities".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %s", n, Plural(what))
}

// Plural returns the plural of a word by the rules of English, without the exceptions.
func Plural(word string) string {
	hasSuffix := func(list ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.HasSuffix(word, s) })
	}
	switch stem, found := strings.CutSuffix(word, "y"); {
	case found && !hasSuffix("ay", "ey", "oy", "uy"):
		return stem + "ies"
	case hasSuffix("s", "x", "z", "ch", "sh"):
		return word + "es"
	}
	return word + "s"
}

// CountAre returns "1 case is" or "2 cases are".
func CountAre(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return Count(n, what) + " are"
}

// Thousands writes a number, at least 0, with commas: 100,000.
func Thousands(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", Thousands(n/1000), n%1000)
}

// List joins names and cuts a long list short.
func List(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// Percent prints a share ≥ 0 with at most one decimal, and two below 1%.
func Percent(share float64) string {
	switch {
	case share > 10:
		return "over 1000%"
	case share >= 0.1 || share == math.Trunc(share*100)/100:
		return fmt.Sprintf("%.0f%%", 100*share)
	case share >= 0.01:
		return fmt.Sprintf("%.1f%%", 100*share)
	}
	return fmt.Sprintf("%.2f%%", 100*share)
}

// Change prints a change of the logarithm as a signed percentage. Beyond a million
// percent it is a power of ten.
func Change(log float64) string {
	if log < math.Log(1e4) || math.IsInf(log, 0) {
		return fmt.Sprintf("%+.2f%%", 100*math.Expm1(log))
	}
	digits := log/math.Ln10 + 2
	exponent := math.Floor(digits)
	mantissa := math.Pow(10, digits-exponent)
	if mantissa >= 9.95 {
		mantissa, exponent = 1, exponent+1
	}
	return fmt.Sprintf("%+.2ge+%02.0f%%", mantissa, exponent)
}

// QueryError puts the error of a filter or projection on one line: benchproc prints the query
// and a caret below its message.
func QueryError(flag string, err error) error {
	lines := strings.Split(err.Error(), "\n")
	if len(lines) < 3 {
		return fmt.Errorf("%s: %w", flag, err)
	}
	query := strings.TrimPrefix(lines[1], "\t")
	at := utf8.RuneCountInString(strings.TrimSuffix(strings.TrimPrefix(lines[2], "\t"), "^"))
	return errors.New(fmt.Sprintf("%s %q: %s at character %d; ", flag, query, lines[0], at+1) +
		"see https://pkg.go.dev/golang.org/x/perf/benchproc/syntax")
}

// Duration prints a duration as people type it: 5m for 5m0s.
func Duration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// RoundUp returns a duration that people would type.
func RoundUp(d time.Duration) time.Duration {
	step := time.Minute
	if d < time.Minute {
		step = 10 * time.Second
	}
	return (d + step - 1) / step * step
}

// DidYouMean returns ": did you mean ...?" if one of the names is close to the written one, and
// else ": want one of ...".
func DidYouMean(written string, names []string) string {
	switch best := Nearest(written, names, max(1, len(written)/3)); {
	case best != "":
		return fmt.Sprintf(": did you mean %q?", best)
	case len(names) == 0:
		return ": it has none"
	}
	return ": want one of " + strings.Join(names, ", ")
}

// Nearest returns the name with the fewest edits from the written one, "" if all need more than
// most.
func Nearest(written string, names []string, most int) (best string) {
	for _, name := range names {
		if d := editDistance(strings.ToLower(written), strings.ToLower(name)); d <= most {
			best, most = name, d-1
		}
	}
	return best
}

// editDistance is the number of bytes that are inserted, deleted or replaced, and of swapped
// neighbours (optimal string alignment).
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			cost := last[j]
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
