package page

import (
	"fmt"
	"math"
	"slices"
)

// A clip is the range of values, relative to their median, that are drawn at their
// position. Far outliers are drawn at its edge with their values.
type clip struct{ low, high float64 }

// newClip chooses the range: three times the interquartile range on either side, at least
// ±2% and 95% of the values, and at most the range of the values.
func newClip(ratios []float64) clip {
	c := clip{0.98, 1.02}
	if len(ratios) == 0 {
		return c
	}
	sorted := slices.Sorted(slices.Values(ratios))
	first, third := quantile(sorted, 0.25), quantile(sorted, 0.75)
	reach := 3 * (third - first)
	return clip{
		min(c.low, max(sorted[0], first-reach), quantile(sorted, 0.025)),
		max(c.high, min(sorted[len(sorted)-1], third+reach), quantile(sorted, 0.975)),
	}
}

// quantile interpolates sorted values, as the page does, so both mark the same outliers.
func quantile(sorted []float64, share float64) float64 {
	place := share * float64(len(sorted)-1)
	below := int(place)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (place-float64(below))*(sorted[above]-sorted[below])
}

// put returns the position of a value, and whether it is at an edge.
func (c clip) put(ratio float64) (at float64, beyond bool) {
	at = math.Max(c.low, math.Min(c.high, ratio))
	return at, at != ratio
}

// note lists the values at the edges, "" if there are none.
func (c clip) note(ratios []float64) string {
	above, below := 0, 0
	least, most := c.low, c.high
	for _, r := range ratios {
		switch {
		case r > c.high:
			above++
			most = max(most, r)
		case r < c.low:
			below++
			least = min(least, r)
		}
	}
	switch {
	case above > 0 && below > 0:
		return fmt.Sprintf("at the edges: %d up to %s, %d down to %s", above, percentLabel(most), below, percentLabel(least))
	case above > 0:
		return fmt.Sprintf("at the edge: %d up to %s", above, percentLabel(most))
	case below > 0:
		return fmt.Sprintf("at the edge: %d down to %s", below, percentLabel(least))
	}
	return ""
}
