package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

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

// Figures returns the pictures of a report:
//
//   - time-SCENARIO: time per entity along the axis of the scenario (the size of the world if
//     that varies, else the last axis that does), every implementation in one panel, with
//     intervals; a panel for each profile and place on the other axes. It is value-SCENARIO
//     if something else than time is ranked, and SCENARIO contains the access mode if that is
//     not entity by entity
//   - samples: every sample in the order of the run, which shows drift and values that come
//     in several modes
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

// A facet is the content of a panel: a setting and values of other axes, and its points by the
// index of the implementation.
type facet struct {
	parts  []string // of its title
	points map[int][]point
	places int // different ones on the axis of the scenario
}

// facets lists the panels of a scenario, in the order of its configurations.
func (b *builder) facets(s *report.Scenario) []facet {
	type key struct {
		setting int
		line    string
		nowhere bool // without a place on the axis
	}
	var found lists.Groups[key, []*report.Shape]
	for _, shape := range s.Shapes {
		if !slices.ContainsFunc(shape.Cases, func(c *report.Entry) bool { _, ok := ranked(c); return ok }) {
			continue
		}
		k := key{shape.Setting, shape.Line(), false}
		if x := shape.On(s.Along); x != 0 && !drawable(x) {
			k.line, k.nowhere = shape.Label(), true
		}
		list, _ := found.Of(k)
		*list = append(*list, shape)
	}
	return lists.Map(found.List, func(shapes []*report.Shape) facet { return b.facet(s, shapes) })
}

func (b *builder) facet(s *report.Scenario, shapes []*report.Shape) facet {
	f := facet{points: make(map[int][]point)}
	var places []float64
	for _, shape := range shapes {
		x := shape.On(s.Along)
		places = lists.Add(places, x)
		for _, c := range shape.Cases {
			if stat, ok := ranked(c); ok {
				f.points[c.Impl.Index] = append(f.points[c.Impl.Index], point{x: x, y: stat.Center, lo: stat.Lo, hi: stat.Hi})
			}
		}
	}
	f.places = len(places)
	if label := b.report.Settings[shapes[0].Setting].Label; label != "" {
		f.parts = strings.Split(label, ", ")
	}
	for i, axis := range s.Axes {
		if text := axis.Place(shapes[0].At[i]); text != "" && (i != s.Along || f.places == 1) {
			f.parts = append(f.parts, text)
		}
	}
	if options := shapes[0].Options; options != "" {
		f.parts = append(f.parts, report.Display(options))
	}
	return f
}

// titles returns what distinguishes the facets from each other, and what they have in common.
func titles(facets []facet) (own []string, common string) {
	var shared []string
	for _, part := range facets[0].parts {
		if !slices.ContainsFunc(facets, func(f facet) bool { return !slices.Contains(f.parts, part) }) {
			shared = append(shared, part)
		}
	}
	for _, f := range facets {
		rest := lists.Filter(f.parts, func(part string) bool { return !slices.Contains(shared, part) })
		own = append(own, titled(rest))
	}
	return own, titled(shared)
}

// titled makes a title of parts, "" without any.
func titled(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return shortened(strings.Join(parts, ", "), mostInTitle)
}

// ranked returns the statistic of a case for a figure, in the primary unit.
func ranked(c *report.Entry) (report.Stat, bool) {
	s, ok := c.Stats[c.Shape.Scenario.Unit]
	return s, ok && drawable(s.Center) && c.Impl.Shown()
}

// series lists the lines of a facet, by implementation.
func (b *builder) series(f facet) []series {
	return lists.Map(slices.Sorted(maps.Keys(f.points)), func(i int) series {
		return series{implName(b.report.Impls[i]), newLook(b.styles[i]), f.points[i]}
	})
}

// values draws the primary unit of a scenario: lines along its axis where several places were
// measured, and labelled points elsewhere.
func (b *builder) values(s *report.Scenario) {
	kind := "value"
	switch {
	case s.Unit == results.UnitCycles:
		kind = "cycles"
	case s.MainUnit().IsSpeed():
		kind = "time"
	}
	name := s.Name // for the file
	if s.Mode != results.AnyMode && s.Mode != results.PerEntity {
		name += "-" + string(s.Mode)
	}
	var along, single []facet
	for _, f := range b.facets(s) {
		if f.places > 1 {
			along = append(along, f)
		} else {
			single = append(single, f)
		}
	}
	for _, part := range []struct {
		facets []facet
		draw   func(*Figure, *report.Scenario, []facet) (left int)
	}{{along, b.drawLines}, {single, b.drawPoints}} {
		if len(part.facets) > 0 {
			figure := &Figure{Title: shortened(s.Label, mostInName+20) + ": " + axisTitle(s.Unit), Values: true}
			left := part.draw(figure, s, part.facets)
			b.add(figure, kind, name, left)
		}
	}
}

