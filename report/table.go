package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Terminal has the properties of a terminal. The zero Terminal is for other outputs.
type Terminal struct {
	Width int  // of tables; the least important columns are dropped to fit; 0 is unlimited
	Prose int  // of text, wrapped between words; 0 is unlimited
	Color bool // marks best and failed cases
}

// Text writes one table per block with a summary below. "!" marks medians below the requested
// precision. "≈" marks cases about as good as the best.
func Text(w io.Writer, r *Report, precision float64, terminal Terminal) error {
	return format{display.NewWriter(w), terminal}.write(r, precision, "%s\n\n")
}

// Markdown writes the same as [Text] in Markdown.
func Markdown(w io.Writer, r *Report, precision float64) error {
	return format{display.NewMarkdownWriter(w), Terminal{}}.write(r, precision, "### %s\n\n")
}

// A format writes tables in one notation.
type format struct {
	w        *display.Writer
	terminal Terminal
}

// prose writes a sentence.
func (f format) prose(text string) { f.w.Prose(text, f.terminal.Prose) }

func (f format) write(r *Report, precision float64, title string) error {
	var l legend
	for i, b := range r.Blocks() {
		if i > 0 {
			f.w.Printf("\n")
		}
		common, _ := b.common()
		f.w.Printf(title, strings.Join(append([]string{b.Title()}, common...), ", "))
		if b.tried() {
			dropped, err := f.table(b, precision)
			if err != nil {
				return fmt.Errorf("write table of %s: %w", b.Title(), err)
			}
			f.w.Printf("\n")
			l.add(b, precision, dropped)
		}
		if s := b.Sentence(); s != "" {
			f.prose(s)
		}
		for at, note := range NotesOn(b.Shapes) {
			f.prose(Raised(at+1) + " " + note.String())
		}
		for _, reason := range reasons(b.Shapes, Failed, Unsupported, Unmeasured) {
			f.prose(reason)
		}
	}
	if lines := l.lines(precision, f.terminal.Width); len(lines) > 0 {
		f.w.Printf("\n")
		for _, line := range lines {
			f.prose(line)
		}
	}
	for _, w := range r.Winners() {
		if err := f.winners(w, title); err != nil {
			return fmt.Errorf("write the best of each scenario: %w", err)
		}
	}
	for _, text := range []string{r.Balance(), r.OnlyLibrary(), r.Unmeasured(), r.Clock()} {
		if text != "" {
			f.w.Printf("\n")
			f.prose(text)
		}
	}
	return f.w.Flush()
}

// winners writes one row per scenario: the best implementation of a role, and the runner-up
// if there is room.
func (f format) winners(w Winners, title string) error {
	name := lists.Join(", ", "Best "+w.Role.String()+" of each scenario", w.Label)
	f.w.Printf("\n")
	f.w.Printf(title, name)
	t := display.NewTable("scenario", "best", "next")
	t.Columns[2].Spare = 1
	for _, row := range w.Rows {
		t.Row(row.Scenario, row.BestText(), row.NextText())
	}
	t.Narrow(f.terminal.Width)
	return f.w.Table(t)
}

// A column prints one value of a case or of its comparison group.
type column struct {
	title string
	left  bool
	spare int // higher values are dropped first; 0 is never dropped
	shape func(*Shape) string
	impl  func(*Impl) string
	value func(*Entry) string
}

// columns lists the columns of a block.
func columns(b Block, precision float64) []column {
	var list []column
	_, axes := b.common()
	for _, axis := range axes {
		list = append(list, column{title: b.Scenario.Axes[axis].Title, shape: func(s *Shape) string {
			if v := s.At[axis]; !math.IsNaN(v) {
				return Count(v)
			}
			return "-"
		}})
	}
	main := b.Scenario.MainUnit()
	list = append(list, column{title: "impl", left: true, impl: func(i *Impl) string { return i.Label }})
	roles := b.Roles()
	if len(roles) > 1 {
		list = append(list, column{title: "role", left: true, spare: 1, impl: func(i *Impl) string { return i.Role.String() }})
	}
	if b.any(func(c *Entry) bool { return c.Impl.Version != "" }) {
		list = append(list, column{title: "version", left: true, spare: 2, impl: (*Impl).Edition})
	}
	marks := NotesOn(b.Shapes)
	list = append(list, column{title: Display(main.Heading()), value: func(c *Entry) string {
		few := ""
		if !c.Main().HasInterval() {
			few = " ?"
		}
		return main.Format(c.Main().Center) + Raised(marks.Number(c)) + few
	}})
	if b.any(func(c *Entry) bool { return c.Main().HasInterval() }) {
		list = append(list, column{title: "±", spare: 1, value: func(c *Entry) string { return interval(c, precision) }})
	}
	list = append(list, column{title: "n", spare: 5, value: func(c *Entry) string { return fmt.Sprint(c.Main().N) }})
	if b.any(func(c *Entry) bool { return c.Disturbed > 0 }) {
		list = append(list, column{title: "disturbed", spare: 5, value: func(c *Entry) string { return fmt.Sprint(c.Disturbed) }})
	}
	for _, name := range b.Units() {
		u := results.UnitNamed(name)
		spare := 3
		switch {
		case u.Clocked != "":
			spare = 2
		case u.Machine:
			spare = 6 // nearly equal in all rows
		case u.Restates != "":
			spare = 4 // restates the primary unit
		}
		list = append(list, column{title: Display(name), spare: spare, value: func(c *Entry) string {
			if s, ok := c.Stats[name]; ok {
				return u.Format(s.Center)
			}
			return "-"
		}})
	}
	if len(roles) > 0 {
		list = append(list, column{title: "vs best", value: func(c *Entry) string {
			switch {
			case c.Tied:
				return "≈ " + ratio(c.Ratio)
			case c.Unclear():
				return ratio(c.Ratio) + " ?"
			}
			return ratio(c.Ratio)
		}})
	}
	if reference := b.Reference(); reference != nil {
		list = append(list, column{title: "vs " + reference.Label, spare: 2, value: func(c *Entry) string {
			if r := c.Shape.Find(reference); r != nil {
				return ratio(c.Against(r))
			}
			return "-"
		}})
	}
	return list
}

