package history

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// leastPaired is the smallest listed step between neighbours; its whole interval is larger.
// Placement by the linker causes similar differences.
const leastPaired = 0.01

// isPaired reports whether the commits of a file were measured interleaved.
func isPaired(f *results.File) bool { return f.Header != nil && f.Header.Paired }

// code identifies the code of a case: its hash, or the commit. paired reports whether it
// was measured interleaved with its neighbours.
func codeOf(files []*results.File, key results.Key, commit string) (code string, paired bool) {
	code = commit
	for _, f := range files {
		paired = paired || isPaired(f)
		code = cmp.Or(f.Code[results.Key{Package: key.Package, Name: key.Name}], code)
	}
	return code, paired
}

// A neighbour is a point whose code differs from that of the point before; at least one of the
// two was measured interleaved with the other.
type neighbour struct{ before, at int }

// neighbours lists those of a machine. If ok, points were measured interleaved: then
// neighbours are compared without change points, because commits with the same code have
// the same samples.
func (s *Trend) neighbours(machine int) (list []neighbour, ok bool) {
	last := -1
	for i, p := range s.Points {
		if p.Machine != machine {
			continue
		}
		if last >= 0 && s.Points[last].code != p.code && (p.paired || s.Points[last].paired) {
			list = append(list, neighbour{last, i})
		}
		ok, last = ok || p.paired, i
	}
	return list, ok
}

// pairedSteps compares neighbours. The level of the intervals is corrected for the
// comparisons of the whole history.
func (h *History) pairedSteps(s *Trend, machine int, list []neighbour) {
	newest := len(s.Points) - 1
	for s.Points[newest].Machine != machine {
		newest--
	}
	for _, n := range list {
		before, after := &s.Points[n.before], &s.Points[n.at]
		x, y := statistics.Logs(before.Stat.Values), statistics.Logs(after.Stat.Values)
		shift := statistics.ShiftOf(x, y, SplitLevel/float64(h.compared), 0)
		if shift.Lo <= leastPaired && shift.Hi >= -leastPaired {
			continue
		}
		level := func(p *Point) []float64 { return []float64{math.Log(p.Stat.Center)} }
		step := h.step(s, ChangePoint{At: n.at, P: shift.P}, n.at, level(before), level(after), &s.Points[newest])
		step.Before, step.OldN, step.NewN = n.before, len(x), len(y)
		step.Effect = verdict.Effect{Shift: shift, PHolm: min(1, shift.P*float64(h.compared))}
		s.Steps = append(s.Steps, step)
	}
}

// InTurns describes the comparison of neighbours; "" without interleaved commits.
func (h *History) InTurns() string {
	if !slices.ContainsFunc(h.Series, func(s Trend) bool {
		return slices.ContainsFunc(s.Points, func(p Point) bool { return p.paired })
	}) {
		return ""
	}
	return fmt.Sprintf("Commits measured in turns are compared with the commit before them. A step is larger than %g%% with its whole interval, at level %g for all %s together.",
		100*leastPaired, SplitLevel, display.Count(h.compared, "comparison"))
}