// cut limits a list and returns the number of omitted elements.
func cut[T any](list []T, most int) (kept []T, left int) {
	kept = list[:min(most, len(list))]
	return kept, len(list) - len(kept)
}

// subtitle returns the lines below the title of a figure: what its panels have in common, and how
// to read it. Where some points have an interval, those without are drawn open.
func subtitle(s *report.Scenario, common string, facets []facet) []string {
	better := "less is better"
	if s.Better > 0 {
		better = "more is better"
	}
	points, bars := 0, 0
	for _, f := range facets {
		for _, list := range f.points {
			points += len(list)
			bars += lists.Count(list, point.hasInterval)
		}
	}
	notes := []string{better, logarithmic}
	switch bars {
	case 0:
		notes = append(notes, fewSamples)
	case points:
		notes = append(notes, withBars)
	default: // the exceptions are marked
		for _, f := range facets {
			for _, list := range f.points {
				for i := range list {
					list[i].open = !list[i].hasInterval()
				}
			}
		}
		notes = append(notes, withBars, openFew)
	}
	return lists.Filter([]string{common, strings.Join(notes, "; ")}, func(line string) bool { return line != "" })
}

// drawLines adds a panel per facet.
func (b *builder) drawLines(figure *Figure, s *report.Scenario, facets []facet) (left int) {
	facets, left = cut(facets, mostPanels)
	own, common := titles(facets)
	figure.Notes = subtitle(s, common, facets)
	y := newSpan()
	all := make([][]series, len(facets))
	for i, f := range facets {
		more := 0
		all[i], more = cut(b.series(f), mostSeries)
		left += more
		for _, one := range all[i] {
			for _, pt := range one.points {
				y.add(pt.y, pt.lo, pt.hi)
			}
		}
		figure.labels = max(figure.labels, labelWidth(all[i]))
	}
	for i := range facets {
		p := linePanel{xLabel: plain(s.Axes[s.Along].Title), yLabel: axisTitle(s.Unit), yTicks: unitTicks(s.Unit), series: all[i], y: y}
		figure.panels = append(figure.panels, panel{own[i], p.plot})
	}
	figure.size = size{270, 202}
	if len(facets) == 1 {
		figure.size = size{380, 290}
	}
	return left
}

// drawPoints adds a panel per facet with a row per implementation, or one panel with a row per
// facet if there is only one implementation.
func (b *builder) drawPoints(figure *Figure, s *report.Scenario, facets []facet) (left int) {
	var shown []int
	for _, f := range facets {
		shown = lists.Add(shown, slices.Sorted(maps.Keys(f.points))...)
	}
	if len(shown) > 1 {
		facets, left = cut(facets, mostPanels)
	}
	own, common := titles(facets)
	if len(shown) == 1 {
		if name := b.report.Impls[shown[0]].Name; name != "" {
			common = lists.Join(", ", implName(b.report.Impls[shown[0]]), common)
		}
	}
	figure.Notes = subtitle(s, common, facets)
	x := newSpan()
	var rows [][]series
	for i, f := range facets {
		list := b.series(f)
		for _, one := range list {
			x.add(one.points[0].y, one.points[0].lo, one.points[0].hi)
		}
		if len(shown) > 1 || i == 0 {
			rows = append(rows, nil)
		}
		if len(shown) == 1 {
			list[0].label = shortened(cmp.Or(own[i], s.Name), mostInTitle/2)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], list...)
	}
	most := 0
	for i, list := range rows {
		// The largest first, because rows begin at the bottom.
		slices.SortStableFunc(list, func(a, b series) int { return cmp.Compare(b.points[0].y, a.points[0].y) })
		if n := len(list) - mostNames; n > 0 {
			left += n
			list = list[n:]
		}
		title := own[i]
		if len(shown) == 1 {
			title = ""
		}
		most = max(most, len(list))
		p := pointPanel{xLabel: axisTitle(s.Unit), xTicks: unitTicks(s.Unit), rows: list, x: x}
		figure.panels = append(figure.panels, panel{title, p.plot})
	}
	figure.labels = valueRoom
	figure.size = size{300, max(102, vg.Length(most)*18+42)}
	if len(rows) == 1 {
		figure.size.width = 440
	}
	return left
}

// valueRoom is the room for the value of a point at the edge of its panel.
const valueRoom = 54 * vg.Length(1)

func axisTitle(unit string) string {
	if title := report.Title(unit); title != unit {
		return title
	}
	return plain(unit)
}

func cutLegend(entries []entry) []entry {
	if n := len(entries) - mostEntries; n > 0 {
		return append(entries[:mostEntries:mostEntries], entry{label: fmt.Sprintf("and %d more", n)})
	}
	return entries
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
