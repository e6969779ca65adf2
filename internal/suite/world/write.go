package world

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/ecsbench/ecsbench/internal/display"
)

// Text writes the answer for a terminal.
func (a *Answer) Text(w io.Writer) error {
	return a.write(display.NewWriter(w), "%s\n", "  %s\n")
}

// Markdown writes the answer as Markdown.
func (a *Answer) Markdown(w io.Writer) error {
	return a.write(display.NewMarkdownWriter(w), "### %s\n\n", "- %s\n")
}

//go:embed page.tmpl
var page string

var pageTemplate = sync.OnceValues(func() (*template.Template, error) {
	return template.New("page.tmpl").Funcs(template.FuncMap{"count": display.Count, "duration": duration, "join": strings.Join}).Parse(page)
})

// Page writes the answer as one HTML page that needs nothing else.
func (a *Answer) Page(w io.Writer) error {
	t, err := pageTemplate()
	if err == nil {
		err = t.Execute(w, a)
	}
	if err != nil {
		return fmt.Errorf("writing the page of world %s: %w", a.World, err)
	}
	return nil
}

// Share is the share of a step in the frame, in percent.
func (r Row) Share(step int) int { return int(100 * r.Steps[step] / max(1, r.frame())) }

// A Table is a part of the answer.
type Table struct {
	Title string
	display.Table
	Legend []string // of the marks in the cells
}

func (a *Answer) write(out *display.Writer, title, item string) error {
	out.Printf(title, a.World+": "+a.Verdict)
	out.Printf("\n")
	for _, t := range a.Tables() {
		out.Printf(title, t.Title)
		if err := out.Table(t.Table); err != nil {
			return err
		}
		out.Printf("\n")
		if len(t.Legend) > 0 {
			out.Printf("%s\n\n", strings.Join(t.Legend, "; "))
		}
	}
	for _, part := range a.Lists() {
		out.Printf(title, part.Title)
		for _, line := range part.Lines {
			out.Printf(item, line)
		}
		out.Printf("\n")
	}
	return out.Flush()
}

// A List is a part of the answer.
type List struct {
	Title string
	Lines []string
}

// Lists returns the parts without numbers. Empty ones are omitted.
func (a *Answer) Lists() []List {
	return slices.DeleteFunc([]List{
		{"Thresholds that were missed", a.Missed},
		{"What could not be measured, or only by an emulation", a.Unmeasured},
		{"Notes", a.Notes},
	}, func(l List) bool { return len(l.Lines) == 0 })
}

// Tables returns the parts with numbers.
func (a *Answer) Tables() []Table {
	if a.Measured != "" {
		return []Table{a.measuredTable()}
	}
	tables := []Table{a.frames(), a.heat()}
	if len(a.Flows) > 0 {
		tables = append(tables, a.memory())
	}
	if len(a.Variants) > 0 {
		tables = append(tables, a.order())
	}
	return tables
}

func (a *Answer) frames() Table {
	title := fmt.Sprintf("Frames of %s entities, budget %s at %s%s", thousands(float64(a.Entities)), budgetText(a.Budget), percentileName(a.Percentile), a.effort())
	t := Table{Title: title, Table: display.NewTable("library", ">mean", ">p50", ">p99", ">p99.9", ">missed", ">allocated", ">allocs", ">memory", ">GC", ">capacity")}
	for _, r := range a.Libraries {
		if r.Failure != "" {
			t.Row(r.Name, r.failure(), "", "", "", "", "", "", "", "", "")
			continue
		}
		t.Row(r.Name, r.Mean.String(), r.P50.String(), r.P99.String(), r.P999.String(), percent(r.Missed), size(r.Bytes), allocations(r.Allocations), size(r.Retained), percent(r.GC), r.capacity())
	}
	t.Legend = legend(t.Rows, [][2]string{
		{"±", "95% confidence interval of the median over processes"},
		{"≈", "a capacity with too few probes for an interval"},
		{"≥", "a capacity beyond the largest world that was tried"},
		{"–", "not measured"},
	})
	return t
}

// legend explains the marks that occur in the cells of a table.
func legend(rows [][]any, marks [][2]string) (list []string) {
	for _, mark := range marks {
		occurs := func(cell any) bool { return strings.Contains(fmt.Sprint(cell), mark[0]) }
		if slices.ContainsFunc(rows, func(row []any) bool { return slices.ContainsFunc(row, occurs) }) {
			list = append(list, mark[0]+" "+mark[1])
		}
	}
	return list
}

