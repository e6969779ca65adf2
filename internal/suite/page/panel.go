package page

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A series is a line of a panel.
type series struct {
	label  string
	look   look
	points []point
}

func (s series) end() point { return s.points[len(s.points)-1] }

// A point is a median and its interval; lo and hi are NaN without one. An open one is drawn hollow.
type point struct {
	x, y, lo, hi float64
	open         bool
}

// hasInterval reports whether a bar is drawn. An interval that reaches below zero begins at the
// edge of a logarithmic axis.
func (pt point) hasInterval() bool { return !math.IsNaN(pt.lo) && drawable(pt.hi) }

// A linePanel draws series on logarithmic axes. The horizontal axis is linear if it contains
// zero.
type linePanel struct {
	xLabel string
	yLabel string
	yTicks logTicks
	series []series
	y      axisSpan // shared by the panels of a figure
}

func newPlot(xLabel, yLabel string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the figure has one, and filling is slow
	p.X.Label.Text, p.Y.Label.Text = xLabel, yLabel
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font, axis.Label.TextStyle.Color = sans(9, false), ink
		axis.Tick.Label.Font, axis.Tick.Label.Color = sans(8.5, false), ink
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = ink, ink
		axis.Label.Padding = 3
		axis.Padding = 3
	}
	return p
}

func addGrid(p *plot.Plot) {
	g := plotter.NewGrid()
	g.Vertical.Color, g.Horizontal.Color = faint, faint
	g.Vertical.Width, g.Horizontal.Width = 0.5, 0.5
	p.Add(g)
}

func (l linePanel) plot() (*plot.Plot, error) {
	p := newPlot(l.xLabel, l.yLabel)
	p.Y.Scale = plot.LogScale{}
	addGrid(p)
	var xs []float64
	y := l.y.padded()
	for _, s := range l.series {
		xs = append(xs, lists.Map(s.points, func(pt point) float64 { return pt.x })...)
		if err := addSeries(p, s); err != nil {
			return nil, err
		}
	}
	linear := slices.Contains(xs, 0)
	if !linear {
		p.X.Scale = plot.LogScale{}
	}
	x := placeSpan(xs, linear)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.low, x.high, y.low, y.high
	p.X.Tick.Marker, p.Y.Tick.Marker = placeTicks(xs, linear), l.yTicks
	p.Add(endLabels(l.series))
	return p, nil
}

// placeSpan returns the range of the horizontal axis, with a margin.
func placeSpan(places []float64, linear bool) axisSpan {
	if linear {
		low, high := slices.Min(places), slices.Max(places)
		room := max(0.05*(high-low), 0.1)
		return axisSpan{low - room, high + room}
	}
	x := newSpan()
	x.add(places...)
	return x.padded()
}

func addSeries(p *plot.Plot, s series) error {
	xys := lists.Map(s.points, func(pt point) plotter.XY { return plotter.XY{X: pt.x, Y: pt.y} })
	p.Add(intervals{s.points, s.look.line, false})
	line, err := plotter.NewLine(plotter.XYs(xys))
	if err != nil {
		return err
	}
	line.LineStyle = s.look.line
	p.Add(line, symbolsOf{s.points, s.look.glyph})
	return nil
}

// symbolsOf draws the symbol of a series at each point.
type symbolsOf struct {
	points []point
	glyph  draw.GlyphStyle
}

// Plot implements plot.Plotter.
func (s symbolsOf) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, pt := range s.points {
		at := vg.Point{X: x(pt.x), Y: y(pt.y)}
		c.DrawGlyph(s.glyph, at)
		if pt.open {
			inner := s.glyph
			inner.Color, inner.Radius = paper, s.glyph.Radius*0.55
			c.DrawGlyph(inner, at)
		}
	}
}

// intervals draws the interval of each point that has one.
type intervals struct {
	points   []point
	line     draw.LineStyle
	sideways bool
}

// Plot implements plot.Plotter.
func (iv intervals) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := iv.line
	style.Dashes, style.Width = nil, 1
	const cap = 2.5
	for _, pt := range iv.points {
		if !pt.hasInterval() {
			continue
		}
		if iv.sideways {
			a, b, at := x(max(pt.lo, p.X.Min)), x(pt.hi), y(pt.y)
			c.StrokeLine2(style, a, at, b, at)
			c.StrokeLine2(style, a, at-cap, a, at+cap)
			c.StrokeLine2(style, b, at-cap, b, at+cap)
			continue
		}
		a, b, at := y(max(pt.lo, p.Y.Min)), y(pt.hi), x(pt.x)
		c.StrokeLine2(style, at, a, at, b)
		c.StrokeLine2(style, at-cap, a, at+cap, a)
		c.StrokeLine2(style, at-cap, b, at+cap, b)
	}
}

// A pointPanel draws one value per name on a logarithmic axis, with its text.
type pointPanel struct {
	xLabel string
	xTicks logTicks
	rows   []series // of one point each, bottom to top
	x      axisSpan
}

func (pp pointPanel) plot() (*plot.Plot, error) {
	p := newPlot(pp.xLabel, "")
	p.X.Scale = plot.LogScale{}
	addGrid(p)
	ticks := make(plot.ConstantTicks, len(pp.rows))
	x := pp.x.padded()
	for i, row := range pp.rows {
		value := row.points[0]
		at := point{value.y, float64(i), value.lo, value.hi, value.open}
		ticks[i] = plot.Tick{Value: float64(i), Label: row.label}
		p.Add(intervals{[]point{at}, row.look.line, true})
		glyph := row.look.glyph
		glyph.Radius = 4
		p.Add(symbolsOf{[]point{at}, glyph})
		p.Add(beside{at, pp.xTicks.label(value.y)})
	}
	p.X.Min, p.X.Max = x.low, x.high
	p.Y.Min, p.Y.Max = -0.6, float64(len(pp.rows))-0.4
	p.X.Tick.Marker, p.Y.Tick.Marker = pp.xTicks, ticks
	return p, nil
}

// A beside writes the value of a point to the right of its interval.
type beside struct {
	point
	text string
}

// Plot implements plot.Plotter.
func (b beside) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	right := x(b.x)
	if b.hasInterval() {
		right = max(right, x(b.hi))
	}
	c.FillText(valueStyle, vg.Point{X: right + 8, Y: y(b.y)}, b.text)
}
