package page

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// Limits of heat maps; the tables have the rest.
const (
	mostHeats       = 60 // in a page
	mostHeatRows    = 200
	mostHeatColumns = 60
)

type heatView struct {
	report.Heat
	Groups                []groupView // of columns
	Setting               string
	Mode                  results.AccessMode // of all rows
	Default               bool               // shown until the reader chooses
	Few                   string             // how many cells have fewer than 6 samples, "" for none
	Hatched               bool               // those cells are marked; else those with more samples are
	MoreRows, MoreColumns int                // omitted
}

// A groupView is the columns of one role.
type groupView struct {
	Role    int
	Title   string
	Columns int
}

// groupsOf returns the roles of columns that are in the order of their roles.
func groupsOf(columns []*report.Impl) (groups []groupView) {
	for _, i := range columns {
		if n := len(groups); n == 0 || groups[n-1].Role != int(i.Role) {
			groups = append(groups, groupView{Role: int(i.Role), Title: report.RoleTitle(i.Role)})
		}
		groups[len(groups)-1].Columns++
	}
	return groups
}

// RowTitle names a row, without an access mode that the caption has.
func (h heatView) RowTitle(s *report.Scenario) string {
	if h.Mode != results.AnyMode {
		return report.Display(s.Name)
	}
	return s.Label
}

// heatViews returns the heat maps and the number of omitted ones. The default is the
// largest world of the first setting.
func heatViews(r *report.Report) (views []heatView, more int) {
	heats := r.Heats()
	for i, h := range heats {
		if len(views) == mostHeats {
			more = len(heats) - mostHeats
			break
		}
		v := heatView{Heat: h, Setting: r.Settings[h.Setting].Label}
		v.Default = h.Setting == heats[0].Setting && (i+1 == len(heats) || heats[i+1].Setting != h.Setting)
		v.MoreRows, v.MoreColumns = v.Heat.Cut(mostHeatRows, mostHeatColumns)
		v.Mode = v.Heat.Mode()
		v.Groups = groupsOf(v.Heat.Impls)
		v.countFew()
		views = append(views, v)
	}
	return views, more
}

// countFew states how many cells have fewer than 6 samples. It marks the smaller part of the cells,
// since a mark in most of them would hide the colours.
func (h *heatView) countFew() {
	few, cells := 0, 0
	for _, row := range h.Rows() {
		for _, cell := range row.Cells {
			if c := cell.Case; c != nil && c.Impl.Wrong == "" {
				if cells++; !c.Main().HasInterval() {
					few++
				}
			}
		}
	}
	h.Hatched = 2*few <= cells
	h.Few = fewText(few, cells)
	switch {
	case few == 0 || few == cells:
	case h.Hatched:
		h.Few += " (hatched)"
	default:
		h.Few += "; those with more are underlined"
	}
}

// fewText counts the cells with fewer than 6 samples, "" if there are none.
func fewText(few, cells int) string {
	const text = "fewer than 6 samples, so their precision is unknown"
	switch few {
	case 0:
		return ""
	case cells:
		return "All cells have " + text
	case 1:
		return "1 cell has fewer than 6 samples, so its precision is unknown"
	}
	return fmt.Sprintf("%d of %d cells have %s", few, cells, text)
}

// Mark is the class of a cell with too few samples, or of one with enough among many without.
func (h heatView) Mark(c *report.Entry) string {
	switch few := !c.Main().HasInterval(); {
	case few && h.Hatched:
		return " few"
	case !few && !h.Hatched:
		return " enough"
	}
	return ""
}

// heatLimits are the ratios to the best at the steps of the colour scale: factors of the
// square root of two, then of two.
var heatLimits = []float64{0.87, 1.05, 1.25, 1.6, 2.5, 5, 10, 30}

// heatClass returns the step of the colour scale for a ratio. Each role has its own scale, because
// its ratios compare with its own best.
func heatClass(ratio float64, role results.Role) string {
	step := slices.IndexFunc(heatLimits, func(limit float64) bool { return ratio < limit })
	if step < 0 {
		step = len(heatLimits)
	}
	return fmt.Sprintf("r%d h%d", role, step)
}

func pText(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return fmt.Sprintf("p = %.3f", p)
}

// A machine is an environment for display.
type machine struct {
	File string
	Rows [][2]string
}

// machines lists the environments, or the configuration lines of files without any.
func machines(r *report.Report) []machine {
	var list []machine
	for _, f := range r.Files {
		for i, e := range f.Environments {
			rows := environmentRows(e)
			if i < len(f.Ends) {
				for _, c := range f.Ends[i].Conditions {
					rows = append(rows, [2]string{c.Name, c.State})
				}
			}
			list = append(list, machine{filepath.Base(f.Path), rows})
		}
		if len(f.Environments) == 0 && len(f.Cases) > 0 {
			config := f.Cases[0].Config
			rows := lists.Map(slices.Sorted(maps.Keys(config)), func(key string) [2]string { return [2]string{key, config[key]} })
			list = append(list, machine{filepath.Base(f.Path), rows})
		}
		if len(list) >= 20 {
			break
		}
	}
	return list
}