// effort describes how much was measured of the best library.
func (a *Answer) effort() string {
	if len(a.Libraries) == 0 || a.Libraries[0].P50.N == 0 {
		return ""
	}
	best := a.Libraries[0]
	return fmt.Sprintf("; %s of %s, with functions in %s", display.Count(best.P50.N, "run"), display.Count(best.Frames, "frame"), display.Count(best.Layouts, "order"))
}

// String is the value with its confidence interval in percent.
func (e Estimate) String() string { return e.in(duration) }

// in writes the estimate in a unit.
func (e Estimate) in(format func(float64) string) string {
	if e.N == 0 {
		return "–"
	}
	if e.N == 1 || e.Value == 0 {
		return format(e.Value)
	}
	return fmt.Sprintf("%s ±%.0f%%", format(e.Value), 100*max(e.High-e.Value, e.Value-e.Low)/e.Value)
}

func (r Row) failure() string {
	switch {
	case r.Unsupported:
		return "unsupported"
	case r.Late:
		return "no time"
	}
	return "failed"
}

func (r Row) capacity() string {
	c := r.Capacity
	switch {
	case c == nil || len(c.Probes) == 0:
		return "–"
	case c.Entities == 0:
		return "0"
	case c.AtLeast:
		return "≥ " + thousands(float64(c.Entities))
	case c.Low == c.High: // too few probes for an interval
		return "≈ " + thousands(rounded(float64(c.Entities), 2))
	}
	return fmt.Sprintf("%s ±%.0f%%", thousands(rounded(float64(c.Entities), 3)), 100*c.Precision())
}

// A shading marks shares of a step in the frame below a limit.
type shading struct {
	mark  string
	below float64
	means string
}

// shades are for the heat map: darker for a larger share of a step in the frame.
var shades = []shading{
	{" ", 0.05, ""},
	{"░", 0.15, "5% of the frame or more"},
	{"▒", 0.35, "15%"},
	{"▓", 0.6, "35%"},
	{"█", math.Inf(1), "60%"},
}

func shade(share float64) string {
	at := slices.IndexFunc(shades, func(s shading) bool { return share < s.below })
	return shades[max(0, at)].mark
}

// frame is the time of all steps in a frame.
func (r Row) frame() (ns float64) {
	for _, step := range r.Steps {
		ns += step
	}
	return ns
}

func (a *Answer) heat() Table {
	t := Table{Title: "Where the time goes: time per frame, darker for a larger share of the library's frame", Table: display.NewTable("step")}
	var rows []Row
	for _, r := range a.Libraries {
		if len(r.Steps) == len(a.Steps) {
			rows = append(rows, r)
			t.Columns = append(t.Columns, display.Column{Title: r.Name, Right: true})
		}
	}
	for i, name := range a.Steps {
		line := []string{name}
		for _, r := range rows {
			cell := "–" // other programs took the processor in every frame
			if total := r.frame(); total != 0 {
				cell = duration(r.Steps[i]) + " " + shade(r.Steps[i]/total)
			}
			line = append(line, cell)
		}
		t.Row(line...)
	}
	for _, s := range shades[1:] {
		t.Legend = append(t.Legend, s.mark+" "+s.means)
	}
	return t
}

func (a *Answer) order() Table {
	t := Table{Title: "What would change the order: mean frame of changed worlds, fastest first", Table: display.NewTable("world", ">order")}
	values := func(order []string, mean func(Row) float64) string {
		var parts []string
		for _, name := range order {
			i := slices.IndexFunc(a.Libraries, func(r Row) bool { return r.Name == name })
			parts = append(parts, name+" "+duration(mean(a.Libraries[i])))
		}
		return strings.Join(parts, ", ")
	}
	var order []string
	for _, r := range a.Libraries {
		if r.Failure == "" {
			order = append(order, r.Name)
		}
	}
	t.Row("as it is", values(order, func(r Row) float64 { return r.Mean.Value }))
	for i, v := range a.Variants {
		t.Row(v.Name, values(v.Order, func(r Row) float64 { return r.Variants[i] }))
	}
	return t
}
