package page

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// Distances of the labels of series.
const (
	labelRow    = 11 * vg.Length(1) // between two labels
	labelLeader = 14 * vg.Length(1) // from the end of a line or of the panel to the text
	labelNear   = 7 * vg.Length(1)  // from the end of a line to its name, without a leader
)

// endLabels writes the name of each series at the right end of its line. Names that would overlap are
// moved apart, and a leader in the colour of the line connects them. The names of the lines that end at
// the right are beside the panel. Those of other lines are within, where a leader from a name that was
// not moved would look like a part of the line.
type endLabels []series

// Plot implements plot.Plotter.
func (e endLabels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	ends := map[vg.Length][]series{}
	for _, s := range e {
		at := x(s.end().x)
		ends[at] = append(ends[at], s)
	}
	places := slices.Sorted(maps.Keys(ends))
	for _, from := range places {
		list := ends[from]
		slices.SortStableFunc(list, func(a, b series) int { return cmp.Compare(a.end().y, b.end().y) })
		wanted := lists.Map(list, func(s series) float64 { return float64(y(s.end().y)) })
		for i, at := range spaced(wanted, float64(labelRow), float64(c.Min.Y), float64(c.Max.Y)) {
			text, moved := c.Max.X+labelLeader, math.Abs(at-wanted[i]) > 0.5
			switch last := from == places[len(places)-1]; {
			case !last && moved:
				text = from + labelLeader
			case !last:
				text = from + labelNear
			}
			if text > from+labelNear {
				style := list[i].look.line
				style.Dashes, style.Width = nil, 0.6
				c.StrokeLine2(style, from, vg.Length(wanted[i]), text-3, vg.Length(at))
			}
			c.FillText(labelStyle, vg.Point{X: text, Y: vg.Length(at)}, list[i].label)
		}
	}
}

// labelWidth returns the room that the labels of series need beside a panel.
func labelWidth(list []series) vg.Length {
	widest := vg.Length(0)
	for _, s := range list {
		widest = max(widest, labelStyle.Width(s.label))
	}
	return labelLeader + widest
}

// spaced moves ascending places apart to a minimum distance, with the least sum of squares of the
// moves: places minus their offsets are fitted by an isotonic regression (pool adjacent violators,
// Ayer et al. 1955). All are within the limits, if there is room.
func spaced(places []float64, distance, low, high float64) []float64 {
	type pool struct {
		sum float64
		n   int
	}
	mean := func(p pool) float64 { return p.sum / float64(p.n) }
	var pools []pool
	for i, place := range places {
		pools = append(pools, pool{place - float64(i)*distance, 1})
		for n := len(pools); n > 1 && mean(pools[n-2]) > mean(pools[n-1]); n = len(pools) {
			pools[n-2] = pool{pools[n-2].sum + pools[n-1].sum, pools[n-2].n + pools[n-1].n}
			pools = pools[:n-1]
		}
	}
	highest := high - float64(len(places)-1)*distance
	var moved []float64
	for _, p := range pools {
		at := max(min(mean(p), highest), low)
		for range p.n {
			moved = append(moved, at+float64(len(moved))*distance)
		}
	}
	return moved
}
