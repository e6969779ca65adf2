package page

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Figure is a picture: panels in rows under a title, and a legend.
type Figure struct {
	Name    string // of the file, without extension
	Title   string
	Notes   []string // better direction, scale
	Caption string   // omitted parts, "" if nothing
	Source  []string // of the measurements
	Values  bool     // shows the primary metric of a scenario; displayed first
	panels  []panel
	columns int
	labels  vg.Length // width of the labels to the right of each panel
	legend  []entry
	size    size // of a panel, without its title and labels
}

// Files names the picture in its formats, PNG first.
func (f *Figure) Files() []string { return []string{f.Name + ".png", f.Name + ".svg"} }

// A panel is a plot under a title. The plot is created for each drawing, because plots are not safe
// for concurrent use.
type panel struct {
	title string
	plot  func() (*plot.Plot, error)
}

type size struct{ width, height vg.Length }

// An entry is a line of the legend.
type entry struct {
	label string
	look  look
}

const (
	margin      = 12 * vg.Length(1)
	titleHeight = 26 * vg.Length(1)
	panelTitle  = 18 * vg.Length(1) // of one line
	panelRow    = 12 * vg.Length(1) // of each further line
	noteHeight  = 16 * vg.Length(1)
	noteRow     = 13 * vg.Length(1)
	sourceRow   = 11 * vg.Length(1)
	legendRow   = 17 * vg.Length(1)
	resolution  = 192 // dots per inch: twice that of a usual screen
)

func (f *Figure) rows() int { return (len(f.panels) + f.columns - 1) / f.columns }

func (f *Figure) bounds() (width, height vg.Length) {
	width = vg.Length(f.columns)*(f.size.width+f.labels) + f.legendWidth() + 2*margin
	panels := vg.Length(f.rows()) * (f.size.height + f.titles())
	legend := vg.Length(len(f.legend))*legendRow + 8
	width = max(width, titleStyle.Width(f.Title)+2*margin, leastWidth)
	height = max(panels, legend) + titleHeight + 2*margin
	height += vg.Length(len(f.notes(width)))*noteRow + vg.Length(len(f.sources(width)))*sourceRow
	if f.Caption != "" {
		height += noteHeight
	}
	return width, height
}

// titles returns the height of the titles of a row of panels.
func (f *Figure) titles() vg.Length {
	lines := 0
	for _, p := range f.panels {
		lines = max(lines, len(f.titleLines(p)))
	}
	if lines == 0 {
		return 0
	}
	return panelTitle + vg.Length(lines-1)*panelRow
}

// titleLines wraps the title of a panel.
func (f *Figure) titleLines(p panel) []string {
	return fold([]string{p.title}, panelStyle, f.size.width)
}

// leastWidth leaves room for the text above and below the panels.
const leastWidth = 510 * vg.Length(1)

// notes returns the lines below the title, sources those at the bottom.
func (f *Figure) notes(width vg.Length) []string {
	return fold(f.Notes, noteStyle, width-2*margin)
}

func (f *Figure) sources(width vg.Length) []string {
	return fold(f.Source, sourceStyle, width-2*margin)
}

// fold wraps lines that are wider than the picture.
func fold(lines []string, style text.Style, width vg.Length) (list []string) {
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			list = append(list, display.Fold(line, func(part string) bool { return style.Width(part) <= width })...)
		}
	}
	return list
}

func (f *Figure) legendWidth() vg.Length {
	if len(f.legend) == 0 {
		return 0
	}
	widest := vg.Length(0)
	for _, e := range f.legend {
		widest = max(widest, legendStyle.Width(e.label))
	}
	return widest + 52
}

// PNG returns the figure as a PNG image.
func (f *Figure) PNG() ([]byte, error) {
	width, height := f.bounds()
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution))
	if err := f.draw(draw.NewCanvas(canvas, width, height)); err != nil {
		return nil, fmt.Errorf("draw %s: %w", f.Name, err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, quantised(canvas.Image().(*image.RGBA))); err != nil {
		return nil, fmt.Errorf("draw %s: %w", f.Name, err)
	}
	return b.Bytes(), nil
}

