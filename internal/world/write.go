package world

import (
	"fmt"
	"io"
	"strings"

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

// A Table is a part of the answer.
type Table struct {
	Title  string
	Header []string
	Rows   [][]string
}

func (a *Answer) write(out *display.Writer, title, item string) error {
	out.Printf(title, a.World+": "+a.Verdict)
	out.Printf("\n")
	for _, t := range a.Tables() {
		out.Printf(title, t.Title)
		table := display.NewTable(t.Header[0])
		for _, figure := range t.Header[1:] {
			table.Columns = append(table.Columns, display.Column{Title: figure, Right: true})
		}
		for _, row := range t.Rows {
			table.Row(row...)
		}
		if err := out.Table(table); err != nil {
			return err
		}
		out.Printf("\n")
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

// Lists are the parts without figures. Empty ones are left out.
func (a *Answer) Lists() (parts []List) {
	for _, part := range []List{
		{"Thresholds that were missed", a.Missed},
		{"What could not be measured, or only by a detour", a.Unmeasured},
		{"Notes", a.Notes},
	} {
		if len(part.Lines) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// Tables are the parts with figures.
func (a *Answer) Tables() []Table {
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
	t := Table{
		Title:  fmt.Sprintf("Frames of %s entities, budget %s at %s%s", thousands(float64(a.Entities)), budgetText(a.Budget), percentileName(a.Percentile), a.effort()),
		Header: []string{"library", "p50", "p99", "p99.9", "missed", "allocated", "allocs", "memory", "GC", "capacity"},
	}
	for _, r := range a.Libraries {
		if r.Failure != "" {
			t.Rows = append(t.Rows, []string{r.Name, r.failure(), "", "", "", "", "", "", "", ""})
			continue
		}
		t.Rows = append(t.Rows, []string{
			r.Name, r.P50.String(), r.P99.String(), r.P999.String(), percent(r.Missed), size(r.Bytes), fmt.Sprintf("%.4g", r.Allocations), size(r.Retained), percent(r.GC), r.capacity(),
		})
	}
	return t
}

// effort is how much was measured of the best library.
func (a *Answer) effort() string {
	if len(a.Libraries) == 0 || a.Libraries[0].P50.N == 0 {
		return ""
	}
	return fmt.Sprintf("; %s of %d frames", display.Count(a.Libraries[0].P50.N, "run"), a.Libraries[0].Frames)
}

// String is the value with its confidence interval in percent.
func (e Estimate) String() string {
	if e.N == 0 {
		return "–"
	}
	if e.N == 1 || e.Value == 0 {
		return duration(e.Value)
	}
	return fmt.Sprintf("%s ±%.0f%%", duration(e.Value), 100*max(e.High-e.Value, e.Value-e.Low)/e.Value)
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
		return "≈ " + thousands(rounded(float64(c.Entities)))
	}
	return fmt.Sprintf("%s ±%.0f%%", thousands(rounded3(float64(c.Entities))), 100*c.Precision())
}

// rounded3 keeps three digits: a capacity repeats within some percent.
func rounded3(v float64) float64 {
	scale := 1.0
	for v/scale >= 1000 {
		scale *= 10
	}
	return float64(int(v/scale+0.5)) * scale
}

// shades are for the heat map: the share of a step in the frame.
var shades = []string{" ", "░", "▒", "▓", "█"}

func shade(share float64) string {
	switch {
	case share < 0.05:
		return shades[0]
	case share < 0.15:
		return shades[1]
	case share < 0.35:
		return shades[2]
	case share < 0.6:
		return shades[3]
	}
	return shades[4]
}

func (a *Answer) heat() Table {
	t := Table{Title: "Where the time goes: time per frame, darker for a larger share of the library's frame", Header: []string{"step"}}
	var rows []Row
	for _, r := range a.Libraries {
		if len(r.Steps) == len(a.Steps) {
			rows = append(rows, r)
			t.Header = append(t.Header, r.Name)
		}
	}
	for i, name := range a.Steps {
		line := []string{name}
		for _, r := range rows {
			total := 0.0
			for _, ns := range r.Steps {
				total += ns
			}
			if total == 0 { // other programs took the processor in every frame
				line = append(line, "–")
				continue
			}
			line = append(line, duration(r.Steps[i])+" "+shade(r.Steps[i]/total))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func (a *Answer) order() Table {
	t := Table{Title: "What would change the order: p50 of the world with something changed, fastest first", Header: []string{"world", "order"}}
	values := func(i int, order []string) string {
		var parts []string
		for _, name := range order {
			for _, r := range a.Libraries {
				if r.Name != name {
					continue
				}
				v := r.P50.Value
				if i >= 0 {
					v = r.Variants[i]
				}
				parts = append(parts, name+" "+duration(v))
			}
		}
		return strings.Join(parts, ", ")
	}
	var order []string
	for _, r := range a.Libraries {
		if r.Failure == "" {
			order = append(order, r.Name)
		}
	}
	t.Rows = append(t.Rows, []string{"as it is", values(-1, order)})
	for i, v := range a.Variants {
		t.Rows = append(t.Rows, []string{v.Name, values(i, v.Order)})
	}
	return t
}
