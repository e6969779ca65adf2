package plot

import (
	"github.com/ecsbench/ecsbench/report/summary"
)

// memory draws bytes per entity beside the times: what is retained if that was
// measured, and else what is allocated per entity of an operation. A scenario
// that is ranked by it has a figure of its own.
func (b *builder) memory() {
	unit := b.report.MemoryUnit()
	title, get := axisTitle(unit), inUnit(unit)
	if unit == "" {
		if unit = b.report.AllocationUnit(); unit == "" {
			return
		}
		title, get = axisTitle(unit)+", for each entity", perEntity(unit)
	}
	figure := &Figure{Title: "Memory: " + title, size: size{270, 220}}
	left := 0
	var shown []series
	for _, s := range b.report.Scenarios {
		if s.Unit == unit {
			continue
		}
		facets, _ := b.facets(s)
		for _, f := range facets {
			y := newSpan()
			list := b.lines(s, f, get, &y)
			if len(list) == 0 {
				continue
			}
			if len(figure.panels) == mostPanels {
				left++
				continue
			}
			if len(list) > mostSeries {
				left += len(list) - mostSeries
				list = list[:mostSeries]
			}
			for i := range list {
				left += list[i].thin()
			}
			name := plain(s.Label)
			if more := b.facetTitle(f); more != "" {
				name += ", " + more
			}
			p := linePanel{title: name, xLabel: alongTitle(s), yLabel: "bytes per entity", yTicks: unitLabel(unit), series: list, y: y}
			figure.panels = append(figure.panels, p.plot)
			shown = append(shown, list...)
		}
	}
	figure.legend = legendOf(shown)
	b.add(figure, "memory", "", left)
}

// perEntity divides what an operation takes by the size of the world.
func perEntity(unit string) extract {
	return func(c *summary.Case) (summary.Stat, bool) {
		s, ok := c.Stats[unit]
		n := c.Shape.Size()
		// Less than a byte for each entity is what the harness itself allocates.
		if !ok || !(n > 0) || s.Center < n || !c.Impl.Ranked() {
			return s, false
		}
		s.Center, s.Lo, s.Hi = s.Center/n, s.Lo/n, s.Hi/n
		return s, drawable(s.Center)
	}
}
