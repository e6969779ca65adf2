package ab

import (
	"strings"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// inCycles converts the times of a pairing to cycles if these are less noisy. Ambiguous times
// stay unchanged, because slow changes of the clock cancel out between interleaved sides.
func (p *pairing) inCycles(unit string, clocks [2][]float64) {
	if !results.UnitNamed(unit).IsTime() || len(clocks[0]) != len(p.a) || len(clocks[1]) != len(p.b) {
		return
	}
	a, b := statistics.ClockedOf(p.a, clocks[0]), statistics.ClockedOf(p.b, clocks[1])
	if statistics.Weigh(a, b).Choose(statistics.MetricLevel) != statistics.ByCycles {
		return
	}
	p.cycles = &pairing{unit: strings.Replace(unit, "sec", "cycles", 1)}
	for i := range p.a {
		p.cycles.add(p.a[i]*clocks[0][i]*1e9, p.b[i]*clocks[1][i]*1e9, +1, 0)
	}
}
