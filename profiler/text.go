package profiler

import (
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Text writes the findings as tables for a terminal, and below them the
// sentences.
func (f *Findings) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s\n", f.Title())
	for _, t := range f.Tables() {
		fmt.Fprintf(w, "\n%s\n", t.Title)
		for _, note := range t.Notes {
			fmt.Fprintln(w, note)
		}
		if len(t.Rows) > 0 {
			fmt.Fprintln(w)
			if err := t.text(w); err != nil {
				return fmt.Errorf("write table %q: %w", t.Title, err)
			}
		}
		if t.Below != "" {
			fmt.Fprintln(w, t.Below)
		}
	}
	fmt.Fprintln(w)
	for _, s := range f.Subjects {
		if s.Unsupported != "" {
			fmt.Fprintf(w, "%s: unsupported: %s\n", s.Impl, s.Unsupported)
		}
	}
	for _, sentence := range f.Sentences() {
		fmt.Fprintln(w, sentence)
	}
	return nil
}

func (t Table) text(w io.Writer) error {
	var header []string
	var align []tw.Align
	for _, c := range t.Columns {
		header = append(header, c.Title)
		if c.Right {
			align = append(align, tw.AlignRight)
		} else {
			align = append(align, tw.AlignLeft)
		}
	}
	out := tablewriter.NewTable(w,
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
	out.Header(header)
	if err := out.Bulk(t.Rows); err != nil {
		return err
	}
	return out.Render()
}
