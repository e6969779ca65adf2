package display

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Table has rows below a header. Cells are escaped and [Verbatim] cells are not, as in
// [Writer.Printf].
type Table struct {
	Columns []Column
	Rows    [][]any
}

// A Column is the head of a column.
type Column struct {
	Title string
	Right bool // aligned to the right, as numbers are
	Spare int  // columns with higher values are dropped first; 0 is never dropped
}

// NewTable returns a table without rows. Columns whose title begins with ">" are aligned to
// the right.
func NewTable(columns ...string) (t Table) {
	for _, c := range columns {
		title, right := strings.CutPrefix(c, ">")
		t.Columns = append(t.Columns, Column{Title: title, Right: right})
	}
	return t
}

// Row adds a row of data.
func (t *Table) Row(cells ...string) {
	t.Rows = append(t.Rows, lists.Map(cells, func(c string) any { return c }))
}

// Narrow drops the least important columns until the table fits a terminal of this width, and
// returns their titles. 0 is no limit.
func (t *Table) Narrow(width int) (dropped []string) {
	for width > 0 && t.width() > width {
		least := 0
		for i, c := range t.Columns {
			if c.Spare >= t.Columns[least].Spare {
				least = i
			}
		}
		if t.Columns[least].Spare == 0 {
			break
		}
		dropped = append(dropped, t.Columns[least].Title)
		t.Columns = slices.Delete(t.Columns, least, least+1)
		for i := range t.Rows {
			t.Rows[i] = slices.Delete(t.Rows[i], least, least+1)
		}
	}
	return dropped
}

// width is the width of all columns, with a space on both sides.
func (t *Table) width() (sum int) {
	for i, c := range t.Columns {
		widest := utf8.RuneCountInString(c.Title)
		for _, row := range t.Rows {
			widest = max(widest, utf8.RuneCountInString(fmt.Sprint(row[i])))
		}
		sum += widest + 2
	}
	return sum
}

// Table writes a table in the notation of the writer.
func (w *Writer) Table(t Table) error {
	header := lists.Map(t.Columns, func(c Column) string { return w.clean(c.Title) })
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		for _, cell := range row {
			text := fmt.Sprint(cell)
			if !isOurs(cell) {
				text = w.clean(text)
			}
			rows[i] = append(rows[i], text)
		}
	}
	if !w.markdown {
		return writeText(w.w, t.Columns, header, rows)
	}
	line := func(cells []string) { fmt.Fprintf(w.w, "| %s |\n", strings.Join(cells, " | ")) }
	line(header)
	for _, c := range t.Columns {
		if c.Right {
			w.w.WriteString("|--:")
		} else {
			w.w.WriteString("|:--")
		}
	}
	w.w.WriteString("|\n")
	for _, row := range rows {
		line(row)
	}
	return nil
}

// writeText writes a table without a frame: rows below a header and a line.
func writeText(w io.Writer, columns []Column, header []string, rows [][]string) error {
	align := make([]tw.Align, len(columns))
	for i, c := range columns {
		align[i] = tw.AlignLeft
		if c.Right {
			align[i] = tw.AlignRight
		}
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On},
			},
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	table.Header(header)
	if err := table.Bulk(rows); err != nil {
		return err
	}
	return table.Render()
}
