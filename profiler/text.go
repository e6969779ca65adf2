package profiler

import (
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Text writes the findings as tables for a terminal.
func (f *Findings) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s\n", f.Title())
	for _, s := range f.Subjects {
		if s.CPU != nil {
			if err := s.flatProfile(w); err != nil {
				return err
			}
		}
	}
	for _, tables := range []func(io.Writer) error{f.cacheTable, f.memoryTables, f.gcTable} {
		if err := tables(w); err != nil {
			return err
		}
	}
	return nil
}

// shownFunctions is how many functions of a profile are shown.
const shownFunctions = 10

// flatProfile writes the functions in gprof's layout, as the seed shows them.
func (s *Subject) flatProfile(w io.Writer) error {
	c := s.CPU
	fmt.Fprintf(w, "\n%s: CPU, flat profile of %.2f s (%d samples)\n\n", s.Impl, c.Seconds, c.Samples)
	t := newTable(w, "share", ">cumulative", ">self", ">with callees", "kind of work", "function")
	running := 0.0
	for i, fn := range c.Functions {
		if i == shownFunctions || fn.Self == 0 {
			break
		}
		running += fn.Self
		t.row(percent(fn.Self/c.Seconds), seconds(running), seconds(fn.Self), percent(fn.Total/c.Seconds), fn.Cause, fn.Name)
	}
	if err := t.render(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "profiling: %.3g ns/entity, without: %.3g ns/entity (%+.1f%%)\n", c.Profiled, c.Plain, 100*c.Overhead())
	return err
}

// A table is one of the terminal's tables.
type table struct {
	*tablewriter.Table
	err error
}

// newTable starts a table; columns whose title begins with ">" are aligned to
// the right.
func newTable(w io.Writer, titles ...string) *table {
	align := make([]tw.Align, len(titles))
	header := make([]string, len(titles))
	for i, title := range titles {
		align[i], header[i] = tw.AlignLeft, title
		if title[0] == '>' {
			align[i], header[i] = tw.AlignRight, title[1:]
		}
	}
	t := tablewriter.NewTable(w,
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
	t.Header(header)
	return &table{Table: t}
}

func (t *table) row(cells ...string) {
	if err := t.Append(cells); err != nil && t.err == nil {
		t.err = err
	}
}

func (t *table) render() error {
	if t.err != nil {
		return fmt.Errorf("write table: %w", t.err)
	}
	return t.Render()
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
func seconds(s float64) string     { return fmt.Sprintf("%.2f s", s) }
