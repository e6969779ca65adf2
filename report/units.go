package report

import (
	"fmt"
	"math"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

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
