package page

import (
	"fmt"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/ecsbench/ecsbench/report"
)

// mostRows limits the cases of a panel.
const mostRows = 16

// distributions draws the samples of each case around their median: one row per case, with
// density, samples and outliers.
func (b *builder) distributions(s *report.Scenario) {
	figure := &Figure{Title: plain(s.Label) + ": distribution of the samples"}
	var panels []spreadPanel
	var all []float64
	left, most := 0, 0
	for _, shape := range s.Shapes {
		rows := b.spreads(shape)
		if len(rows) == 0 {
			continue
		}
		if len(panels) == mostPanels {
			left += len(rows)
			continue
		}
		rows = cut(rows, mostRows, &left)
		for _, r := range rows {
			all = append(all, r.ratios...)
		}
		most = max(most, len(rows))
		slices.Reverse(rows) // the best on top
		panels = append(panels, spreadPanel{title: b.facetTitle(facet{shape.Setting, shape.Label()}), rows: rows})
	}
	c := newClip(all)
	for _, p := range panels {
		p.clip = c
		figure.panels = append(figure.panels, p.plot)
	}
	figure.size = size{430, vg.Length(most)*34 + 62}
	figure.Notes = []string{
		"hill: where the samples are dense (Gaussian kernel, Scott's bandwidth); dots: the samples; thick line: the middle half of them; tick: the median",
		"rings are outliers, more than 1.5 times the middle half away from it, crosses more than 3 times (Tukey's fences)",
		c.note(all),
	}
	b.add(figure, "distribution", nameOf(s), left)
	figure.columns, figure.sameY = min(2, len(figure.panels)), false
}

// A spread is a row: the samples of a case relative to their median.
type spread struct {
	label  string
	look   look
	ratios []float64
}

// spreads returns the cases of a configuration with enough samples, best first.
func (b *builder) spreads(shape *report.Shape) (rows []spread) {
	for _, c := range shape.Ranking() {
		m := c.Main()
		if !m.HasInterval() || !drawable(m.Center) || !c.Impl.Shown() {
			continue
		}
		name := implName(c.Impl)
		if c.Impl.Name == "" {
			name = plain(shape.Scenario.Name)
		}
		row := spread{
			label: fmt.Sprintf("%s\n%s, n=%d", name, short(report.Format(m.Center, shape.Scenario.Unit)), m.N),
			look:  newLook(b.styles[c.Impl.Index], 0),
		}
		for _, v := range m.Values {
			row.ratios = append(row.ratios, v/m.Center)
		}
		rows = append(rows, row)
	}
	return rows
}

// A spreadPanel draws a row for each case.
type spreadPanel struct {
	title string
	rows  []spread // from the bottom to the top
	clip  clip
}

func (sp spreadPanel) plot() (*plot.Plot, error) {
	p := newPlot(sp.title, "to the median of the case", "")
	addGrid(p)
	p.Add(sp)
	ticks := make(plot.ConstantTicks, len(sp.rows))
	for i, r := range sp.rows {
		ticks[i] = plot.Tick{Value: float64(i), Label: r.label}
	}
	p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = ticks, 0, 0
	p.Y.Min, p.Y.Max = -0.45, float64(len(sp.rows))-0.3
	room := (sp.clip.high - sp.clip.low) * 0.05
	p.X.Min, p.X.Max = sp.clip.low-room, sp.clip.high+room
	p.X.Tick.Marker = percentTicks{5}
	return p, nil
}

// Plot implements plot.Plotter.
func (sp spreadPanel) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	unit := y(1) - y(0)
	for i, r := range sp.rows {
		sp.density(c, x, y(float64(i)), 0.55*unit, r)
		sp.dots(c, x, y(float64(i))-0.2*unit, r)
	}
}

// density fills the density of a row, scaled to the given height.
func (sp spreadPanel) density(c draw.Canvas, x func(float64) vg.Length, base, height vg.Length, r spread) {
	sample := stats.Sample{Xs: r.ratios}
	if !(stats.BandwidthScott(sample) > 0) { // all alike
		c.StrokeLine2(draw.LineStyle{Color: r.look.glyph.Color, Width: 1.2}, x(1), base, x(1), base+height)
		return
	}
	kde := stats.KDE{Sample: sample, Kernel: stats.GaussianKernel}
	const steps = 160
	var ys [steps + 1]float64
	at := func(i int) float64 { return sp.clip.low + (sp.clip.high-sp.clip.low)*float64(i)/steps }
	highest := 0.0
	for i := range ys {
		ys[i] = kde.PDF(at(i))
		highest = math.Max(highest, ys[i])
	}
	if !(highest > 0) {
		return
	}
	var outline vg.Path
	outline.Move(vg.Point{X: x(at(0)), Y: base})
	for i, v := range ys {
		outline.Line(vg.Point{X: x(at(i)), Y: base + height*vg.Length(v/highest)})
	}
	outline.Line(vg.Point{X: x(at(steps)), Y: base})
	outline.Close()
	c.SetColor(pale(r.look.glyph.Color))
	c.Fill(outline)
	c.SetLineStyle(draw.LineStyle{Color: r.look.glyph.Color, Width: 0.8})
	c.Stroke(outline)
}

// dots draws the samples of a row, its middle half and its median.
func (sp spreadPanel) dots(c draw.Canvas, x func(float64) vg.Length, at vg.Length, r spread) {
	sorted := slices.Sorted(slices.Values(r.ratios))
	first, third := quantile(sorted, 0.25), quantile(sorted, 0.75)
	in := func(v float64) vg.Length { place, _ := sp.clip.put(v); return x(place) }
	c.StrokeLine2(draw.LineStyle{Color: faintInk, Width: 3}, in(first), at, in(third), at)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1.4}, in(1), at-4, in(1), at+4)
	for _, v := range r.ratios {
		glyph := draw.GlyphStyle{Color: r.look.glyph.Color, Radius: 1.5, Shape: draw.CircleGlyph{}}
		switch away := max(first-v, v-third); {
		case away > 3*(third-first):
			glyph.Shape, glyph.Radius = draw.CrossGlyph{}, 2.4
		case away > 1.5*(third-first):
			glyph.Shape, glyph.Radius = draw.RingGlyph{}, 2.2
		}
		c.DrawGlyph(glyph, vg.Point{X: in(v), Y: at})
	}
}
