package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// ranked lists the cases of a role that have a ratio to the best.
func (s *Shape) ranked(role impls.Role) []*Case {
	list := lists.Filter(s.Cases, func(c *Case) bool { return c.Impl.Role == role && !math.IsNaN(c.Ratio) })
	slices.SortStableFunc(list, func(a, b *Case) int { return byRatio(a.Ratio, b.Ratio) })
	return list
}

// Contested reports whether an implementation of the role has a competitor.
func (s *Shape) Contested(role impls.Role) bool { return len(s.ranked(role)) >= 2 }

// Clear reports whether all others of the role are worse than the best.
func (s *Shape) Clear(role impls.Role) bool {
	return !slices.ContainsFunc(s.ranked(role), func(c *Case) bool { return c.Tied || !c.IsBest() && c.unsure() })
}

// Unsure reports whether another of the role may be as good as the best, because
// there are too few samples.
func (s *Shape) Unsure(role impls.Role) bool {
	return slices.ContainsFunc(s.ranked(role), func(c *Case) bool { return !c.IsBest() && c.unsure() })
}

// unsure reports whether a case may be as good as the best, because there are too few samples.
// Their median may be wrong by a factor of two, see roughly.
func (c *Case) unsure() bool {
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
