package plot

import (
	"fmt"
	"math"
	"slices"
)

// A clip is the range in which values relative to their median are drawn in
// their place. It holds all of them, unless a few are so far out that nothing of
// the others could be seen: these stand at its edge, and their values are
// written there.
type clip struct{ low, high float64 }

// newClip chooses the range: what is within three times the middle half of the
// values on either side of it, at least ±2% and 95 of 100 values, and no more
// than there is.
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

// quantile of sorted values, interpolated between neighbours: as the page does, so
// that picture and page call the same samples outliers.
func quantile(sorted []float64, share float64) float64 {
	place := share * float64(len(sorted)-1)
	below := int(place)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (place-float64(below))*(sorted[above]-sorted[below])
}

// put returns the place of a value, and whether that is at an edge.
func (c clip) put(ratio float64) (at float64, beyond bool) {
	at = math.Max(c.low, math.Min(c.high, ratio))
	return at, at != ratio
}

// says tells what stands at the edges, "" if nothing does.
func (c clip) says(ratios []float64) string {
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
