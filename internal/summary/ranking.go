package summary

import (
	"cmp"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// rank finds the best case of the shape, and how the others stand to it.
func (s *Shape) rank() {
	s.Best = s.best(func(i *Impl) bool { return i.Contends() })
	if s.Best == nil { // only references were measured
		s.Best = s.best(func(i *Impl) bool { return i.Ranked() })
	}
	if s.Best == nil {
		return
	}
	var others []*Case
	var ps []float64
	for _, c := range s.Cases {
		if !c.Impl.Ranked() || !positive(c.Main().Center) {
			continue
		}
		c.Ratio = s.Scenario.times(c.Main().Center, s.Best.Main().Center)
		if c != s.Best {
			others = append(others, c)
			ps = append(ps, pValue(c.Main(), s.Best.Main()))
		}
	}
	for i, p := range statistics.Holm(ps) {
		c := others[i]
		c.P = p
		c.Tied = !c.Differs() && c.Main().HasInterval() && s.Best.Main().HasInterval()
	}
}

func (s *Shape) best(may func(*Impl) bool) *Case {
	var best *Case
	for _, c := range s.Cases {
		if !may(c.Impl) || !positive(c.Main().Center) {
			continue
		}
		if best == nil || s.Scenario.times(c.Main().Center, best.Main().Center) < 1 {
			best = c
		}
	}
	return best
}

// times tells how many times worse a value is than another.
func (s *Scenario) times(value, than float64) float64 {
	if s.Better > 0 {
		return than / value
	}
	return value / than
}

// positive tells whether a value can be in a ratio.
func positive(v float64) bool { return v > 0 && !math.IsInf(v, 0) }

// Find returns the case of an implementation at the shape, or nil.
func (s *Shape) Find(i *Impl) *Case {
	for _, c := range s.Cases {
		if c.Impl == i {
			return c
		}
	}
	return nil
}

// Ranking lists the cases of the shape that are ranked, the best first; what
// has no ratio comes last.
func (s *Shape) Ranking() []*Case {
	var list []*Case
	for _, c := range s.Cases {
		if c.Impl.Ranked() {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b *Case) int {
		if math.IsNaN(a.Ratio) || math.IsNaN(b.Ratio) {
			return cmp.Compare(b.Ratio, a.Ratio) // NaN is the least
		}
		return cmp.Compare(a.Ratio, b.Ratio)
	})
	return list
}

// Floor returns the implementation that is no ECS, the first of several; nil if
// the scenario was not measured on any.
func (s *Scenario) Floor() *Impl {
	var floor *Impl
	for _, shape := range s.Shapes {
		for _, c := range shape.Cases {
			if c.Impl.Role == impls.Reference && !math.IsNaN(c.Ratio) && (floor == nil || c.Impl.Index < floor.Index) {
				floor = c.Impl
			}
		}
	}
	return floor
}
