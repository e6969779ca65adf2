package statistics

import (
	"math"
	"slices"
)

// LogZero replaces the logarithm of 0. It is below all other logarithms by more than
// they can differ (1454). So 0 keeps its rank, 0 against 0 is no change, and changes
// from or to 0 are distinct, see [Unlog].
const LogZero = -4000

// Logs returns the logarithms of values ≥ 0, in ascending order.
func Logs(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = LogZero
		if v > 0 {
			out[i] = math.Log(v)
		}
	}
	slices.Sort(out)
	return out
}

// Unlog makes differences with LogZero infinite.
func Unlog(d float64) float64 {
	if math.Abs(d) > -LogZero/2 {
		return math.Copysign(math.Inf(1), d)
	}
	return d
}

// Differences are all differences y - x of two sorted samples. Their median is the
// Hodges-Lehmann estimate of the shift from x to y. Their outer order statistics are
// the ends of its confidence interval (Hodges & Lehmann 1963, Estimates of location
// based on rank tests, Ann. Math. Stat. 34; Hollander, Wolfe & Chicken, Nonparametric
// Statistical Methods, 3rd ed., 4.2-4.3).
type Differences struct {
	X, Y []float64
	few  []float64 // buffer of Between
}

func (s *Differences) len() int { return len(s.X) * len(s.Y) }

// Nth returns the k-th smallest difference, k from 1.
func (s *Differences) Nth(k int) float64 {
	return Smallest(s, k, len(s.X)+len(s.Y), s.Y[0]-s.X[len(s.X)-1], s.Y[len(s.Y)-1]-s.X[0])
}

// Between returns the differences above lo and up to hi, sorted.
func (s *Differences) Between(lo, hi float64) []float64 {
	s.few = s.few[:0]
	from := 0
	for _, a := range s.X {
		for from < len(s.Y) && s.Y[from]-a <= lo {
			from++
		}
		for _, b := range s.Y[from:] {
			if b-a > hi {
				break
			}
			s.few = append(s.few, b-a)
		}
	}
	slices.Sort(s.few)
	return s.few
}

// UpTo counts the differences up to d.
func (s *Differences) UpTo(d float64) int {
	count, j := 0, 0
	for _, a := range s.X {
		for j < len(s.Y) && s.Y[j]-a <= d {
			j++
		}
		count += j
	}
	return count
}

// median returns the middle difference, or the mean of the two in the middle.
func (s *Differences) median() float64 {
	return (s.Nth((s.len()+1)/2) + s.Nth(s.len()/2+1)) / 2
}
