package plot

import (
	"maps"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/report/summary"
)

// Samples further from their median than this stand at the edge of the panel.
const (
	lowest  = 0.7
	highest = 1.5
)

// samples draws every sample relative to the median of its case, in the order
// of the run: a slope is drift of the machine, stripes are modes, a column of
// high dots is a disturbance.
func (b *builder) samples() {
	figure := &Figure{Title: "Samples in the order of the run, relative to the median of their case", size: size{760, 120}}
	x := span{0, math.Max(1, float64(b.report.Samples))}
	left := 0
	var shown []series
	for _, s := range b.report.Scenarios {
		if len(figure.panels) == mostPanels {
			left++
			continue
		}
		clouds := make(map[int]*series) // by implementation
		total := 0
		for _, shape := range s.Shapes {
			for _, c := range shape.Cases {
				total += len(c.Order)
			}
		}
		every := max(1, total/mostDots)
		at := 0
		y := span{0.98, 1.02}
		for _, shape := range s.Shapes {
			for _, c := range shape.Cases {
				m := c.Main()
				if !c.Impl.Ranked() || !(m.Center > 0) || m.N != len(c.Order) {
					continue
				}
				cloud, ok := clouds[c.Impl.Index]
				if !ok {
					cloud = &series{}
					clouds[c.Impl.Index] = cloud
				}
				for i, v := range m.Values {
					if at++; at%every != 0 {
						continue
					}
					r := math.Min(highest, math.Max(lowest, v/m.Center))
					y.add(r)
					cloud.points = append(cloud.points, point{x: float64(c.Order[i]), y: r})
				}
			}
		}
		p := dotPanel{title: plain(s.Label), xLabel: "sample", x: x, y: span{y.low - 0.01, y.high + 0.01}}
		for _, i := range slices.Sorted(maps.Keys(clouds)) {
			if c := clouds[i]; len(c.points) > 0 {
				c.label, c.look = plain(b.report.Impls[i].Name), newLook(b.styles[i], 0)
				c.look.line.Width, c.look.glyph.Color = 0, c.look.fill
				p.clouds = append(p.clouds, *c)
			}
		}
		if len(p.clouds) == 0 {
			continue
		}
		shown = append(shown, p.clouds...)
		figure.panels = append(figure.panels, p.plot)
	}
	figure.legend = legendInOrder(shown)
	b.add(figure, "samples", "", left)
	figure.columns = 1
}

func percentLabel(ratio float64) string { return summary.Percent(ratio) }
