package plot

import (
	"github.com/ecsbench/ecsbench/report/summary"
)

// memory draws bytes per entity: what is retained if that was measured, and
// else what is allocated per entity of an operation.
func (b *builder) memory() {
	title, get := "memory retained per entity", inUnit(b.report.MemoryUnit())
	if b.report.MemoryUnit() == "" {
		title, get = "memory allocated per operation, for each entity", allocatedPerEntity
	}
	figure := &Figure{Title: "Memory: " + title, size: size{270, 220}}
	left := 0
	var shown []series
	for _, s := range b.report.Scenarios {
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
			name := plain(s.Name)
			if more := b.facetTitle(f); more != "" {
				name += ", " + more
			}
			p := linePanel{title: name, xLabel: "entities", yLabel: "bytes per entity", yTicks: unitLabel("B/entity"), series: list, y: y}
			figure.panels = append(figure.panels, p.plot)
			shown = append(shown, list...)
		}
	}
	figure.legend = legendOf(shown)
	b.add(figure, "memory", "", left)
}

func allocatedPerEntity(c *summary.Case) (summary.Stat, bool) {
	s, ok := c.Stats["B/op"]
	n := c.Shape.Entities
	// Less than a byte for each entity is what the harness itself allocates.
	if !ok || !(n > 0) || s.Center < n || !c.Impl.Ranked() {
		return s, false
	}
	s.Center, s.Lo, s.Hi = s.Center/n, s.Lo/n, s.Hi/n
	return s, drawable(s.Center)
}