// quantised reduces a drawing to its 256 most frequent colours, for a third of the size.
func quantised(img *image.RGBA) *image.Paletted {
	pixels := make(map[color.RGBA]int)
	at := func(i int) color.RGBA { return color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]} }
	for i := 0; i < len(img.Pix); i += 4 {
		pixels[at(i)]++
	}
	colors := slices.SortedFunc(maps.Keys(pixels), func(a, b color.RGBA) int {
		return cmp.Or(pixels[b]-pixels[a], cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	palette := color.Palette(lists.Map(colors[:min(256, len(colors))], func(c color.RGBA) color.Color { return c }))
	for _, c := range colors {
		pixels[c] = palette.Index(c)
	}
	out := image.NewPaletted(img.Bounds(), palette)
	for i := range out.Pix {
		out.Pix[i] = uint8(pixels[at(4*i)])
	}
	return out
}

// SVG returns the figure as an SVG image.
func (f *Figure) SVG() ([]byte, error) {
	width, height := f.bounds()
	canvas := vgsvg.New(width, height)
	c := draw.NewCanvas(canvas, width, height)
	c.SetColor(paper)
	c.Fill(c.Rectangle.Path())
	if err := f.draw(c); err != nil {
		return nil, fmt.Errorf("draw %s: %w", f.Name, err)
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw %s: %w", f.Name, err)
	}
	return b.Bytes(), nil
}

func (f *Figure) draw(c draw.Canvas) error {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	c.FillText(titleStyle, vg.Point{X: c.Min.X, Y: c.Max.Y}, f.Title)
	notes, sources := f.notes(c.Max.X-c.Min.X+2*margin), f.sources(c.Max.X-c.Min.X+2*margin)
	for i, line := range notes {
		c.FillText(noteStyle, vg.Point{X: c.Min.X, Y: c.Max.Y - titleHeight + 6 - vg.Length(i)*noteRow}, line)
	}
	c = draw.Crop(c, 0, 0, 0, -titleHeight-vg.Length(len(notes))*noteRow)
	for i, line := range sources {
		c.FillText(sourceStyle, vg.Point{X: c.Min.X, Y: c.Min.Y + vg.Length(len(sources)-i)*sourceRow - 6}, line)
	}
	c = draw.Crop(c, 0, 0, vg.Length(len(sources))*sourceRow, 0)
	if f.Caption != "" {
		c.FillText(noteStyle, vg.Point{X: c.Min.X, Y: c.Min.Y + noteHeight - 4}, f.Caption)
		c = draw.Crop(c, 0, 0, noteHeight, 0)
	}
	legend := f.legendWidth()
	f.drawLegend(c, c.Max.X-legend+14, c.Max.Y-legendRow)
	panels := vg.Length(f.columns) * (f.size.width + f.labels)
	height := vg.Length(f.rows()) * (f.size.height + f.titles())
	return f.drawPanels(draw.Crop(c, 0, panels-(c.Max.X-c.Min.X), c.Max.Y-c.Min.Y-height, 0))
}

func (f *Figure) drawPanels(c draw.Canvas) error {
	grid, titles := make([][]*plot.Plot, f.rows()), map[*plot.Plot][]string{}
	for i := range grid {
		grid[i] = make([]*plot.Plot, f.columns)
	}
	for i, panel := range f.panels {
		p, err := panel.plot()
		if err != nil {
			return err
		}
		if i%f.columns > 0 {
			p.Y.Label.Text = "" // the label of the first panel of a row is enough
		}
		grid[i/f.columns][i%f.columns], titles[p] = p, f.titleLines(panel)
	}
	above := f.titles()
	c = draw.Crop(c, 0, 0, 0, -above)
	tiles := draw.Tiles{Rows: f.rows(), Cols: f.columns, PadX: 14, PadY: 10 + above}
	canvases := plot.Align(grid, tiles, c)
	for row := range grid {
		for column, p := range grid[row] {
			if p == nil {
				continue
			}
			tile := draw.Crop(canvases[row][column], 0, -f.labels, 0, 0)
			axes := p.DataCanvas(tile)
			for i, line := range titles[p] {
				at := vg.Point{X: (axes.Min.X + axes.Max.X) / 2, Y: axes.Max.Y + above - vg.Length(i)*panelRow}
				c.FillText(panelStyle, at, line)
			}
			p.Draw(tile)
		}
	}
	return nil
}

// drawLegend starts with the middle of its first row.
func (f *Figure) drawLegend(c draw.Canvas, x, y vg.Length) {
	for _, e := range f.legend {
		line := e.look.line
		if line.Width > 0 {
			c.StrokeLine2(line, x, y, x+24, y)
		}
		if e.look.glyph.Shape != nil {
			c.DrawGlyph(e.look.glyph, vg.Point{X: x + 12, Y: y})
		}
		c.FillText(legendStyle, vg.Point{X: x + 30, Y: y}, e.label)
		y -= legendRow
	}
}

// grid chooses the number of columns for n panels.
func grid(n int) int {
	switch {
	case n <= 3:
		return max(1, n)
	case n == 4:
		return 2
	}
	return 3
}
