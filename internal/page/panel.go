package page

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A series is a line of a panel.
type series struct {
	label  string
	look   look
	points []point
}

// A point is a median and its interval; lo and hi are NaN without one.
type point struct{ x, y, lo, hi float64 }

// A linePanel draws series on two logarithmic axes.
type linePanel struct {
	title  string
	xLabel string
	yLabel string
	yTicks func(float64) string
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
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	addGrid(p)
	var xs []float64
	x, y := newSpan(), l.y.axis()
	for _, s := range l.series {
		for _, pt := range s.points {
			xs = append(xs, pt.x)
			x.add(pt.x)
		}
		if err := addSeries(p, s, y); err != nil {
			return nil, err
		}
	}
	x = x.padded()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.low, x.high, y.least(), y.high
	p.X.Tick.Marker, p.Y.Tick.Marker = placeTicks(xs), y.ticks(l.yTicks)
	return p, nil
}

func addSeries(p *plot.Plot, s series, y logAxis) error {
	xys := make(plotter.XYs, len(s.points))
	for i, pt := range s.points {
		xys[i] = plotter.XY{X: pt.x, Y: y.put(pt.y)}
	}
	p.Add(intervals{s.points, s.look.line, false})
	line, dots, err := plotter.NewLinePoints(xys)
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
	xTicks func(float64) string
	rows   []series // of one point each, bottom to top
	x      axisSpan
	from   float64 // begin of bars; 0 for points
}

func (pp pointPanel) plot() (*plot.Plot, error) {
	p := newPlot(pp.title, pp.xLabel, "")
	p.X.Scale = plot.LogScale{}
	addGrid(p)
	ticks := make(plot.ConstantTicks, len(pp.rows))
	x := pp.x.axis()
	for i, row := range pp.rows {
		value := row.points[0]
		at := point{x.put(value.y), float64(i), value.lo, value.hi}
		ticks[i] = plot.Tick{Value: float64(i), Label: row.label}
		if pp.from > 0 {
			p.Add(rowBar{at, pp.from, row.look.fill})
		} else {
			p.Add(intervals{[]point{at}, row.look.line, true})
			dot, err := plotter.NewScatter(plotter.XYs{{X: at.x, Y: at.y}})
			if err != nil {
				return nil, err
			}
			dot.GlyphStyle = row.look.glyph
			dot.GlyphStyle.Radius = 4
			p.Add(dot)
		}
		p.Add(beside{at, pp.from, pp.xTicks(value.y)})
	}
	p.X.Min, p.X.Max = x.least(), x.high*math.Pow(x.high/x.least(), 0.14) // room for text
	p.Y.Min, p.Y.Max = -0.6, float64(len(pp.rows))-0.4
	p.X.Tick.Marker, p.Y.Tick.Marker = x.ticks(pp.xTicks), ticks
	return p, nil
}

// A beside writes the value of a point to the right of its interval.
type beside struct {
	point
	from float64
	text string
}

// Plot implements plot.Plotter.
func (b beside) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	right := x(max(b.x, b.from))
	if drawable(b.hi) && b.from == 0 {
		right = max(right, x(b.hi))
	}
	c.FillText(valueStyle, vg.Point{X: right + 8, Y: y(b.y)}, b.text)
}

// A rowBar is a horizontal bar that begins at from.
type rowBar struct {
	point
	from float64
	fill color.Color
}

// Plot implements plot.Plotter.
func (b rowBar) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	low, high := x(min(b.x, b.from)), x(max(b.x, b.from))
	high = max(high, low+leastBar)
	c.SetColor(b.fill)
	c.Fill(vg.Rectangle{Min: vg.Point{X: low, Y: y(b.y - 0.32)}, Max: vg.Point{X: high, Y: y(b.y + 0.32)}}.Path())
}

// leastBar is the minimum length of a bar.
const leastBar = 2.5 * vg.Length(1)

// A barPanel draws groups of bars that start at one, on a logarithmic axis.
type barPanel struct {
	title  string
	xLabel string
	yLabel string
	groups []string
	bars   []bar
	each   int // bars in a group
	y      axisSpan
}

type bar struct {
	group, place int
	ratio        float64
	look         look
	label        string // its value
	name         string
}

func (b barPanel) plot() (*plot.Plot, error) {
	p := newPlot(b.title, b.xLabel, b.yLabel)
	p.Y.Scale = plot.LogScale{}
	p.Add(&plotter.Grid{Horizontal: draw.LineStyle{Color: faint, Width: 0.5}})
	p.Add(b)
	y := b.y
	y.add(1)
	y = y.padded()
	p.Y.Min, p.Y.Max = y.low, y.high*math.Pow(y.high/y.low, 0.14) // room for labels
	p.X.Min, p.X.Max = -0.5, float64(len(b.groups))-0.5
	ticks := make(plot.ConstantTicks, len(b.groups))
	for i, g := range b.groups {
		ticks[i] = plot.Tick{Value: float64(i), Label: g}
	}
	p.X.Tick.Marker = ticks
	p.X.Tick.Length = 0
	p.Y.Tick.Marker = logTicks{timesLabel}
	return p, nil
}

// Plot implements plot.Plotter.
func (b barPanel) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	width := 0.86 / float64(b.each)
	style := textStyle(6.5, false, 0, -0.5)
	style.Rotation = math.Pi / 2
	one := y(1)
	tall := func(top vg.Length) vg.Length {
		if top < one {
			return min(top, one-leastBar)
		}
		return max(top, one+leastBar)
	}
	for _, bar := range b.bars {
		left := float64(bar.group) - 0.43 + float64(bar.place)*width
		x0, x1, top := x(left), x(left+width*0.9), tall(y(bar.ratio))
		var path vg.Path
		path.Move(vg.Point{X: x0, Y: one})
		path.Line(vg.Point{X: x0, Y: top})
		path.Line(vg.Point{X: x1, Y: top})
		path.Line(vg.Point{X: x1, Y: one})
		path.Close()
		c.SetColor(bar.look.fill)
		c.Fill(path)
		if x1-x0 >= 5 {
			c.FillText(style, vg.Point{X: (x0 + x1) / 2, Y: max(top, one) + 3}, bar.label)
		}
	}
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.8}, c.Min.X, one, c.Max.X, one)
}
