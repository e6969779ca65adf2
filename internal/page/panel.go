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

// A point is a median and its interval; lo and hi are NaN without one.
type point struct{ x, y, lo, hi float64 }

// A linePanel draws series on logarithmic axes. The horizontal axis is linear if it contains
// zero.
type linePanel struct {
	title  string
	xLabel string
	yLabel string
	yTicks logTicks
	series []series
	y      axisSpan // shared by the panels of a figure
}

func newPlot(title, xLabel, yLabel string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the figure has one, and filling is slow
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, xLabel, yLabel
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
	p := newPlot(l.title, l.xLabel, l.yLabel)
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
	line, dots, err := plotter.NewLinePoints(plotter.XYs(xys))
	if err != nil {
		return err
	}
	line.LineStyle, dots.GlyphStyle = s.look.line, s.look.glyph
	p.Add(line, dots)
	return nil
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
		if !drawable(pt.lo) || !drawable(pt.hi) {
			continue
		}
		if iv.sideways {
			a, b, at := x(pt.lo), x(pt.hi), y(pt.y)
			c.StrokeLine2(style, a, at, b, at)
			c.StrokeLine2(style, a, at-cap, a, at+cap)
			c.StrokeLine2(style, b, at-cap, b, at+cap)
			continue
		}
		a, b, at := y(pt.lo), y(pt.hi), x(pt.x)
		c.StrokeLine2(style, at, a, at, b)
		c.StrokeLine2(style, at-cap, a, at+cap, a)
		c.StrokeLine2(style, at-cap, b, at+cap, b)
	}
}

// A pointPanel draws one value per name on a logarithmic axis, with its text.
type pointPanel struct {
	title  string
	xLabel string
	xTicks logTicks
	rows   []series // of one point each, bottom to top
	x      axisSpan
}

func (pp pointPanel) plot() (*plot.Plot, error) {
	p := newPlot(pp.title, pp.xLabel, "")
	p.X.Scale = plot.LogScale{}
	addGrid(p)
	ticks := make(plot.ConstantTicks, len(pp.rows))
	x := pp.x.padded()
	for i, row := range pp.rows {
		value := row.points[0]
		at := point{value.y, float64(i), value.lo, value.hi}
		ticks[i] = plot.Tick{Value: float64(i), Label: row.label}
		p.Add(intervals{[]point{at}, row.look.line, true})
		dot, err := plotter.NewScatter(plotter.XYs{{X: at.x, Y: at.y}})
		if err != nil {
			return nil, err
		}
		dot.GlyphStyle = row.look.glyph
		dot.GlyphStyle.Radius = 4
		p.Add(dot)
		p.Add(beside{at, pp.xTicks.label(value.y)})
	}
	p.X.Min, p.X.Max = x.low, x.high*math.Pow(x.high/x.low, 0.14) // room for text
	p.Y.Min, p.Y.Max = -0.6, float64(len(pp.rows))-0.4
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.TickerFunc(func(_, _ float64) []plot.Tick { return pp.xTicks.Ticks(x.low, x.high) }), ticks
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
	if drawable(b.hi) {
		right = max(right, x(b.hi))
	}
	c.FillText(valueStyle, vg.Point{X: right + 8, Y: y(b.y)}, b.text)
}
