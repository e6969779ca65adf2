package report

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// Numbers that JSON cannot express, such as the bounds of an interval from too few values,
// are nil.
type (
	// Tables is the outcome of a comparison: one table per unit and distinct value of the
	// table projection.
	Tables struct {
		Tables []*Table `json:"tables"`
		keys   []string // of the table projection, without the unit
	}
	// A Table compares samples of one unit.
	Table struct {
		Unit    string            `json:"unit"` // tidied: sec, not ns
		Config  map[string]string `json:"config"`
		Columns []string          `json:"columns"` // the first is the base that others are compared with
		Rows    []Row             `json:"rows"`
		Geomean []Summary         `json:"geomean"` // of each column
	}
	// A Row is one benchmark.
	Row struct {
		Name  string  `json:"name"`
		Cells []*Cell `json:"cells"` // one per column; nil where nothing was measured
	}
	// A Cell summarises the values of one row and column.
	Cell struct {
		N          int             `json:"n"`
		Center     *float64        `json:"center"`
		Low        *float64        `json:"low"`
		High       *float64        `json:"high"`
		Confidence float64         `json:"confidence"`
		Warnings   []string        `json:"warnings,omitempty"`
		Comparison *CellComparison `json:"comparison,omitempty"` // nil in the first column and where that is empty

		center float64
		text   string // the center with its interval
	}
	// A CellComparison compares a cell with the first one of its row.
	CellComparison struct {
		Ratio       *float64 `json:"ratio"` // of the centre to the base's
		P           float64  `json:"p"`     // 0 for an exact comparison
		Significant bool     `json:"significant"`
		Delta       string   `json:"delta"` // "~" for no significant change, "?" where the base is zero
		Warnings    []string `json:"warnings,omitempty"`
		text        string   // p and the numbers of values
	}
	// A Summary has the geometric means of a column.
	Summary struct {
		Center   *float64 `json:"center"`
		Ratio    *float64 `json:"ratio,omitempty"` // of the centres to those of the base column
		Warnings []string `json:"warnings,omitempty"`
	}
)

const (
	differentSet = "benchmark set differs from baseline; geomeans may not be comparable"
	noGeoMean    = "summaries must be >0 to compute geomean"
	noRatio      = "ratios must be >0 to compute geomean"
)

// summarise computes geometric means of the columns: of their centres, and of the ratios of
// their centres to those of the base column. The mean of ratios and the ratio of means
// differ if the sets of rows differ. Only the former then compares equal rows.
func (t *Table) summarise() {
	measured := 0 // rows of the base column
	for col := range t.Columns {
		var centers, ratios []float64
		undefined := false // some ratio has a zero below
		for _, row := range t.Rows {
			c := row.Cells[col]
			if c == nil {
				continue
			}
			centers = append(centers, c.center)
			if c.Comparison == nil {
				continue
			}
			ratio, was := 1.0, row.Cells[0].center // also 0 over 0
			if was == 0 && c.center != 0 {
				undefined = true
			} else if c.center != was {
				ratio = c.center / was
			}
			ratios = append(ratios, ratio)
		}
		s := Summary{}
		if col == 0 {
			measured = len(centers)
		} else if len(ratios) != measured {
			s.Warnings = append(s.Warnings, differentSet)
		}
		if s.Center = geoMean(centers); s.Center == nil {
			s.Warnings = append(s.Warnings, noGeoMean)
		}
		if col > 0 && !undefined {
			if s.Ratio = geoMean(ratios); s.Ratio == nil {
				s.Warnings = append(s.Warnings, noRatio)
			}
		}
		t.Geomean = append(t.Geomean, s)
	}
}

// geoMean returns nil if there is no mean.
func geoMean(xs []float64) *float64 { return display.JSONNumber(stats.GeoMean(xs)) }

// WriteJSON prints the tables as an array of objects, one per table.
func (t *Tables) WriteJSON(out io.Writer) error { return display.WriteJSON(out, t) }

// WriteText prints the tables for a fixed-width font.
func (t *Tables) WriteText(out io.Writer) error { return t.write(display.NewWriter(out), "%s: %s\n") }

// WriteMarkdown prints the tables as GitHub's Markdown.
func (t *Tables) WriteMarkdown(out io.Writer) error {
	return t.write(display.NewMarkdownWriter(out), "%s: %s  \n")
}

// write prints each table below what its configuration has that the table before has not.
func (t *Tables) write(w *display.Writer, setting string) error {
	for i, table := range t.Tables {
		if i > 0 {
			w.Printf("\n")
		}
		changed := false
		for _, key := range t.keys {
			if value := table.Config[key]; i == 0 || value != t.Tables[i-1].Config[key] {
				w.Printf(setting, key, value)
				changed = true
			}
		}
		if changed {
			w.Printf("\n")
		}
		if err := table.write(w); err != nil {
			return err
		}
	}
	return w.Flush()
}

func (t *Table) write(w *display.Writer) error {
	var notes footnotes
	out := display.NewTable("")
	for col, title := range t.Columns {
		out.Columns = append(out.Columns, display.Column{Title: title + " " + t.Unit, Right: true})
		if col > 0 {
			out.Columns = append(out.Columns, display.Column{Title: "vs base", Right: true})
		}
	}
	for _, row := range t.Rows {
		cells := []string{row.Name}
		for col, c := range row.Cells {
			value, change := "", ""
			if c != nil {
				value = c.text + notes.marks(c.Warnings)
			}
			if c != nil && c.Comparison != nil {
				change = fmt.Sprintf("%s (%s)%s", c.Comparison.Delta, c.Comparison.text, notes.marks(c.Comparison.Warnings))
			}
			if cells = append(cells, value); col > 0 {
				cells = append(cells, change)
			}
		}
		out.Row(cells...)
	}
	if len(t.Rows) > 1 {
		out.Row(t.means(&notes)...)
	}
	if err := w.Table(out); err != nil {
		return err
	}
	for i, note := range notes {
		w.Printf("\n%s %s\n", Raised(i+1), note)
	}
	return nil
}

// means returns the cells of the last row.
func (t *Table) means(notes *footnotes) []string {
	cells := []string{"geomean"}
	for col, s := range t.Geomean {
		mean, ratio, marks := "", "?", notes.marks(s.Warnings)
		if s.Center != nil {
			mean = results.Scaled(benchunit.CommonScale([]float64{*s.Center}, benchunit.ClassOf(t.Unit)), *s.Center)
		}
		if s.Ratio != nil {
			ratio = readable(fmt.Sprintf("%+.2f%%", (*s.Ratio-1)*100), math.Log(*s.Ratio))
		}
		if col == 0 {
			cells = append(cells, mean+marks)
		} else {
			cells = append(cells, mean, ratio+marks)
		}
	}
	return cells
}

// footnotes are the distinct warnings of a table.
type footnotes []string

// marks returns the superscripts for warnings, adding those that are new.
func (f *footnotes) marks(warnings []string) (marks string) {
	for i, text := range warnings {
		if i > 0 {
			marks += " "
		}
		*f = lists.Add(*f, text)
		marks += Raised(slices.Index(*f, text) + 1)
	}
	return marks
}
