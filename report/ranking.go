package report

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// rank finds the best case of a role and compares the others of that role with it.
func (s *Shape) rank(role impls.Role) {
	best := s.best(role)
	s.bests[role] = best
	var others []*Case
	var ps []float64
	for _, c := range s.Cases {
		if c.Impl.Role != role || !c.Impl.Ranked() || !positive(c.Main().Center) {
			continue
		}
		c.Ratio = s.Scenario.times(c.Main().Center, best.Main().Center)
		if c != best {
			others = append(others, c)
			ps = append(ps, pValue(c.Main(), best.Main()))
		}
	}
	for i, p := range statistics.Holm(ps) {
		c := others[i]
		c.P = p
		c.Tied = !c.Differs() && c.Main().HasInterval() && best.Main().HasInterval()
	}
}

// best returns the case of a role with the best median, nil if none has a
// number.
func (s *Shape) best(role impls.Role) *Case {
	var best *Case
	for _, c := range s.Cases {
		if c.Impl.Role != role || !c.Impl.Ranked() || !positive(c.Main().Center) {
			continue
		}
		if best == nil || s.Scenario.times(c.Main().Center, best.Main().Center) < 1 {
			best = c
		}
	}
	return best
}

// Best returns the best case of a role, nil if none has a number.
func (s *Shape) Best(role impls.Role) *Case { return s.bests[role] }

// Against returns how many times worse a case is than another of its configuration, in the primary
// unit; NaN if either has no number. It compares roles, and ranks none.
func (c *Case) Against(other *Case) float64 {
	if !positive(c.Main().Center) || !positive(other.Main().Center) {
		return math.NaN()
	}
	return c.Shape.Scenario.times(c.Main().Center, other.Main().Center)
}

// times returns how many times worse a value is than another.
func (s *Scenario) times(value, than float64) float64 {
	if s.Better > 0 {
		return than / value
	}
	return value / than
}

// positive reports whether a value can be in a ratio.
func positive(v float64) bool { return v > 0 && !math.IsInf(v, 0) }

// Find returns the case of an implementation, or nil.
func (s *Shape) Find(i *Impl) *Case {
	return lists.First(s.Cases, func(c *Case) bool { return c.Impl == i })
}

// Ranking lists the shown cases by role, best first; cases without a ratio are last in their role.
func (s *Shape) Ranking() []*Case {
	list := lists.Filter(s.Cases, func(c *Case) bool { return c.Impl.Shown() })
	slices.SortStableFunc(list, func(a, b *Case) int {
		if a.Impl.Role != b.Impl.Role {
			return int(a.Impl.Role) - int(b.Impl.Role)
		}
		return byRatio(a.Ratio, b.Ratio)
	})
	return list
}

// Reference returns the first reference, nil if the scenario was measured on none.
func (s *Scenario) Reference() *Impl {
	var reference *Impl
	for _, shape := range s.Shapes {
		for _, c := range shape.Cases {
			if c.Impl.Role == impls.Reference && !math.IsNaN(c.Ratio) && (reference == nil || c.Impl.Index < reference.Index) {
				reference = c.Impl
			}
		}
	}
	return reference
}
