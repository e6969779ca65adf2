package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/escape"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Text writes a table for each ranking and below it a sentence that sums it
// up. Medians less precise than asked for are marked with "!".
func Text(w io.Writer, rankings []Ranking, precision float64) error {
	style := renderer.NewBlueprint(tw.Rendition{
		Borders: tw.BorderNone,
		Symbols: tw.NewSymbols(tw.StyleLight),
		Settings: tw.Settings{
			Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
			Lines:      tw.Lines{ShowHeaderLine: tw.On},
		},
	})
	out := format{escape.NewText(w), escape.Text, style}
	return out.write(rankings, precision, "%s, profile %s\n\n")
}

// Markdown writes the same as [Text] in Markdown.
func Markdown(w io.Writer, rankings []Ranking, precision float64) error {
	out := format{escape.NewMarkdown(w), escape.Markdown, renderer.NewMarkdown()}
	return out.write(rankings, precision, "### %s, profile %s\n\n")
}

// A format is how tables are written.
type format struct {
	w     *escape.Writer
	cell  func(string) string // makes a name fit for a cell
	style tw.Renderer
}

func (f format) write(rankings []Ranking, precision float64, title string) error {
	for i, r := range rankings {
		if i > 0 {
			f.w.Printf("\n")
		}
		f.w.Printf(title, r.Scenario, r.Profile)
		if err := f.table(r, precision); err != nil {
			return fmt.Errorf("write table of %s: %w", r.Scenario, err)
		}
		f.w.Printf("\n")
		if s := r.Sentence(); s != "" {
			f.w.Printf("%s\n", s)
		}
		for _, note := range r.notes(precision) {
			f.w.Printf("%s\n", note)
		}
	}
	return f.w.Flush()
}

func (f format) table(r Ranking, precision float64) error {
	left, right := tw.AlignLeft, tw.AlignRight
	header := []string{"comps", "entities", "impl", "time/entity", "±", "n", "entities/s", "B/op", "allocs/op", "vs best", "vs soa"}
	align := []tw.Align{right, right, left, right, right, right, right, right, right, right, right}
	withOptions := false
	for _, g := range r.Groups {
		withOptions = withOptions || g.Options != ""
	}
	if withOptions {
		header = append(header, "options")
		align = append(align, left)
	}
	var text strings.Builder
	table := tablewriter.NewTable(&text,
		tablewriter.WithRenderer(f.style),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	table.Header(header)
	for i, g := range r.Groups {
		if i > 0 {
			if err := table.Append(make([]string, len(header))); err != nil {
				return err
			}
		}
		for _, row := range g.Rows {
			row.Impl = f.cell(row.Impl)
			cells := append(g.cells(), row.cells(precision)...)
			if withOptions {
				cells = append(cells, f.cell(g.Options))
			}
			if err := table.Append(cells); err != nil {
				return err
			}
		}
	}
	if err := table.Render(); err != nil {
		return err
	}
	f.w.Printf("%s", escape.Ours(text.String()))
	return nil
}

func (g Group) cells() []string {
	components := "-"
	if g.Components > 0 {
		components = fmt.Sprint(g.Components)
	}
	return []string{components, count(g.Entities)}
}

func (r Row) cells(precision float64) []string {
	if !r.measured() {
		return []string{r.Impl, r.Exception, "", "", "", "", "", "", ""}
	}
	return []string{
		r.Impl, duration(r.Nanoseconds), interval(r.Precision(), precision), fmt.Sprint(r.Samples),
		si(r.Rate), si(r.Bytes), si(r.Allocs), ratio(r.ToBest), ratio(r.ToFloor),
	}
}

// notes explains the marks in the table.
func (r Ranking) notes(precision float64) []string {
	marked, total := 0, 0
	var exceptions []string
	seen := make(map[string]bool)
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			if line := fmt.Sprintf("%s: %s: %s", row.Impl, row.Exception, row.Reason); !row.measured() && !seen[line] {
				seen[line] = true
				exceptions = append(exceptions, line)
			}
			if row.measured() {
				total++
				if row.Precision() > precision {
					marked++
				}
			}
		}
	}
	if marked == 0 {
		return exceptions
	}
	mark := fmt.Sprintf("! %d of %d medians are less precise than the ±%.3g%% asked for; more time: --budget", marked, total, 100*precision)
	return append([]string{mark}, exceptions...)
}

func interval(precision, wanted float64) string {
	switch {
	case math.IsInf(precision, 0):
		return "few !"
	case precision > wanted:
		return fmt.Sprintf("%.1f%% !", 100*precision)
	}
	return fmt.Sprintf("%.1f%%  ", 100*precision)
}

func ratio(v float64) string {
	switch {
	case v == 0:
		return "-"
	case v >= 100:
		return fmt.Sprintf("%.0fx", v)
	case v >= 10:
		return fmt.Sprintf("%.1fx", v)
	}
	return fmt.Sprintf("%.2fx", v)
}

// duration writes nanoseconds with four significant digits.
func duration(ns float64) string {
	switch {
	case ns >= 1e6:
		return significant(ns/1e6) + " ms"
	case ns >= 1e3:
		return significant(ns/1e3) + " µs"
	}
	return significant(ns) + " ns"
}

func significant(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.1f", v)
	case v >= 10:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3f", v)
}

// si writes a number with a decimal prefix.
func si(v float64) string {
	for _, p := range []struct {
		unit  float64
		label string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= p.unit {
			return fmt.Sprintf("%.3g%s", v/p.unit, p.label)
		}
	}
	return fmt.Sprintf("%.3g", v)
}
