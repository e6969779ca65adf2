package summary

import (
	"math"

	"github.com/ecsbench/ecsbench/compare/holm"
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
	for i, p := range holm.Correct(ps) {
		c := others[i]
		c.P = p
		c.Tied = c.P >= Alpha
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

// geomean of nothing is NaN.
func geomean(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
