package page

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Distances of the labels to the right of a panel.
const (
	labelRow    = 11 * vg.Length(1) // between two labels
	labelLeader = 14 * vg.Length(1) // from the panel to the text
)

// endLabels writes the name of each series at the right end of its line. A leader in the colour of
// the line connects them, because labels that would overlap are moved apart. A line that ends within
// the panel has its name there: a leader would look like a part of it.
type endLabels []series

// Plot implements plot.Plotter.
func (e endLabels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var list []series
	end := func(s series) point { return s.points[len(s.points)-1] }
	last := slices.MaxFunc(e, func(a, b series) int { return cmp.Compare(end(a).x, end(b).x) })
	for _, s := range e {
		if end(s).x < end(last).x {
			c.FillText(labelStyle, vg.Point{X: x(end(s).x) + 7, Y: y(end(s).y)}, s.label)
			continue
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b series) int { return cmp.Compare(end(a).y, end(b).y) })
	wanted := make([]float64, len(list))
	for i, s := range list {
		wanted[i] = float64(y(end(s).y))
	}
	for i, at := range spaced(wanted, float64(labelRow), float64(c.Min.Y), float64(c.Max.Y)) {
		style, right := list[i].look.line, c.Max.X+labelLeader-3
		style.Dashes, style.Width = nil, 0.6
		c.StrokeLine2(style, x(end(list[i]).x), vg.Length(wanted[i]), right, vg.Length(at))
		c.FillText(labelStyle, vg.Point{X: c.Max.X + labelLeader, Y: vg.Length(at)}, list[i].label)
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
