package report

import (
	"bufio"
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/display"
)

// A grid lays out text in columns, for a fixed-width font. Cells are added row
// by row and left to right; a cell may span columns. Each column keeps a
// margin on its left, as wide as the widest that a cell in it asks for.
//
// The text of all cells lies in one buffer: a table of a million lines would
// otherwise consist of millions of small strings. All text of cells is fit for
// a terminal, see package display.
type grid struct {
	text   []byte
	cells  []gridCell
	spans  []int // indices of cells over several columns
	widths []int // of columns, margin included
	margin []int // of columns
	fixed  []bool

	row, col int32
}

type gridCell struct {
	row, col, span int32
	end            int32 // of its text; it begins where the text before ends
	runes          int32
	align          align
	margin         margin
}

// A margin is an index of margins.
type margin uint8

const (
	noMargin margin = iota
	space
	gap            // between a value and its change
	beforeInterval // before the width of an interval
	rule           // between columns of the input
	edge           // behind the last of them
)

var margins = [...]struct {
	text  string
	width int
}{{"", 0}, {" ", 1}, {"  ", 2}, {" ± ", 3}, {" │ ", 3}, {" │", 2}}

type align uint8

const (
	left align = iota
	centre
	right
)

// reset empties the grid and keeps its space.
func (g *grid) reset() {
	*g = grid{text: g.text[:0], cells: g.cells[:0], spans: g.spans[:0], widths: g.widths[:0], margin: g.margin[:0], fixed: g.fixed[:0]}
}

// nextRow begins a row.
func (g *grid) nextRow() {
	if len(g.cells) > 0 {
		g.row++
	}
	g.col = 0
}

// to moves to a column further right.
func (g *grid) to(col int) { g.col = int32(col) }

// cell adds a cell with the usual margin: one space, and none before the
// first column or nothing.
func (g *grid) cell(text string, a align) {
	m := space
	if g.col == 0 || text == "" {
		m = noMargin
	}
	g.span(1, text, a, m)
}

// span adds a cell over n columns.
func (g *grid) span(n int, text string, a align, m margin) {
	text = display.Escape(text)
	c := gridCell{
		row: g.row, col: g.col, span: int32(n), align: a, margin: m,
		runes: int32(utf8.RuneCountInString(text)),
	}
	g.text = append(g.text, text...)
	c.end = int32(len(g.text))
	if n > 1 {
		g.spans = append(g.spans, len(g.cells))
	}
	g.cells = append(g.cells, c)
	g.col += int32(n)
	for len(g.widths) < int(g.col) {
		g.widths = append(g.widths, 0)
		g.margin = append(g.margin, 0)
		g.fixed = append(g.fixed, false)
	}
	g.margin[c.col] = max(g.margin[c.col], margins[m].width)
}

// layout works out the widths of the columns: first what cells of one column
// need, then what is missing for those that span more, narrow spans first.
func (g *grid) layout() {
	for i := range g.cells {
		if c := &g.cells[i]; c.span == 1 {
			g.widths[c.col] = max(g.widths[c.col], int(c.runes)+g.margin[c.col])
		}
	}
	slices.SortStableFunc(g.spans, func(i, j int) int { return int(g.cells[i].span - g.cells[j].span) })
	for _, i := range g.spans {
		c := &g.cells[i]
		g.widen(int(c.col), int(c.col+c.span), int(c.runes)+g.margin[c.col])
	}
}

// widen makes columns [from, to) together at least need wide, by raising the
// narrowest of them towards their common mean.
func (g *grid) widen(from, to, need int) {
	have := 0
	var free []int
	for col := from; col < to; col++ {
		have += g.widths[col]
	}
	if have >= need {
		return
	}
	for col := from; col < to; col++ {
		if g.fixed[col] {
			need -= g.widths[col]
		} else {
			free = append(free, col)
		}
	}
	slices.SortStableFunc(free, func(a, b int) int { return g.widths[b] - g.widths[a] })
	for i, col := range free {
		left := len(free) - i
		g.widths[col] = max(g.widths[col], (need+left-1)/left)
		need -= g.widths[col]
	}
}

// write prints the grid. Lines have no blanks at their ends that come from
// empty cells.
func (g *grid) write(w *bufio.Writer) {
	g.layout()
	offset := make([]int, len(g.widths)+1)
	for i, width := range g.widths {
		offset[i+1] = offset[i] + width
	}
	row, at, begin := int32(0), 0, int32(0)
	for i := range g.cells {
		c := &g.cells[i]
		text := g.text[begin:c.end]
		begin = c.end
		if len(bytes.TrimSpace(text)) == 0 && c.margin < beforeInterval {
			continue
		}
		for ; row < c.row; row++ {
			w.WriteByte('\n')
			at = 0
		}
		start := offset[c.col] + g.margin[c.col]
		pad(w, start-at-margins[c.margin].width)
		w.WriteString(margins[c.margin].text)
		room := offset[c.col+c.span] - start - int(c.runes)
		switch c.align {
		case left:
			room = 0
		case centre:
			room /= 2
		}
		pad(w, room)
		w.Write(text)
		at = start + max(room, -room) + int(c.runes)
	}
	if len(g.cells) > 0 {
		w.WriteByte('\n')
	}
}

// pad writes n blanks; where a cell is too long for its columns, which fixed
// ones cannot prevent, n is negative and benchstat writes as many blanks as
// there are too few.
func pad(w *bufio.Writer, n int) {
	n = max(n, -n)
	const blanks = "                                                                "
	for ; n > 0; n -= len(blanks) {
		w.WriteString(blanks[:min(n, len(blanks))])
	}
}
