package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/results"
)

// preferred are the units in the order in which they make a good main unit of
// a scenario.
var preferred = []string{"ns/entity", "ns/op", "sec/op"}

// mainUnit is the unit by which a scenario is ranked.
func mainUnit(units []string) string {
	for _, u := range preferred {
		if slices.Contains(units, u) {
			return u
		}
	}
	if len(units) == 0 {
		return ""
	}
	return units[0]
}

// Title names a unit for people, such as "time per entity".
func Title(unit string) string { return results.UnitNamed(unit).Title }

// better is +1 if more of the unit is better and -1 if less is, by what the
// files say and else by what is known or by the convention that rates are good
// and costs are not.
func better(unit string, declared map[string]int) int {
	return cmp.Or(declared[unit], results.UnitNamed(unit).Better, -1)
}

// Format writes a value with three significant digits and the unit that suits
// its size, such as "1.72 ns", "581 M/s" or "24 B".
func Format(value float64, unit string) string {
	if math.IsNaN(value) {
		return "no value"
	}
	tidy, unit := benchunit.Tidy(value, unit)
	numerator, _, _ := strings.Cut(unit, "/")
	switch {
	case numerator == "sec":
		return scaled(tidy, []step{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}})
	case numerator == "B" || strings.HasSuffix(numerator, "-B") || strings.HasSuffix(numerator, "-bytes"):
		return scaled(tidy, []step{{1 << 30, " GiB"}, {1 << 20, " MiB"}, {1 << 10, " KiB"}, {1, " B"}})
	case strings.HasSuffix(unit, "/s"):
		return scaled(tidy, []step{{1e9, " G/s"}, {1e6, " M/s"}, {1e3, " k/s"}, {1, " /s"}})
	}
	return scaled(tidy, []step{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}, {1, ""}})
}

type step struct {
	size   float64
	suffix string
}

func scaled(value float64, steps []step) string {
	at := steps[len(steps)-1]
	for _, s := range steps {
		if math.Abs(value) >= s.size*0.9995 {
			at = s
			break
		}
	}
	return Digits(value/at.size) + at.suffix
}

// Digits writes a number with three significant digits and no exponent where
// it can be read without.
func Digits(v float64) string {
	a := math.Abs(v)
	switch {
	case v == 0:
		return "0"
	case a >= 1e6 || a < 1e-4:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case a >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case a >= 0.9995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	if a >= 0.0995 {
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// Ratio writes how many times, such as "1.32x".
func Ratio(r float64) string {
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return "no ratio"
	}
	return Digits(r) + "x"
}

// Percent writes a ratio as a change, such as "+4.2%".
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

// Count writes a whole number with commas, such as 100,000; other numbers with
// three digits.
func Count(v float64) string {
	if v != math.Trunc(v) || math.Abs(v) >= 1e15 {
		return Digits(v)
	}
	digits := strconv.FormatFloat(math.Abs(v), 'f', 0, 64)
	var b strings.Builder
	if v < 0 {
		b.WriteByte('-')
	}
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
