package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// An Overview is the result of a run on a terminal: one table with implementations as rows and
// configurations as columns, the answer, and each mark and warning once. [Text] has every row.
type Overview struct {
	Report    *Report
	Precision float64  // that was requested
	Warnings  []string // about the machine
	Next      []string // commands
	All       string   // the command that prints every row
}

// Limits of an overview, so that it has at most a hundred lines of 80 columns.
const (
	mostTableLines   = 56
	mostRows         = 40 // implementations
	mostPoints       = 16 // configurations; of more, one for each scenario
	longestImplLabel = 32 // of an implementation
	mostDoubts       = 6
)

// Write writes the overview.
func (o Overview) Write(w io.Writer, terminal Terminal) error {
	f := format{display.NewWriter(w), terminal}
	if f.terminal.Prose == 0 {
		f.terminal.Prose = terminal.Width
	}
	g := o.grid(f)
	f.prose(g.caption)
	for i, part := range g.parts {
		if i > 0 {
			f.w.Printf("\n")
		}
		g.write(f, part)
	}
	f.w.Printf("\n")
	answer := lists.Map(o.Report.Headlines(), Headline.String)
	for _, line := range append(append(answer, g.notes()...), o.Report.OnlyLibrary()) {
		if line != "" {
			f.prose(line)
		}
	}
	var shapes []*Shape
	for _, s := range o.Report.Scenarios {
		shapes = append(shapes, s.Shapes...)
	}
	for _, line := range limit(reasons(shapes, Failed, Unmeasured), mostDoubts) {
		f.prose(display.Cut(line, longestLine))
	}
	doubts := lists.Filter(lists.Map(o.Report.Impls, (*Impl).Doubt), func(s string) bool { return s != "" })
	for _, line := range slices.Concat(limit(doubts, mostDoubts), o.Warnings) {
		f.prose("warning: " + line)
	}
	if len(o.Next) > 0 {
		f.w.Printf("\n")
	}
	for _, command := range o.Next {
		f.w.Printf("%s\n", command)
	}
	return f.w.Flush()
}

// A grid is the table of an overview. It is written in parts if it is too wide.
type grid struct {
	caption string
	labels  int // width of the first column
	rows    []gridRow
	columns []gridColumn
	parts   [][]gridColumn
	marks   map[string]string // explanations of the marks in the cells
	within  []float64         // precisions of the cells with an interval
	few     bool              // some cell has no interval
	unclear bool              // see [Case.Unclear]
}

// A gridRow is an implementation, or the title of a role if that is nil.
type gridRow struct {
	label string
	impl  *Impl
}

// A gridColumn is a configuration.
type gridColumn struct {
	shape *Shape
	title []string // lines
	cells []string // by row
	width int
}

// grid lays the table out.
func (o Overview) grid(f format) *grid {
	g := &grid{marks: make(map[string]string)}
	var shapes []*Shape
	all, blocks := 0, o.Report.Blocks()
	for _, b := range blocks {
		all += len(b.Shapes)
	}
	for _, b := range blocks {
		if points := largest(b.Shapes); all > mostPoints {
			shapes = append(shapes, points[len(points)/2])
		} else {
			shapes = append(shapes, b.Shapes...)
		}
	}
	members := lists.Filter(o.Report.Impls, func(i *Impl) bool {
		return i.Shown() && slices.ContainsFunc(shapes, func(s *Shape) bool { return s.Find(i) != nil || s.exceptionOf(i) != nil })
	})
	excess := len(members) - mostRows
	for _, role := range roles {
		of := lists.Filter(members, func(i *Impl) bool { return i.Role == role })
		if len(of) == 0 {
			continue
		}
		averages, _ := Averages(shapes, of)
		slices.SortStableFunc(of, func(a, b *Impl) int { return byRatio(average(averages, a), average(averages, b)) })
		g.rows = append(g.rows, gridRow{label: role.Plural()})
		cut := min(max(0, excess), len(of)-1) // the worst
		excess -= cut
		for _, i := range of[:len(of)-cut] {
			g.rows = append(g.rows, gridRow{display.Cut(i.Label, longestImplLabel), i})
		}
		if cut > 0 {
			g.rows = append(g.rows, gridRow{label: counted(cut, "more", "more")})
		}
	}
	for _, row := range g.rows {
		g.labels = max(g.labels, utf8.RuneCountInString(row.label))
	}
	common := commonLabels(shapes)
	for _, s := range shapes {
		g.columns = append(g.columns, g.column(s, o.Precision, common))
	}
	shown := g.pack(cmp.Or(f.terminal.Width, columnsOfLogs))
	g.caption = g.describe(o.Report, common)
	if shown < all {
		g.caption += fmt.Sprintf(" %d of %s; every row: %s", shown, counted(all, "configuration", "configurations"), o.All)
	}
	return g
}

