package page

import (
	"math"
	"regexp"
	"slices"

	"gonum.org/v1/plot"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// logTicks marks the decades and, within, one to nine. Few decades get labels
// at two and five as well. Bytes have marks at powers of two.
type logTicks struct {
	label func(float64) string
	bytes bool
}

// Ticks implements plot.Ticker.
func (t logTicks) Ticks(low, high float64) []plot.Tick {
	if low <= 0 || high <= low {
		return nil
	}
	if ticks := t.powersOfTwo(low, high); t.bytes && len(ticks) > 1 {
		return ticks
	}
	decades := math.Log10(high / low)
	every := int(math.Ceil(decades / 6))
	var ticks []plot.Tick
	labels := 0
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for m := 1.0; m <= 9; m++ {
			v := m * math.Pow(10, e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			tick := plot.Tick{Value: v}
			if m == 1 && int(e)%every == 0 || decades < 2 && (m == 2 || m == 5) {
				tick.Label = t.label(v)
				labels++
			}
			ticks = append(ticks, tick)
		}
	}
	if labels < 2 { // less than a factor of two: as on a linear axis
		return linearTicks{t.label}.Ticks(low, high)
	}
	return ticks
}

// powersOfTwo marks up to eight of them, such as 1, 4 and 16 KiB.
func (t logTicks) powersOfTwo(low, high float64) (ticks []plot.Tick) {
	first, last := math.Log2(low), math.Log2(high)
	every := math.Ceil((last - first) / 7)
	for e := every * math.Ceil(first/every); e <= last; e += every {
		ticks = append(ticks, plot.Tick{Value: math.Exp2(e), Label: t.label(math.Exp2(e))})
	}
	return ticks
}

// linearTicks are those of gonum/plot with our labels.
type linearTicks struct{ label func(float64) string }

// Ticks implements plot.Ticker.
func (t linearTicks) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = t.label(ticks[i].Value)
		}
	}
	return ticks
}

var zeros = regexp.MustCompile(`(\.\d*?)0+( |k|M|G|x|$)`)

// short drops the zeros at the end of a number: 10.0 ns becomes 10 ns.
func short(s string) string {
	s = zeros.ReplaceAllString(s, "$1$2")
	return regexp.MustCompile(`\.( |k|M|G|x|$)`).ReplaceAllString(s, "$1")
}

func unitTicks(unit string) logTicks {
	return logTicks{func(v float64) string { return short(report.Format(v, unit)) }, results.UnitNamed(unit).IsMemory()}
}

// countLabel writes a place: 100k, but 1,024, of which three digits would be another place.
func countLabel(v float64) string {
	if v == math.Trunc(v) && v < 1e6 && math.Mod(v, 1e3) != 0 && math.Mod(v, 100) != 0 {
		return report.Count(v)
	}
	for _, step := range []struct {
		size   float64
		suffix string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if v >= step.size {
			return short(results.Digits(v/step.size) + step.suffix)
		}
	}
	return short(results.Digits(v))
}

// placeTicks marks the measured places on an axis, if they are few and far enough apart, else
// round numbers. They are integers if the places are.
func placeTicks(values []float64, linear bool) plot.Ticker {
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	if fewAndFar(values, linear) {
		ticks := lists.Map(values, func(v float64) plot.Tick { return plot.Tick{Value: v, Label: countLabel(v)} })
		return plot.ConstantTicks(ticks)
	}
	var ticks plot.Ticker = logTicks{label: countLabel}
	if linear {
		ticks = linearTicks{countLabel}
	}
	if slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) }) {
		return ticks
	}
	return plot.TickerFunc(func(low, high float64) []plot.Tick {
		return lists.Filter(ticks.Ticks(low, high), func(t plot.Tick) bool { return t.Value == math.Trunc(t.Value) })
	})
}

func fewAndFar(sorted []float64, linear bool) bool {
	if len(sorted) > 6 {
		return false
	}
	for i := 1; i < len(sorted); i++ {
		apart := sorted[i] >= 1.8*sorted[i-1]
		if linear {
			apart = sorted[i]-sorted[i-1] >= (sorted[len(sorted)-1]-sorted[0])/12
		}
		if !apart {
			return false
		}
	}
	return true
}

// An axisSpan is the range of an axis.
type axisSpan struct{ low, high float64 }

func newSpan() axisSpan { return axisSpan{low: math.Inf(1), high: math.Inf(-1)} }

// drawable reports whether a value has a place on a logarithmic axis. Values beyond these
// limits are not plausible and would stretch the axis.
func drawable(v float64) bool { return v > 1e-30 && v < 1e30 }

func (s *axisSpan) add(values ...float64) {
	for _, v := range values {
		if drawable(v) {
			s.low, s.high = min(s.low, v), max(s.high, v)
		}
	}
}

// padded returns the range with a margin, on a logarithmic scale.
func (s axisSpan) padded() axisSpan {
	if s.low > s.high {
		return axisSpan{0.1, 1}
	}
	room := math.Max(0.05*math.Log(s.high/s.low), 0.08)
	return axisSpan{s.low * math.Exp(-room), s.high * math.Exp(room)}
}
