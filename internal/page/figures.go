package page

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// Limits of a readable picture; the page has the rest.
const (
	mostPanels  = 12
	mostSeries  = 16
	mostFigures = 40
	mostDots    = 1500
	mostNames   = 40 // of a point panel
	mostEntries = 60 // of a legend
)

// Figures returns the pictures of a report.
func Figures(r *report.Report) []*Figure {
	b := &builder{report: r, styles: Styles(r.Impls), names: make(map[string]bool), source: source(r)}
	for _, s := range r.Scenarios[:min(mostFigures, len(r.Scenarios))] {
		b.values(s)
	}
	b.samples()
	return b.figures
}

type builder struct {
	report  *report.Report
	styles  []Style
	names   map[string]bool
	figures []*Figure
	source  []string // of all figures
}

// add keeps a figure with content, under a unique name.
func (b *builder) add(f *Figure, kind, name string, left int) {
	if len(f.panels) == 0 {
		return
	}
	base := kind
	if name != "" {
		base += "-" + slug(name)
	}
	f.Name = base
	for i := 2; b.names[f.Name]; i++ {
		f.Name = fmt.Sprintf("%s-%d", base, i)
	}
	b.names[f.Name] = true
	f.columns = grid(len(f.panels))
	f.Source = b.source
	if left > 0 {
		f.Caption = fmt.Sprintf("%d more are only on the page.", left)
	}
	b.figures = append(b.figures, f)
}

// slug makes a file name of any name.
func slug(name string) string {
	var s strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			s.WriteRune(r)
		case s.Len() > 0 && !strings.HasSuffix(s.String(), "-"):
			s.WriteByte('-')
		}
		if s.Len() >= 40 {
			break
		}
	}
	return cmp.Or(strings.Trim(s.String(), "-"), "x")
}

// A facet is the content of a panel: a setting and values of other axes.
type facet struct {
	setting int
	line    string
}

func (b *builder) facetTitle(f facet) string {
	parts := lists.Filter([]string{b.report.Settings[f.setting].Label, f.line}, func(s string) bool { return s != "" })
	return strings.Join(lists.Map(parts, func(s string) string { return shortened(s, 40) }), ", ")
}

// facets lists the panels of a scenario, cut to what fits.
func (b *builder) facets(s *report.Scenario) (list []facet, left int) {
	seen := make(map[facet]bool)
	for _, shape := range s.Shapes {
		f := facet{shape.Setting, shape.Line()}
		if !seen[f] && len(list) < mostPanels {
			list = append(list, f)
		}
		seen[f] = true
	}
	return list, len(seen) - len(list)
}

// ranked returns the statistic of a case for a figure, in the primary unit.
func ranked(c *report.Case) (report.Stat, bool) {
	s, ok := c.Stats[c.Shape.Scenario.Unit]
	return s, ok && drawable(s.Center) && c.Impl.Shown()
}

// lines returns a series per implementation of a facet.
func (b *builder) lines(s *report.Scenario, f facet, y *axisSpan) []series {
	of := make(map[int][]point) // by index of the implementation
	for _, shape := range s.Shapes {
		x := shape.On(s.Along)
		if shape.Setting != f.setting || shape.Line() != f.line || x != 0 && !drawable(x) {
			continue
		}
		for _, c := range shape.Cases {
			stat, ok := ranked(c)
			if !ok {
				continue
			}
			pt := point{x, stat.Center, stat.Lo, stat.Hi}
			y.add(pt.y, pt.lo, pt.hi)
			of[c.Impl.Index] = append(of[c.Impl.Index], pt)
		}
	}
	return lists.Map(slices.Sorted(maps.Keys(of)), func(i int) series {
		return series{implName(b.report.Impls[i]), newLook(b.styles[i]), of[i]}
	})
}

// values draws the primary unit of a scenario along its axis.
func (b *builder) values(s *report.Scenario) {
	kind := "value"
	switch {
	case s.Unit == results.UnitCycles:
		kind = "cycles"
	case s.MainUnit().IsSpeed():
		kind = "time"
	}
	figure := &Figure{Title: plain(s.Label) + ": " + axisTitle(s.Unit), Values: true, size: size{270, 220}}
	facets, left := b.facets(s)
	b.addLinePanels(figure, s, facets, &left)
	if len(figure.panels) == 0 {
		b.addPointPanel(figure, s, &left)
	}
	better := "less is better"
	if s.Better > 0 {
		better = "more is better"
	}
	figure.Notes = []string{strings.Join([]string{better, logarithmic, withBars}, "; ")}
	name := s.Name // for the file
	if s.Mode != impls.AnyMode && s.Mode != impls.PerEntity {
		name += "-" + string(s.Mode)
	}
	b.add(figure, kind, name, left)
}

