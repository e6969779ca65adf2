package page

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"
	"unicode"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/report"
)

var (
	paper   = color.White
	ink     = color.RGBA{0x1b, 0x1f, 0x27, 0xff}
	faint   = color.RGBA{0xdd, 0xe0, 0xe6, 0xff}
	softInk = color.RGBA{0x54, 0x5c, 0x6b, 0xff}

	titleStyle  = textStyle(13, true, text.XLeft, text.YTop)
	noteStyle   = soft(textStyle(8.5, false, text.XLeft, text.YTop))
	sourceStyle = soft(textStyle(7.5, false, text.XLeft, text.YTop))
	valueStyle  = soft(textStyle(7.5, false, text.XLeft, text.YCenter))
	panelStyle  = textStyle(10, true, text.XCenter, text.YTop)
	legendStyle = textStyle(10, false, text.XLeft, text.YCenter)
	labelStyle  = textStyle(8.5, false, text.XLeft, text.YCenter)
)

func textStyle(size vg.Length, bold bool, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{Color: ink, Font: sans(size, bold), XAlign: x, YAlign: y, Handler: plot.DefaultTextHandler}
}

// soft is for text beside the picture.
func soft(s text.Style) text.Style {
	s.Color = softInk
	return s
}

// sans is the font that gonum/plot embeds.
func sans(size vg.Length, bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = stdfont.WeightBold
	}
	return f
}

// A look is the style of a line and its points.
type look struct {
	line  draw.LineStyle
	glyph draw.GlyphStyle
	fill  color.Color
}

var shapes = map[Symbol]draw.GlyphDrawer{
	Circle:   draw.CircleGlyph{},
	Square:   draw.BoxGlyph{},
	Triangle: draw.PyramidGlyph{},
	Diamond:  diamond{},
}

var dashPatterns = [dashes][]vg.Length{nil, {6, 3}, {1.5, 3}}

func newLook(s Style) look {
	c := parseColor(s.Light)
	return look{
		line:  draw.LineStyle{Color: c, Width: 1.6, Dashes: dashPatterns[s.Dash]},
		glyph: draw.GlyphStyle{Color: c, Radius: 3, Shape: shapes[s.Symbol]},
		fill:  lighten(c, 0.45*float64(s.Variant)),
	}
}

// lighten mixes a colour with white, for variants of one implementation.
func lighten(c color.RGBA, share float64) color.RGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v) + min(share, 0.8)*(255-float64(v))) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), c.A}
}

// parseColor reads #rrggbb.
func parseColor(s string) color.RGBA {
	v, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil {
		return ink
	}
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

type diamond struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := s.Radius * 1.25
	var p vg.Path
	p.Move(vg.Point{X: at.X - r, Y: at.Y})
	p.Line(vg.Point{X: at.X, Y: at.Y + r})
	p.Line(vg.Point{X: at.X + r, Y: at.Y})
	p.Line(vg.Point{X: at.X, Y: at.Y - r})
	p.Close()
	c.SetColor(s.Color)
	c.Fill(p)
}

// plain makes a name drawable, and cuts it for labels.
func plain(name string) string { return shortened(name, mostInName) }

// Limits of texts in characters, beyond all names and configurations of ecsbench itself.
const (
	mostInName  = 48
	mostInTitle = 240
)

// shortened makes a name drawable with the embedded font, which has European scripts, and cuts it
// to a number of characters.
func shortened(name string, most int) string {
	runes := []rune(drawn(display.Cut(name, most)))
	if len(runes) > most {
		runes = append(runes[:most-1], '…')
	}
	if len(runes) == 0 {
		return "(none)"
	}
	return string(runes)
}

// implName returns the name of an implementation with its mark.
func implName(i *report.Impl) string {
	return plain(i.Name) + strings.TrimPrefix(i.Label, report.Display(i.Name))
}

// drawn replaces characters that the embedded font lacks.
func drawn(text string) string {
	return strings.Map(func(r rune) rune {
		if r > 0x04ff && r != '…' && r != '±' && r != '≈' || unicode.Is(unicode.M, r) {
			return '?'
		}
		return r
	}, text)
}

// Text below a title, for readers of the picture only.
const (
	logarithmic = "logarithmic scale: equal distances are equal factors"
	withBars    = "bars: 95% interval of the median, if wider than the symbol"
	openFew     = "open symbols: fewer than 6 samples, so no interval"
	fewSamples  = "fewer than 6 samples: no intervals"
)

// source describes the measurements and the command.
func source(r *report.Report) []string {
	lines := []string{r.Measured()}
	if commands := r.Commands(); len(commands) <= mostCommands {
		lines = append(lines, commands...)
	} else {
		lines[0] += fmt.Sprintf(" Measured by %d commands.", len(commands))
	}
	for i, line := range lines {
		lines[i] = drawn(line)
	}
	return lines
}

const mostCommands = 3
