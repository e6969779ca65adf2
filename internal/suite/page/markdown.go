package page

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/report"
)

// Limits; the page has the rest.
const (
	mostTables       = 12
	mostMarkdownRows = 60
	mostColumns      = 30
)

// WriteMarkdown writes the summary. Folder is the address of the page and the pictures
// for the reader; without one, "", there are no links.
func WriteMarkdown(out io.Writer, r *report.Report, baseline *verdict.Verdict, folder string, pictures []*Figure) error {
	w := display.NewMarkdownWriter(out)
	w.Printf("## ecsbench report\n\n")
	for _, line := range slices.Concat(lists.Map(headlines(r, baseline), report.Headline.String), []string{r.Measured(), r.Balance(), r.OnlyLibrary(), r.Unmeasured(), r.Clock()}) {
		if line != "" {
			w.Printf("- %s\n", line)
		}
	}
	for _, warning := range r.Warnings() {
		w.Printf("\n> **Careful:** %s\n", warning)
	}
	if baseline != nil {
		w.Printf("\n")
		if err := errors.Join(w.Flush(), baseline.WriteMarkdown(out)); err != nil {
			return err
		}
	}
	heats := report.Largest(r.Heats())
	for i, h := range heats {
		if len(h.Impls) < 2 {
			continue
		}
		if i == mostTables {
			w.Printf("\nThe tables of %d more configurations are in the page.\n", len(heats)-i)
			break
		}
		if err := heat(w, r, h); err != nil {
			return err
		}
	}
	if folder != "" {
		show(w, folder, pictures)
	}
	return w.Flush()
}

func heat(w *display.Writer, r *report.Report, h report.Heat) error {
	moreRows, moreColumns := h.Cut(mostMarkdownRows, mostColumns)
	title := r.Settings[h.Setting].Label
	if h.Size == h.Size { // not NaN
		title = lists.Join(", ", title, h.Label)
	}
	w.Printf("\n### Times relative to the best of the role")
	if title != "" {
		w.Printf(": %s", title)
	}
	w.Printf("\n\n")
	t := display.NewTable("scenario")
	for _, i := range h.Impls {
		title := fmt.Sprintf("%s (%s)", i.Label, strings.Join(append([]string{i.Role.String()}, strings.Fields(i.Edition())...), " "))
		t.Columns = append(t.Columns, display.Column{Title: title, Right: true})
	}
	notes := report.NotesOn(h.Shapes)
	for _, row := range h.Rows() {
		cells := []any{lists.Join(", ", row.Shape.Scenario.Label, row.Shape.Row())}
		for _, cell := range row.Cells {
			cells = append(cells, cellText(cell, notes))
		}
		t.Rows = append(t.Rows, cells)
	}
	if err := w.Table(t); err != nil {
		return err
	}
	w.Printf("\n%s\n", strings.Join(marks(h), " "))
	for at, note := range notes {
		w.Printf("\n%s %s.\n", report.Raised(at+1), note.String())
	}
	if moreRows > 0 {
		w.Printf("\n%d more rows are in the page.\n", moreRows)
	}
	if moreColumns > 0 {
		w.Printf("\n%d more implementations are in the page.\n", moreColumns)
	}
	return nil
}

// marks explains the marks of a heat map. Cells with too few samples are counted in one sentence.
func marks(h report.Heat) []string {
	list := []string{"≈ " + report.TieMeans + "."}
	cells, few, unclear := 0, 0, 0
	for _, row := range h.Rows() {
		for _, cell := range row.Cells {
			switch {
			case cell.Case == nil:
				continue
			case !cell.Case.Main().HasInterval():
				few++
			case cell.Case.Unclear():
				unclear++
			}
			cells++
		}
	}
	if unclear > 0 {
		list = append(list, "? "+report.UnclearMeans+".")
	}
	if text := fewText(few, cells); text != "" {
		list = append(list, text+".")
	}
	return list
}

func cellText(c report.HeatCell, notes report.Notes) display.Verbatim {
	switch {
	case c.State == report.Missing:
		return "–"
	case c.State != report.Measured:
		return display.Verbatim(c.State)
	}
	if c.Case.Impl.Wrong != "" {
		return "not ranked"
	}
	ratio := display.Verbatim(report.Ratio(c.Case.Ratio) + report.Raised(notes.Number(c.Case)))
	switch {
	case c.Case.Unclear():
		return ratio + " ?"
	case c.Case.IsBest():
		return "**" + ratio + "**"
	case c.Case.Tied:
		return "≈ " + ratio
	}
	return ratio
}

// show shows the values of each scenario and links to the other pictures.
func show(w *display.Writer, folder string, pictures []*Figure) {
	folder = filepath.ToSlash(folder)
	var others []*Figure
	address := func(name string) display.Verbatim {
		link := (&url.URL{Path: path.Join(folder, name)}).String()
		return display.Verbatim(strings.NewReplacer("(", "%28", ")", "%29").Replace(link))
	}
	for _, p := range pictures {
		if p.Values {
			w.Printf("\n![%s](%s)\n", p.Title, address(p.Files()[0]))
		} else {
			others = append(others, p)
		}
	}
	for i, p := range others {
		if i == 0 {
			w.Printf("\nMore pictures: ")
		} else {
			w.Printf(", ")
		}
		w.Printf("[%s](%s)", p.Title, address(p.Files()[0]))
	}
	if len(others) > 0 {
		w.Printf(".\n")
	}
	w.Printf("\nEverything: [report.html](%s)\n", address("report.html"))
}