// columnsOfLogs is the width of tables without a terminal.
const columnsOfLogs = 80

func average(of map[*Impl]float64, i *Impl) float64 {
	if a, ok := of[i]; ok {
		return a
	}
	return math.NaN()
}

// exceptionOf returns the exception of an implementation, nil if there is none.
func (s *Shape) exceptionOf(i *Impl) *Exception {
	if at := slices.IndexFunc(s.Without, func(e Exception) bool { return e.Impl == i }); at >= 0 {
		return &s.Without[at]
	}
	return nil
}

// commonLabels lists the labels of axes that all shapes share, if they have the axis.
func commonLabels(shapes []*Shape) (common []string) {
	values := make(map[string][]string) // of the axes, in order of appearance
	var order []string
	for _, s := range shapes {
		for i, a := range s.Scenario.Axes {
			if label := a.Label(s.At[i]); label != "" {
				order = lists.Add(order, a.Name)
				values[a.Name] = lists.Add(values[a.Name], label)
			}
		}
	}
	for _, name := range order {
		if len(values[name]) == 1 {
			common = append(common, values[name][0])
		}
	}
	return common
}

// column formats the cells of a configuration.
func (g *grid) column(s *Shape, precision float64, common []string) gridColumn {
	c := gridColumn{shape: s}
	c.title = append(c.title, Display(s.Scenario.Name))
	if unit := s.Scenario.MainUnit(); unit.Name != mainTime && s.Scenario.Unit != "" {
		c.title = append(c.title, Display(unit.Name))
	}
	if mode := s.Scenario.Mode; mode != results.PerEntity {
		c.title = append(c.title, mode.Words())
	}
	for i, a := range s.Scenario.Axes {
		if label := a.Label(s.At[i]); !slices.Contains(common, label) {
			c.title = append(c.title, label)
		}
	}
	c.title = lists.Filter(append(c.title, Display(s.Options)), func(line string) bool { return line != "" })
	for _, row := range g.rows {
		text := ""
		if row.impl != nil {
			text = g.cell(s, row.impl, precision)
		}
		c.cells = append(c.cells, text)
	}
	for _, text := range append(slices.Clone(c.title), c.cells...) {
		c.width = max(c.width, utf8.RuneCountInString(text))
	}
	return c
}

// mainTime is the unit of most columns.
const mainTime = "ns/entity"

// cell formats the median and the ratio to the best of the role: "1.72 1.00x ".
func (g *grid) cell(s *Shape, i *Impl, precision float64) string {
	c := s.Find(i)
	if c == nil {
		switch e := s.exceptionOf(i); {
		case e == nil:
			return ""
		case e.State == Unsupported:
			g.marks["-"] = "- unsupported; the reason: ecsbench list impls NAME"
			return "- "
		case e.State == Unmeasured:
			return "no time "
		default:
			return string(e.State) + " "
		}
	}
	value := s.Scenario.MainUnit().Format(c.Main().Center)
	if s.Scenario.Unit == mainTime {
		value = results.Digits(c.Main().Center)
	}
	tied, end := " ", " "
	if c.Tied {
		tied, g.marks["≈"] = "≈", "≈ "+TieMeans
	}
	switch {
	case !c.Main().HasInterval():
		end, g.few = "?", true
	case c.Unclear():
		end, g.unclear = "?", true
	case c.Within() > precision:
		end, g.marks["!"] = "!", fmt.Sprintf("! the 95%% interval is wider than ±%.3g%%; use a larger --budget", 100*precision)
	}
	if c.Main().HasInterval() {
		g.within = append(g.within, c.Within())
	}
	if c.Note() != nil {
		end, g.marks["*"] = strings.TrimSpace(end)+"*", "* a shortcut or an emulation; ecsbench list impls NAME describes it"
	}
	return fmt.Sprintf("%s%s%5s%s", value, tied, ratio(c.Ratio), end)
}

