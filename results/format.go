package results

import (
	"math"
	"strconv"

	"golang.org/x/perf/benchunit"
)

// A Step is a unit for values of at least Size: 1.5e-6 s is written as 1.50 µs.
type Step struct {
	Size   float64 // in the unit of the values
	Suffix string
	Whole  bool // without decimals: 24 B, not 24.0 B
}

var (
	seconds = []Step{{1, " s", false}, {1e-3, " ms", false}, {1e-6, " µs", false}, {1e-9, " ns", false}}
	memory  = []Step{{1 << 30, " GiB", false}, {1 << 20, " MiB", false}, {1 << 10, " KiB", false}, {1, " B", true}}
	rates   = []Step{{1e9, " G/s", false}, {1e6, " M/s", false}, {1e3, " k/s", false}, {1, " /s", false}}
	numbers = []Step{{1e9, " G", false}, {1e6, " M", false}, {1e3, " k", false}, {1, "", true}}
)

// Steps returns the units for writing values, largest first. The last also applies to smaller
// values.
func (u Unit) Steps() []Step {
	factor, _ := benchunit.Tidy(1, u.Name) // a nanosecond is 1e-9 seconds
	steps := numbers
	switch {
	case u.IsRate():
		steps = rates
	case u.IsTime():
		steps = seconds
	case u.IsMemory():
		steps = memory
	}
	own := make([]Step, len(steps))
	for i, s := range steps {
		own[i] = Step{s.Size / factor, s.Suffix, s.Whole}
	}
	return own
}

// Format writes a value with three significant digits and a fitting prefix, such as "1.72 ns",
// "581 M/s" or "24 B".
func (u Unit) Format(value float64) string {
	if math.IsNaN(value) {
		return "no value"
	}
	steps := u.Steps()
	at := steps[len(steps)-1]
	for _, s := range steps {
		if math.Abs(value) >= s.Size*0.9995 {
			at = s
			break
		}
	}
	if at.Whole && value == math.Trunc(value) && math.Abs(value) < 1e6 {
		return strconv.FormatFloat(value, 'f', 0, 64) + at.Suffix
	}
	return Digits(value/at.Size) + at.Suffix
}

// Digits writes a number with three significant digits, without an exponent if it stays
// readable.
func Digits(v float64) string {
	a := math.Abs(v)
	switch {
	case v == 0:
		return "0"
	case a >= 1e6:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case a >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case a >= 0.9995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case a >= 0.0995:
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// Scaled writes a value with the prefix of scale, or as a power of ten if no prefix is large
// enough.
func Scaled(scale benchunit.Scaler, value float64) string {
	if text := scale.Format(value); len(text) <= 20 {
		return text
	}
	return strconv.FormatFloat(value, 'g', 4, 64)
}
