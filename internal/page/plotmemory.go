package page

import (
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/report"
)

// memory draws bytes per entity beside the times: retained memory if measured, else
// allocations per entity. A scenario ranked by it has its own figure. All panels share a
// range, with a place for zero.
func (b *builder) memory() {
	unit := b.report.MemoryUnit()
	title, get, harness := axisTitle(unit), inUnit(unit), ""
	if unit == "" {
		if unit = b.report.AllocationUnit(); unit == "" {
			return
		}
		title, get = axisTitle(unit)+", for each entity", perEntity(unit)
		harness = "less than 1 B for each entity is drawn as 0"
	}
	figure := &Figure{Title: "Memory: " + title, size: size{270, 220}}
	left := 0
	y := newSpan()
	var nothing []string
	panels := b.memoryLines(unit, get, &y, &left, &nothing)
	for i := range panels {
		panels[i].y = y
		figure.panels = append(figure.panels, panels[i].plot)
		figure.legend = append(figure.legend, legendOf(panels[i].series)...)
	}
	figure.legend = onceEach(figure.legend)
	if len(panels) == 0 {
		most := 0
		rows := b.memoryRows(unit, get, &y, &left)
		for i := range rows {
			rows[i].x = y
			most = max(most, len(rows[i].rows))
			figure.panels = append(figure.panels, rows[i].plot)
		}
		figure.size = rowsSize(most)
		figure.size.width = 400
	}
	figure.Notes = []string{note(better(-1), logarithmic, y.zeroNote(), harness)}
	if len(nothing) > 0 {
		figure.Notes = append(figure.Notes, "0 for all in "+strings.Join(nothing, "; "))
	}
	b.add(figure, "memory", "", left)
}

// takes reports whether a line is above zero anywhere.
func (s series) takes() bool {
	return slices.ContainsFunc(s.points, func(p point) bool { return p.y > 0 })
}

const bytesPerEntity = "bytes per entity"

// memoryLines returns panels along the axes, none if no axis varies. nothing lists those
// without memory.
func (b *builder) memoryLines(unit string, get extract, y *axisSpan, left *int, nothing *[]string) (panels []linePanel) {
	long := false
	for _, s := range b.report.Scenarios {
		if s.Unit == unit {
			continue
		}
		facets, _ := b.facets(s)
		for _, f := range facets {
			list := b.lines(s, f, get, y)
			if len(list) == 0 {
				continue
			}
			if !slices.ContainsFunc(list, series.takes) {
				if name := plain(s.Label); !slices.Contains(*nothing, name) {
					*nothing = append(*nothing, name)
				}
				continue
			}
			if len(panels) == mostPanels {
				*left++
				continue
			}
			list = cut(list, mostSeries, left)
			for i := range list {
				long = long || len(list[i].points) > 1
				*left += list[i].thin()
			}
			name := plain(s.Label)
			if more := b.facetTitle(f); more != "" {
				name += ", " + more
			}
			panels = append(panels, linePanel{title: name, xLabel: alongTitle(s), yLabel: bytesPerEntity, yTicks: unitLabel(unit), series: list})
		}
	}
	if !long {
		return nil
	}
	return panels
}

// memoryRows returns panels of scenarios measured at one place.
func (b *builder) memoryRows(unit string, get extract, x *axisSpan, left *int) (panels []pointPanel) {
	for _, s := range b.report.Scenarios {
		if s.Unit == unit {
			continue
		}
		for _, shape := range s.Shapes {
			p := pointPanel{title: plain(s.Label), xLabel: bytesPerEntity, xTicks: unitLabel(unit)}
			if more := b.facetTitle(facet{shape.Setting, shape.Label()}); more != "" {
				p.title += ", " + more
			}
			for _, c := range shape.Cases {
				if stat, ok := get(c); ok && len(p.rows) < mostNames {
					x.add(stat.Center)
					p.rows = append(p.rows, series{plain(c.Impl.Name), newLook(b.styles[c.Impl.Index], 0), []point{{0, stat.Center, stat.Lo, stat.Hi}}})
				}
			}
			switch {
			case len(p.rows) == 0:
			case len(panels) == mostPanels:
				*left++
			default:
				largestFirst(p.rows)
				panels = append(panels, p)
			}
		}
	}
	return panels
}

// onceEach keeps the first entry of each label.
func onceEach(entries []entry) (kept []entry) {
	for _, e := range entries {
		if !slices.ContainsFunc(kept, func(k entry) bool { return k.label == e.label }) {
			kept = append(kept, e)
		}
	}
	return cutLegend(kept)
}

// perEntity divides the value of an operation by the size of the world.
func perEntity(unit string) extract {
	return func(c *report.Case) (report.Stat, bool) {
		s, ok := c.Stats[unit]
		n := c.Shape.Size()
		if !ok || !(n > 0) || !(s.Center >= 0) || !c.Impl.Shown() {
			return s, false
		}
		s.Center, s.Lo, s.Hi = s.Center/n, s.Lo/n, s.Hi/n
		if s.Center < 1 { // allocations of the harness
			s.Center, s.Lo, s.Hi = 0, 0, 0
		}
		return s, s.Center == 0 || drawable(s.Center)
	}
}
