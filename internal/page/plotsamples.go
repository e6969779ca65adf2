package page

import (
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/ecsbench/ecsbench/report"
)

// samples draws every sample relative to the median of its case, in the order of the run. A
// slope is drift, stripes are modes, and a column of high dots is a disturbance.
func (b *builder) samples() {
	figure := &Figure{Title: "Samples in the order of the run, relative to the median of their case", size: size{760, 120}}
	x := axisSpan{low: 0, high: math.Max(1, float64(b.report.Samples))}
	left := 0
	var shown []series
	var panels []dotPanel
	for _, s := range b.report.Scenarios {
		if len(panels) == mostPanels {
			left++
			continue
		}
		p := dotPanel{title: plain(s.Label), x: x}
		p.clouds, p.clip, p.beyond = b.clouds(s)
		if p.beyond != "" {
			p.title += " (" + p.beyond + ")"
		}
		if len(p.clouds) > 0 {
			shown = append(shown, p.clouds...)
			panels = append(panels, p)
		}
	}
	for i, p := range panels {
		if i == len(panels)-1 {
			p.xLabel = "samples since the run began"
		}
		figure.panels = append(figure.panels, p.plot)
	}
	figure.legend = legendInOrder(shown)
	figure.Notes = []string{"a row of dots that climbs or falls is a machine that became slower or faster meanwhile; open dots at an edge are farther out"}
	b.add(figure, "samples", "", left)
	figure.columns = 1
}

// clouds returns the samples of a scenario by implementation, thinned except outliers.
func (b *builder) clouds(s *report.Scenario) (list []series, c clip, beyond string) {
	type sample struct{ order, ratio float64 }
	of := make(map[int][]sample)
	var all []float64
	for _, shape := range s.Shapes {
		for _, k := range shape.Cases {
			m := k.Main()
			if !k.Impl.Shown() || !(m.Center > 0) || m.N != len(k.Order) {
				continue
			}
			for i, v := range m.Values {
				of[k.Impl.Index] = append(of[k.Impl.Index], sample{float64(k.Order[i]), v / m.Center})
				all = append(all, v/m.Center)
			}
		}
	}
	c = newClip(all)
	every, at := max(1, len(all)/mostDots), 0
	for _, i := range slices.Sorted(maps.Keys(of)) {
		cloud := series{label: plain(b.report.Impls[i].Name), look: newLook(b.styles[i], 0)}
		cloud.look.line.Width, cloud.look.glyph.Color = 0, cloud.look.fill
		for _, v := range of[i] {
			y, out := c.put(v.ratio)
			if at++; at%every != 0 && !out {
				continue
			}
			pt := point{x: v.order, y: y}
			if out {
				pt.hi = v.ratio
			}
			cloud.points = append(cloud.points, pt)
		}
		if len(cloud.points) > 0 {
			list = append(list, cloud)
		}
	}
	return list, c, c.note(all)
}

// A dotPanel draws many dots: samples in the order of the run. Points at an edge have their
// value in hi.
type dotPanel struct {
	title  string
	xLabel string
	clouds []series // points only
	x      axisSpan
	clip   clip
	beyond string // what stands at the edges; in the title
}

func (d dotPanel) plot() (*plot.Plot, error) {
	p := newPlot(d.title, d.xLabel, "to median")
	addGrid(p)
	for _, s := range d.clouds {
		var within, out plotter.XYs
		for _, pt := range s.points {
			if pt.hi != 0 {
				out = append(out, plotter.XY{X: pt.x, Y: pt.y})
			} else {
				within = append(within, plotter.XY{X: pt.x, Y: pt.y})
			}
		}
		for _, part := range []struct {
			xys    plotter.XYs
			shape  draw.GlyphDrawer
			radius vg.Length
		}{{within, s.look.glyph.Shape, 1.6}, {out, draw.RingGlyph{}, 2.6}} {
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
	room := (d.clip.high - d.clip.low) * 0.08
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = d.x.low, d.x.high, d.clip.low-room, d.clip.high+room
	p.X.Tick.Marker = linearTicks{countLabel}
	p.Y.Tick.Marker = percentTicks{3}
	return p, nil
}

// percentTicks marks about the given number of round changes of a ratio, including 0.
type percentTicks struct{ about int }

// Ticks implements plot.Ticker.
func (t percentTicks) Ticks(low, high float64) []plot.Tick {
	rough := (high - low) / float64(t.about)
	if !(rough > 0) || math.IsInf(rough, 0) {
		return nil
	}
	step := math.Pow(10, math.Floor(math.Log10(rough)))
	switch {
	case 5*step <= rough:
		step *= 5
	case 2*step <= rough:
		step *= 2
	}
	var ticks []plot.Tick
	for k := math.Ceil((low - 1) / step); 1+k*step <= high; k++ {
		label := percentLabel(1 + k*step)
		if step > 0.0099 {
			label = strings.Replace(label, ".0%", "%", 1)
		}
		ticks = append(ticks, plot.Tick{Value: 1 + k*step, Label: label})
	}
	return ticks
}

// percentLabel formats a ratio as a change.
func percentLabel(ratio float64) string {
	if math.Abs(ratio-1) < 1e-9 {
		return "0%"
	}
	return report.Percent(ratio)
}
