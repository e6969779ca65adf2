package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/impls"
)

// ranked lists the cases of a role that have a ratio to the best.
func (s *Shape) ranked(role impls.Role) (list []*Case) {
	for _, c := range s.Cases {
		if c.Impl.Role == role && !math.IsNaN(c.Ratio) {
			list = append(list, c)
		}
	}
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
	for _, s := range shapes {
		for _, i := range members {
			if s.has(i) {
				measured[i]++
			}
		}
	}
	members = slices.DeleteFunc(slices.Clone(members), func(i *Impl) bool { return measured[i] == 0 })
	slices.SortStableFunc(members, func(a, b *Impl) int { return measured[b] - measured[a] })
	averages = make(map[*Impl]float64)
	for ; len(members) > 0; members = members[:len(members)-1] {
		for _, s := range shapes {
			if !slices.ContainsFunc(members, func(i *Impl) bool { return !s.has(i) }) {
				common = append(common, s)
			}
		}
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