func ratio(r float64) string {
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return "-"
	}
	return Ratio(r)
}

// table writes a block and returns the headings of dropped columns.
func (f format) table(b Block, precision float64) (dropped []string, err error) {
	list := columns(b, precision)
	var t display.Table
	for _, c := range list {
		t.Columns = append(t.Columns, display.Column{Title: c.title, Right: !c.left, Spare: c.spare})
	}
	for i, s := range b.Shapes {
		if i > 0 {
			t.Row(make([]string, len(list))...)
		}
		t.Rows = append(t.Rows, rows(s, list)...)
	}
	dropped = t.Narrow(f.terminal.Width)
	if f.terminal.Color {
		for _, row := range t.Rows {
			colour(row)
		}
	}
	return dropped, f.w.Table(t)
}

// rows lists the cases of a comparison group, best first; cases without a number are last.
func rows(s *Shape, list []column) (rows [][]any) {
	add := func(impl *Impl, value func(column) string) {
		row := make([]any, len(list))
		for i, c := range list {
			switch {
			case c.shape != nil:
				row[i] = display.Verbatim(c.shape(s))
			case c.impl != nil:
				row[i] = c.impl(impl)
			default:
				row[i] = display.Verbatim(value(c))
			}
		}
		rows = append(rows, row)
	}
	for _, k := range s.Ranking() {
		add(k.Impl, func(c column) string { return c.value(k) })
	}
	for i, e := range s.Without {
		printed := false
		if e.Impl.Shown() && (i == 0 || s.Without[i-1].Impl != e.Impl) {
			add(e.Impl, func(column) string {
				if printed {
					return ""
				}
				printed = true
				return string(e.State)
			})
		}
	}
	return rows
}

// colour marks the best of a group green, imprecise values yellow and failures red.
func colour(row []any) {
	for i := range row {
		switch cell := fmt.Sprint(row[i]); {
		case strings.HasPrefix(cell, "≈ ") || cell == ratio(1):
			row[i] = display.Green.Text(cell)
		case strings.HasSuffix(cell, "!"):
			row[i] = display.Yellow.Text(cell)
		case cell == string(Failed):
			row[i] = display.Red.Text(cell)
		}
	}
}

// reasons lists why cases have no number: the implementations with each reason.
func reasons(shapes []*Shape, of ...State) (list []string) {
	without := map[string][]string{} // implementations by reason
	var order []string
	for _, s := range shapes {
		for _, e := range s.Without {
			if e.Impl.Shown() && slices.Contains(of, e.State) {
				reason := fmt.Sprintf("%s: %s", e.State, e.Reason)
				order = lists.Add(order, reason)
				without[reason] = addName(without[reason], Display(e.Impl.Name))
			}
		}
	}
	for _, reason := range order {
		list = append(list, strings.Join(limit(without[reason], 4), ", ")+": "+reason)
	}
	return list
}

// interval formats the precision of a case, in time or cycles ("c"), and marks it "!" if it is
// above the wanted precision.
func interval(c *Entry, wanted float64) string {
	precision, unit := c.Precision()
	if math.IsInf(precision, 0) {
		return "too few"
	}
	in, short := " ", " "
	if unit == results.UnitCycles {
		in = "c"
	}
	if c.Within() > wanted {
		short = "!"
	}
	return fmt.Sprintf("%.1f%%%s%s", 100*precision, in, short)
}