func environmentRows(e results.Environment) [][2]string {
	var rows [][2]string
	row := func(name, value string) {
		if value != "" {
			rows = append(rows, [2]string{name, value})
		}
	}
	row("CPU", e.CPU)
	if e.CPUs > 0 {
		row("CPUs", strconv.Itoa(e.CPUs))
	}
	row("System", strings.TrimSpace(e.OS+" "+e.Arch+" "+e.Kernel))
	row("Go", strings.TrimSpace(e.GoVersion+" "+e.GOAMD64))
	row("GOGC", e.GOGC)
	row("GOMEMLIMIT", e.GOMEMLIMIT)
	row("GODEBUG", e.GODEBUG)
	if e.GOMAXPROCS > 0 {
		row("GOMAXPROCS", strconv.Itoa(e.GOMAXPROCS))
	}
	row("Commit", e.Revision())
	row("Commit date", e.CommitTime)
	row("ecsbench", e.Version)
	for _, module := range slices.Sorted(maps.Keys(e.Modules)) {
		row(module, e.Modules[module])
	}
	return rows
}

// A span is a part of a text.
type span struct {
	Text string
	Code bool // text between backticks
}

// prose splits a text into plain text and code between backticks.
func prose(text string) (parts []span) {
	for i, part := range strings.Split(text, "`") {
		switch last := strings.Count(text, "`"); {
		case i%2 == 1 && i == last: // never closed: it is a backtick
			parts = append(parts, span{"`" + part, false})
		case part != "":
			parts = append(parts, span{part, i%2 == 1})
		}
	}
	return parts
}

// breaks splits a name where a line may end: dense:dispatch=scan, github.com/mlange-42/ark.
func breaks(name string) []string {
	var parts []string
	for name != "" {
		at := cmp.Or(strings.IndexAny(name, ":=,/")+1, len(name))
		parts, name = append(parts, name[:at]), name[at:]
	}
	return parts
}

// A changeView is a comparison for the template.
type changeView struct {
	Case, Old, New, Change, Interval, Verdict, Class string
	Known                                            []string // secondary metrics, causes and notes
}

// takeShared returns the rows without the lines that several have, and those lines, each with the
// number of its rows.
func takeShared(rows []changeView) (shared []string, rest []changeView) {
	var lines lists.Groups[string, int]
	for _, row := range rows {
		for _, line := range row.Known {
			n, _ := lines.Of(line)
			*n++
		}
	}
	for _, row := range rows {
		var own []string
		for _, line := range row.Known {
			n, _ := lines.Of(line)
			if *n == 1 {
				own = append(own, line)
			} else {
				shared = lists.Add(shared, fmt.Sprintf("%d rows: %s", *n, line))
			}
		}
		row.Known = own
		rest = append(rest, row)
	}
	return shared, rest
}

// changeViews lists the changes against the baseline, worst first, and all comparisons
// without restated units, cut to mostChanges, with their number.
func changeViews(v *verdict.Verdict) (changed, all []changeView, n int) {
	if v == nil {
		return nil, nil, 0
	}
	views := func(list []*verdict.Comparison) []changeView {
		return lists.Map(list[:min(mostChanges, len(list))], newChangeView)
	}
	own := v.Those(func(c *verdict.Comparison) bool { return c.Evidence != verdict.Derived })
	return views(v.Changed()), views(own), len(own)
}

// mostChanges limits the list of all comparisons.
const mostChanges = 1000

func newChangeView(c *verdict.Comparison) changeView {
	view := changeView{
		Case: c.Case, Old: report.Format(c.Old, c.Unit), New: report.Format(c.New, c.Unit),
		Change: c.Effect.Change(), Interval: c.Effect.Interval(),
		Verdict: c.Status.Meaning(), Class: "neutral", Known: c.Known(),
	}
	if c.Evidence == verdict.Counted {
		view.Interval = "exact"
	}
	switch c.Status {
	case verdict.Regression:
		view.Class = "bad"
	case verdict.Improved:
		view.Class = "good"
	}
	return view
}

// changesOf returns the comparison of each case in its primary unit.
func changesOf(v *verdict.Verdict, r *report.Report) map[*report.Entry]*changeData {
	found := make(map[*report.Entry]*changeData)
	if v == nil {
		return found
	}
	type of struct {
		key  results.Key
		unit string
	}
	by := make(map[of]*verdict.Comparison)
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		by[of{c.Key, c.Unit}] = c
	}
	for _, c := range r.Cases {
		_, unit := benchunit.Tidy(1, c.Shape.Scenario.Unit)
		if comparison, ok := by[of{v.Identity.Key(c.Name, r.Settings[c.Shape.Setting].Config), unit}]; ok {
			log, lo, hi := comparison.Worse()
			found[c] = &changeData{number(math.Exp(log)), number(math.Exp(lo)), number(math.Exp(hi)), comparison.Status.Meaning(), string(comparison.Status)}
		}
	}
	return found
}
