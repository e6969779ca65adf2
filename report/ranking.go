package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// rank finds the best case of a role and compares the others of that role with it.
func (s *Shape) rank(role results.Role) {
	list := lists.Filter(s.Cases, func(c *Entry) bool {
		return c.Impl.Role == role && c.Impl.Ranked() && positive(c.Main().Center)
	})
	if len(list) == 0 {
		return
	}
	best := slices.MinFunc(list, func(a, b *Entry) int { return cmp.Compare(a.Against(b), 1) })
	s.bests[role] = best
	than := best.Main()
	var others []*Entry
	var ps []float64
	for _, c := range list {
		if c.Ratio = c.Against(best); c != best {
			others = append(others, c)
			x, y := c.compared(), best.compared()
			ps = append(ps, statistics.RankTestFor(len(x), len(y)).P(x, y))
		}
	}
	surely := math.Inf(1) // the least ratio that is certainly worse than the best
	for i, p := range statistics.Holm(ps) {
		if others[i].P = p; others[i].Differs() {
			surely = min(surely, others[i].Ratio)
		}
	}
	// A wide scatter is no tie: a case with a worse median than one that differs is not tied.
	for _, c := range others {
		c.Tied = !c.Differs() && c.Ratio < min(surely, mostTied) && c.Main().HasInterval() && than.HasInterval()
	}
}

// compared returns the sorted values of the rank test. Samples with one order of functions share
// the places of their loops, so each order counts once: a difference within the spread over orders
// is none.
func (c *Entry) compared() []float64 {
	if c.turns != nil {
		return c.turns
	}
	return c.Main().sorted
}

// mostTied is the largest ratio of a tie. Beyond it a difference that is not significant is noise, no
// equality.
const mostTied = 1.1

// Unclear reports whether noise hides if the case is worse than the best of its role.
func (c *Entry) Unclear() bool {
	return !math.IsNaN(c.Ratio) && !c.IsBest() && !c.Tied && !c.Differs() && c.Main().HasInterval() && c.best().Main().HasInterval()
}

// Best returns the best case of a role, nil if none has a number.
func (s *Shape) Best(role results.Role) *Entry { return s.bests[role] }

// Against returns how many times worse a case is than another of its configuration, in the primary
// unit; NaN if either has no number. It compares roles, and ranks none.
func (c *Entry) Against(other *Entry) float64 {
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
func (s *Shape) Find(i *Impl) *Entry {
	return lists.First(s.Cases, func(c *Entry) bool { return c.Impl == i })
}

// Ranking lists the shown cases by role, best first; cases without a ratio are last in their role.
func (s *Shape) Ranking() []*Entry {
	list := lists.Filter(s.Cases, func(c *Entry) bool { return c.Impl.Shown() })
	slices.SortStableFunc(list, func(a, b *Entry) int {
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
			if c.Impl.Role == results.Reference && !math.IsNaN(c.Ratio) && (reference == nil || c.Impl.Index < reference.Index) {
				reference = c.Impl
			}
		}
	}
	return reference
}

// ranked lists the cases of a role that have a ratio to the best.
func (s *Shape) ranked(role results.Role) []*Entry {
	list := lists.Filter(s.Cases, func(c *Entry) bool { return c.Impl.Role == role && !math.IsNaN(c.Ratio) })
	slices.SortStableFunc(list, func(a, b *Entry) int { return byRatio(a.Ratio, b.Ratio) })
	return list
}

// Contested reports whether an implementation of the role has a competitor.
func (s *Shape) Contested(role results.Role) bool { return len(s.ranked(role)) >= 2 }

// Unsure reports whether another of the role may be as good as the best, because
// there are too few samples.
func (s *Shape) Unsure(role results.Role) bool {
	return slices.ContainsFunc(s.ranked(role), func(c *Entry) bool { return !c.IsBest() && c.unsure() })
}

// unsure reports whether a case may be as good as the best, because there are too few samples.
// Their median may be wrong by a factor of two, see roughly.
func (c *Entry) unsure() bool {
	return !c.Differs() && !c.Tied && math.Log(c.Ratio) <= math.Hypot(c.roughly(), c.best().roughly())
}

// has reports whether an implementation has a rankable number.
func (s *Shape) has(i *Impl) bool {
	c := s.Find(i)
	return c != nil && !math.IsNaN(c.Ratio)
}

// byRatio compares ratios; NaN comes last.
func byRatio(a, b float64) int {
	if math.IsNaN(a) || math.IsNaN(b) {
		return cmp.Compare(b, a) // NaN is the least
	}
	return cmp.Compare(a, b)
}

// Averages returns the geometric mean of the ratio to the best for implementations of one role. It
// uses only common configurations, in which all have a number. If there are none, it drops the
// implementation with the fewest numbers, and repeats.
func Averages(shapes []*Shape, members []*Impl) (averages map[*Impl]float64, common []*Shape) {
	measured := make(map[*Impl]int)
	for _, i := range members {
		measured[i] = lists.Count(shapes, func(s *Shape) bool { return s.has(i) })
	}
	members = lists.Filter(members, func(i *Impl) bool { return measured[i] > 0 })
	slices.SortStableFunc(members, func(a, b *Impl) int { return measured[b] - measured[a] })
	averages = make(map[*Impl]float64)
	for ; len(members) > 0; members = members[:len(members)-1] {
		common = lists.Filter(shapes, func(s *Shape) bool {
			return !slices.ContainsFunc(members, func(i *Impl) bool { return !s.has(i) })
		})
		if len(common) > 0 {
			break
		}
	}
	for _, i := range members {
		ratios := make([]float64, len(common))
		for at, s := range common {
			ratios[at] = s.Find(i).Ratio
		}
		averages[i] = stats.GeoMean(ratios)
	}
	return averages, common
}
