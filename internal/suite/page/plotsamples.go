package page

import (
	"maps"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/ecsbench/ecsbench/report"
)

// samples draws every sample relative to the median of its case, in the order of the run. A
// slope is drift, stripes are modes, and a column of high dots is a disturbance. Cases with fewer
// samples than an interval needs are left out: their median is one of them.
func (b *builder) samples() {
	figure := &Figure{Title: "Samples in the order of the run, relative to the median of their case", size: size{760, 102}}
	x := axisSpan{low: 0, high: math.Max(1, float64(b.report.Lines))}
	left := 0
	var shown []series
	var panels []dotPanel
	for _, s := range b.report.Scenarios {
		if len(panels) == mostPanels {
			left++
			continue
		}
		p := dotPanel{title: shortened(s.Label, mostInTitle), x: x}
		p.clouds, p.low, p.high = b.clouds(s)
		if len(p.clouds) > 0 {
			shown = append(shown, p.clouds...)
			panels = append(panels, p)
		}
	}
	for i, p := range panels {
		if i == len(panels)-1 {
			p.xLabel = "samples since the run began"
		}
		figure.panels = append(figure.panels, panel{p.title, p.plot})
	}
	figure.legend = legendInOrder(shown)
	figure.Notes = []string{"a row of dots that climbs or falls is a machine that became slower or faster meanwhile; open dots at an edge are farther out"}
	b.add(figure, "samples", "", left)
	figure.columns = 1
}

// clouds returns the samples of a scenario by implementation, thinned except outliers, and the
// range in which they are drawn.
func (b *builder) clouds(s *report.Scenario) (list []series, low, high float64) {
	of := make(map[int][]point)
	var all []float64
	for _, shape := range s.Shapes {
		for _, k := range shape.Cases {
			m := k.Main()
			if !k.Impl.Shown() || !(m.Center > 0) || m.N != len(k.Order) || !m.HasInterval() {
				continue
			}
			for i, v := range m.Values {
				of[k.Impl.Index] = append(of[k.Impl.Index], point{x: float64(k.Order[i]), y: v / m.Center})
				all = append(all, v/m.Center)
			}
		}
	}
	if len(all) == 0 {
		return nil, 0, 0
	}
	low, high = reach(all)
	every, at := max(1, len(all)/mostDots), 0
	for _, i := range slices.Sorted(maps.Keys(of)) {
		cloud := series{label: plain(b.report.Impls[i].Name), look: newLook(b.styles[i])}
		cloud.look.line.Width, cloud.look.glyph.Color = 0, cloud.look.fill
		for _, pt := range of[i] {
			if at++; at%every == 0 || pt.y < low || pt.y > high {
				cloud.points = append(cloud.points, pt)
			}
		}
		if len(cloud.points) > 0 {
			list = append(list, cloud)
		}
	}
	return list, low, high
}

// reach returns the range of ratios that is drawn: three times the interquartile range beyond
// the quartiles, at least ±2%, and at most the range of the values.
func reach(ratios []float64) (low, high float64) {
	s := stats.Sample{Xs: slices.Sorted(slices.Values(ratios)), Sorted: true}
	least, most := s.Bounds()
	low = max(least, s.Quantile(0.25)-3*s.IQR())
	high = min(most, s.Quantile(0.75)+3*s.IQR())
	return min(0.98, low), max(1.02, high)
}

// A dotPanel draws many dots: samples in the order of the run. Those beyond the range are open
// dots at its edge.
type dotPanel struct {
	title     string
	xLabel    string
	clouds    []series // points only
	x         axisSpan
	low, high float64
}

func (d dotPanel) plot() (*plot.Plot, error) {
	p := newPlot(d.xLabel, "to median")
	addGrid(p)
	for _, s := range d.clouds {
		var within, beyond plotter.XYs
		for _, pt := range s.points {
			at := plotter.XY{X: pt.x, Y: min(max(pt.y, d.low), d.high)}
			if at.Y == pt.y {
				within = append(within, at)
			} else {
				beyond = append(beyond, at)
			}
		}
		for _, part := range []struct {
			xys    plotter.XYs
			shape  draw.GlyphDrawer
			radius vg.Length
		}{{within, s.look.glyph.Shape, 1.6}, {beyond, draw.RingGlyph{}, 2.6}} {
			if len(part.xys) == 0 {
				continue
			}
			dots, err := plotter.NewScatter(part.xys)
			if err != nil {
				return nil, err
			}
			dots.GlyphStyle = draw.GlyphStyle{Color: s.look.glyph.Color, Radius: part.radius, Shape: part.shape}
			p.Add(dots)
		}
	}
	room := (d.high - d.low) * 0.08
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = d.x.low, d.x.high, d.low-room, d.high+room
	p.X.Tick.Marker, p.Y.Tick.Marker = linearTicks{countLabel}, plot.TickerFunc(changeTicks)
	return p, nil
}

// changeTicks marks ratios by their difference from one, which is a mark itself.
func changeTicks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low-1, high-1)
	for i := range ticks {
		if ticks[i].Value++; ticks[i].Label != "" {
			ticks[i].Label = report.Percent(ticks[i].Value)
		}
		if math.Abs(ticks[i].Value-1) < 1e-9 {
			ticks[i].Label = "0%"
		}
	}
	return ticks
}