// addLinePanels adds a panel per facet, if any has several places on the axis.
func (b *builder) addLinePanels(figure *Figure, s *report.Scenario, facets []facet, left *int) {
	y := newSpan()
	all := make([][]series, len(facets))
	long := false
	for i, f := range facets {
		all[i] = b.lines(s, f, &y)
		for at := range all[i] {
			long = long || len(all[i][at].points) > 1
		}
	}
	if !long {
		return
	}
	var shown []series
	along := ""
	if s.Along >= 0 {
		along = plain(s.Axes[s.Along].Title)
	}
	for i, f := range facets {
		list := all[i][:min(mostSeries, len(all[i]))]
		*left += len(all[i]) - len(list)
		shown = append(shown, list...)
		p := linePanel{title: b.facetTitle(f), xLabel: along, yLabel: axisTitle(s.Unit), yTicks: unitTicks(s.Unit), series: list, y: y}
		figure.panels = append(figure.panels, p.plot)
	}
	if len(figure.panels) == 1 {
		figure.size = size{380, 290}
	}
	figure.legend = legendOf(shown)
}

func axisTitle(unit string) string {
	if title := report.Title(unit); title != unit {
		return title
	}
	return plain(unit)
}

// legendOf lists each label once, in the order of the right ends of the lines, highest first.
func legendOf(list []series) []entry {
	type place struct {
		entry
		sum float64
		n   int
	}
	var places lists.Groups[string, place]
	for _, s := range list {
		p, fresh := places.Of(s.label)
		if fresh {
			p.entry = entry{s.label, s.look}
		}
		if n := len(s.points); n > 0 {
			p.sum += math.Log(max(s.points[n-1].y, 1e-30))
			p.n++
		}
	}
	slices.SortStableFunc(places.List, func(a, b place) int {
		return cmp.Compare(b.sum/float64(max(1, b.n)), a.sum/float64(max(1, a.n)))
	})
	return cutLegend(lists.Map(places.List, func(p place) entry { return p.entry }))
}

func cutLegend(entries []entry) []entry {
	if n := len(entries) - mostEntries; n > 0 {
		return append(entries[:mostEntries:mostEntries], entry{label: fmt.Sprintf("and %d more", n)})
	}
	return entries
}

// addPointPanel draws a scenario measured at one size: one row per case.
func (b *builder) addPointPanel(figure *Figure, s *report.Scenario, left *int) {
	x := newSpan()
	var rows []series
	for _, shape := range s.Shapes {
		for _, c := range shape.Cases {
			stat, ok := ranked(c)
			if !ok {
				continue
			}
			var parts []string
			if c.Impl.Name != "" {
				parts = append(parts, implName(c.Impl))
			}
			if title := b.facetTitle(facet{shape.Setting, shape.Label()}); title != "" && len(s.Shapes) > 1 {
				parts = append(parts, title)
			}
			if len(parts) == 0 {
				parts = []string{plain(s.Name)}
			}
			x.add(stat.Center, stat.Lo, stat.Hi)
			rows = append(rows, series{strings.Join(parts, ", "), newLook(b.styles[c.Impl.Index]), []point{{0, stat.Center, stat.Lo, stat.Hi}}})
		}
	}
	if len(rows) == 0 {
		return
	}
	// The largest first, because rows begin at the bottom.
	slices.SortStableFunc(rows, func(a, b series) int { return cmp.Compare(b.points[0].y, a.points[0].y) })
	if n := len(rows) - mostNames; n > 0 {
		*left += n
		rows = rows[n:]
	}
	title := ""
	if len(s.Shapes) == 1 {
		title = plain(s.Shapes[0].Label())
	}
	p := pointPanel{title: title, xLabel: axisTitle(s.Unit), xTicks: unitTicks(s.Unit), rows: rows, x: x}
	figure.panels = append(figure.panels, p.plot)
	figure.size = size{520, max(120, vg.Length(len(rows))*18+60)}
}

// legendInOrder lists each label once, in the order of the series.
func legendInOrder(list []series) (entries []entry) {
	for _, s := range list {
		if !slices.ContainsFunc(entries, func(e entry) bool { return e.label == s.label }) {
			entries = append(entries, entry{s.label, s.look})
		}
	}
	return cutLegend(entries)
}
