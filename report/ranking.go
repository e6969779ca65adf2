package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// rank finds the best case of a role and compares the others of that role with it.
func (s *Shape) rank(role impls.Role) {
	list := lists.Filter(s.Cases, func(c *Case) bool {
		return c.Impl.Role == role && c.Impl.Ranked() && positive(c.Main().Center)
	})
	if len(list) == 0 {
		return
	}
	best := slices.MinFunc(list, func(a, b *Case) int { return cmp.Compare(a.Against(b), 1) })
	s.bests[role] = best
	than := best.Main()
	var others []*Case
	var ps []float64
	for _, c := range list {
		if c.Ratio = c.Against(best); c != best {
			others = append(others, c)
			ps = append(ps, statistics.RankTestFor(c.Main().N, than.N).P(c.Main().sorted, than.sorted))
		}
	}
	for i, p := range statistics.Holm(ps) {
		c := others[i]
		c.P = p
		c.Tied = !c.Differs() && c.Main().HasInterval() && than.HasInterval()
	}
}

// Best returns the best case of a role, nil if none has a number.
func (s *Shape) Best(role impls.Role) *Case { return s.bests[role] }

// Against returns how many times worse a case is than another of its configuration, in the primary
// unit; NaN if either has no number. It compares roles, and ranks none.
func (c *Case) Against(other *Case) float64 {
	value, than := c.Main().Center, other.Main().Center
	switch {
	case !positive(value) || !positive(than):
		return math.NaN()
	case c.Shape.Scenario.Better > 0:
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