// pack distributes the columns over parts that fit the width, within the limit of lines. It
// returns the number of columns that are shown.
func (g *grid) pack(width int) (shown int) {
	left := 0
	for _, c := range g.columns {
		if left < c.width+2 || len(g.parts) == 0 {
			g.parts, left = append(g.parts, nil), width-g.labels
		}
		last := &g.parts[len(g.parts)-1]
		*last, left = append(*last, c), left-c.width-2
	}
	height := func(part []gridColumn) int { return len(g.rows) + titleLines(part) + 2 }
	lines := 0
	for at, part := range g.parts {
		if lines += height(part); lines > mostTableLines && at > 0 {
			g.parts = g.parts[:at]
			break
		}
		shown += len(part)
	}
	return shown
}

func titleLines(part []gridColumn) (most int) {
	for _, c := range part {
		most = max(most, len(c.title))
	}
	return most
}

// describe is the caption.
func (g *grid) describe(r *Report, common []string) string {
	var of []string
	if len(r.Settings) > 0 {
		if profile := r.Settings[0].Config["profile"]; profile != "" {
			of = append(of, "profile "+Display(profile))
		}
	}
	what := lists.Join(", ", append(of, common...)...)
	return capital(lists.Join(": ", what, "ns/entity, ratio to best of role")) + "."
}

// write writes one part.
func (g *grid) write(f format, part []gridColumn) {
	lines := titleLines(part)
	for line := range lines {
		f.w.Printf("%s", display.Verbatim(strings.Repeat(" ", g.labels)))
		for _, c := range part {
			text := ""
			if at := line - (lines - len(c.title)); at >= 0 {
				text = c.title[at]
			}
			f.w.Printf("%s", display.Verbatim(pad(text, c.width+2)))
		}
		f.w.Printf("\n")
	}
	rule := g.labels
	for _, c := range part {
		rule += c.width + 2
	}
	f.w.Printf("%s\n", display.Verbatim(strings.Repeat("─", rule)))
	for i, row := range g.rows {
		line := row.label
		if row.impl != nil {
			line += strings.Repeat(" ", g.labels-utf8.RuneCountInString(row.label))
			for _, c := range part {
				line += f.highlight(pad(c.cells[i], c.width+2))
			}
		}
		f.w.Printf("%s\n", display.Verbatim(strings.TrimRight(line, " ")))
	}
}

// pad aligns a text to the right.
func pad(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}

// highlight colours the best and failures.
func (f format) highlight(cell string) string {
	switch {
	case !f.terminal.Color:
	case strings.Contains(cell, " "+ratio(1)) || strings.Contains(cell, "≈"):
		return string(display.Green.Text(cell))
	case strings.Contains(cell, string(Failed)):
		return string(display.Red.Text(cell))
	}
	return cell
}

// notes explains the marks, each once.
func (g *grid) notes() (list []string) {
	if len(g.within) > 0 {
		slices.Sort(g.within)
		percent := func(p float64) string { return results.Digits(100*p) + "%" }
		list = append(list, fmt.Sprintf("95%% intervals of the medians: ±%s in the middle of the cells, ±%s at most.",
			percent(g.within[len(g.within)/2]), percent(g.within[len(g.within)-1])))
	}
	const few = "median of fewer than 6 samples, so its precision is unknown; --rounds 10 takes enough"
	switch {
	case g.few && g.unclear:
		g.marks["?"] = "? " + UnclearMeans + ", or " + few
	case g.few:
		g.marks["?"] = "? " + few
	case g.unclear:
		g.marks["?"] = "? " + UnclearMeans
	}
	for _, mark := range []string{"!", "?", "≈", "*", "-"} {
		if text := g.marks[mark]; text != "" {
			list = append(list, text)
		}
	}
	return list
}
