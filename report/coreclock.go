package report

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/results"
)

// Clock reports the core clock during the samples, and how many cases are less noisy in cycles
// than in time. It is empty if the files have no clock.
func (r *Report) Clock() string {
	var clocks []float64
	timed, steadier := 0, 0
	for _, c := range r.Cases {
		s, ok := c.Stats[results.UnitClock]
		if !ok || !c.Impl.Shown() {
			continue
		}
		clocks = append(clocks, s.Values...)
		if c.Main().HasInterval() {
			timed++
			if _, unit := c.Precision(); unit == results.UnitCycles {
				steadier++
			}
		}
	}
	if len(clocks) == 0 {
		return ""
	}
	slices.Sort(clocks)
	at := func(share float64) string { return results.Digits(clocks[int(share*float64(len(clocks)-1))]) }
	text := fmt.Sprintf("The core ran at %s GHz, in 95%% of the samples between %s and %s.", at(0.5), at(0.025), at(0.975))
	if timed > 0 {
		text += fmt.Sprintf(" %s less noisy in cycles than in time.", areOf(steadier, timed, "case"))
	}
	return text
}
