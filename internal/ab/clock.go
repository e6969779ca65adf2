package ab

import (
	"strings"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// clock returns the clock, if it can be read. Unless the program of a trial told
// it by itself, that of before and after the trial is noted with its values,
// whichever is faster: whatever gets in the way makes a core seem slower.
func (e *experiment) clock(values source.Block, before float64) float64 {
	c, ok := e.src.(source.Clocked)
	if !ok {
		return 0
	}
	if _, told := values[results.UnitClock]; told {
		return 0
	}
	now := max(before, c.Clock())
	if values != nil && now > 0 {
		values[results.UnitClock] = now
	}
	return now
}

// inCycles turns the times of a pairing into cycles where these repeat better.
// Where the samples do not tell they stay as they are: the sides take turns, so
// that a clock which moves slowly is not in their differences.
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
