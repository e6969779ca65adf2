package page

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"unicode"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/ecsbench/ecsbench/report"
)

var (
	paper = color.White
	ink   = color.RGBA{0x1b, 0x1f, 0x27, 0xff}
	faint = color.RGBA{0xdd, 0xe0, 0xe6, 0xff}
	// faintInk is for lines behind dots.
	faintInk = color.RGBA{0x9a, 0xa0, 0xab, 0xff}
	softInk  = color.RGBA{0x54, 0x5c, 0x6b, 0xff}

	titleStyle  = textStyle(13, true, text.XLeft, text.YTop)
	noteStyle   = soft(textStyle(8.5, false, text.XLeft, text.YTop))
	sourceStyle = soft(textStyle(7.5, false, text.XLeft, text.YTop))
	valueStyle  = soft(textStyle(7.5, false, text.XLeft, text.YCenter))
	panelStyle  = textStyle(10, true, text.XCenter, text.YTop)
	legendStyle = textStyle(10, false, text.XLeft, text.YCenter)
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

func textWidth(s string, style text.Style) vg.Length { return style.Width(s) }

// A look is how a line and its points are drawn.
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

var dashPatterns = [][]vg.Length{nil, {6, 3}, {1.5, 3}, {6, 3, 1.5, 3}}

// newLook returns a style; more changes its dash, to distinguish lines of one implementation.
func newLook(s Style, more int) look {
	c := parseColor(s.Light)
	return look{
		line:  draw.LineStyle{Color: c, Width: 1.6, Dashes: dashPatterns[(int(s.Dash)+more)%len(dashPatterns)]},
		glyph: draw.GlyphStyle{Color: c, Radius: 3, Shape: shapes[s.Symbol]},
		fill:  lighten(c, 0.45*float64(s.Variant)),
	}
}

// lighten mixes a colour with white, for variants of one implementation.
func lighten(c color.RGBA, share float64) color.RGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v) + min(share, 0.8)*(255-float64(v))) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), c.A}
}

// pale is a colour as a background for itself.
func pale(c color.Color) color.Color {
	return lighten(color.RGBAModel.Convert(c).(color.RGBA), 0.6)
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

// plain makes a name drawable with the embedded font, which has European scripts, and cuts
// it for the legend.
func plain(name string) string {
	runes := []rune(drawn(report.Display(name)))
	if len(runes) > 32 {
		runes = append(runes[:31], '…')
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

// drawn replaces what the embedded font cannot draw.
func drawn(text string) string {
	return strings.Map(func(r rune) rune {
		if r > 0x04ff && r != '…' && r != '±' && r != '≈' || unicode.Is(unicode.M, r) {
			return '?'
		}
		return r
	}, text)
}

// quantised reduces a drawing to 256 colours: a third of the size and a tenth of the
// writing time. The differences are invisible.
func quantised(source *image.RGBA) *image.Paletted {
	out := image.NewPaletted(source.Bounds(), nil)
	for _, bits := range []int{6, 5, 4} {
		if newShades(bits).reduce(source, out) {
			return out
		}
	}
	usual(source, 5).reduce(source, out)
	return out
}

// mostColors is the size of a palette of PNG.
const mostColors = 256

// A shades maps colours to a palette.
type shades struct {
	bits  int      // of each channel that count
	index []uint16 // 1 + the place of each shade, 0 for those that have none
	list  color.Palette
}

func newShades(bits int) *shades {
	return &shades{bits: bits, index: make([]uint16, 1<<(3*bits))}
}

// of numbers what the pixel shares with those of its shade.
func (s *shades) of(pixel []byte) int {
	drop := 8 - s.bits
	return (int(pixel[0])>>drop<<s.bits|int(pixel[1])>>drop)<<s.bits | int(pixel[2])>>drop
}

func (s *shades) add(shade int, c color.RGBA) {
	s.list = append(s.list, c)
	s.index[shade] = uint16(len(s.list))
}

// sameAsAbove reports whether a row equals the row above.
func sameAsAbove(source *image.RGBA, y int) bool {
	return y > 0 && bytes.Equal(source.Pix[y*source.Stride:][:source.Stride], source.Pix[(y-1)*source.Stride:][:source.Stride])
}

// reduce writes the image in these shades and others, unless they exceed the palette. The
// first colour of a shade represents it; the white paper comes first.
func (s *shades) reduce(source *image.RGBA, out *image.Paletted) (fits bool) {
	width := out.Stride
	for y := range source.Bounds().Dy() {
		row, reduced := source.Pix[y*source.Stride:][:4*width], out.Pix[y*width:][:width]
		if sameAsAbove(source, y) {
			copy(reduced, out.Pix[(y-1)*width:])
			continue
		}
		var last uint32 // none, as drawings are opaque
		var at uint8
		for x := range reduced {
			if p := binary.NativeEndian.Uint32(row[4*x:]); p != last {
				last = p
				shade := s.of(row[4*x:])
				if s.index[shade] == 0 {
					if len(s.list) == mostColors {
						return false
					}
					s.add(shade, color.RGBA{row[4*x], row[4*x+1], row[4*x+2], 0xff})
				}
				at = uint8(s.index[shade] - 1)
			}
			reduced[x] = at
		}
	}
	out.Palette = s.list
	return true
}

// usual returns the most frequent shades. Other pixels take the nearest one.
func usual(source *image.RGBA, bits int) *shades {
	s := newShades(bits)
	type shade struct {
		of     int
		color  color.RGBA
		pixels int
	}
	var met []shade
	place := make([]int, len(s.index)) // 1 + that in met
	for y := range source.Bounds().Dy() {
		if sameAsAbove(source, y) {
			continue
		}
		row := source.Pix[y*source.Stride:][:4*source.Bounds().Dx()]
		var last uint32
		at := 0
		for x := 0; x < len(row); x += 4 {
			if p := binary.NativeEndian.Uint32(row[x:]); p != last {
				last = p
				of := s.of(row[x:])
				if place[of] == 0 {
					met = append(met, shade{of: of, color: color.RGBA{row[x], row[x+1], row[x+2], 0xff}})
					place[of] = len(met)
				}
				at = place[of] - 1
			}
			met[at].pixels++
		}
	}
	slices.SortStableFunc(met, func(a, b shade) int { return cmp.Compare(b.pixels, a.pixels) })
	for i, m := range met {
		if i < mostColors {
			s.add(m.of, m.color)
		} else {
			s.index[m.of] = 1 + uint16(s.list.Index(m.color))
		}
	}
	return s
}

type square struct{}

// DrawGlyph implements draw.GlyphDrawer: a filled square, for bars.
func (square) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := s.Radius
	c.SetColor(s.Color)
	c.Fill(vg.Rectangle{Min: vg.Point{X: at.X - r, Y: at.Y - r}, Max: vg.Point{X: at.X + r, Y: at.Y + r}}.Path())
}
