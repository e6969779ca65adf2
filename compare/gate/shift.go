package gate

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/compare/nth"
)

// logZero stands for the logarithm of 0. It is far below that of any measured
// value, so that 0 keeps its rank, 0 against 0 is no change, and a change from
// or to 0 is told from all others, see unlog.
const logZero = -1000

// logs returns the logarithms of values ≥ 0, in ascending order.
func logs(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = logZero
		if v > 0 {
			out[i] = math.Log(v)
		}
	}
	slices.Sort(out)
	return out
}

// unlog makes differences that stem from logZero infinite.
func unlog(d float64) float64 {
	if math.Abs(d) > -logZero/2 {
		return math.Copysign(math.Inf(1), d)
	}
	return d
}

// shifts are all differences y - x of two sorted samples. Their median is the
// Hodges-Lehmann estimate of the shift from x to y, their outer order
// statistics are the ends of its confidence interval (Hodges & Lehmann 1963,
// Estimates of location based on rank tests, Ann. Math. Stat. 34; Hollander,
// Wolfe & Chicken, Nonparametric Statistical Methods, 3rd ed., 4.2-4.3).
type shifts struct {
	x, y []float64
	few  []float64 // room for Between
}

func (s *shifts) len() int { return len(s.x) * len(s.y) }

// nth returns the k-th smallest difference, k from 1.
func (s *shifts) nth(k int) float64 {
	return nth.Smallest(s, k, len(s.x)+len(s.y), s.y[0]-s.x[len(s.x)-1], s.y[len(s.y)-1]-s.x[0])
}

// Between returns the differences above lo and up to hi, sorted.
func (s *shifts) Between(lo, hi float64) []float64 {
	s.few = s.few[:0]
	from := 0
	for _, a := range s.x {
		for from < len(s.y) && s.y[from]-a <= lo {
			from++
		}
		for _, b := range s.y[from:] {
			if b-a > hi {
				break
			}
			s.few = append(s.few, b-a)
		}
	}
	slices.Sort(s.few)
	return s.few
}

// UpTo counts the differences that are at most d.
func (s *shifts) UpTo(d float64) int {
	count, j := 0, 0
	for _, a := range s.x {
		for j < len(s.y) && s.y[j]-a <= d {
			j++
		}
		count += j
	}
	return count
}

// median returns the middle difference, or the mean of the two in the middle.
func (s *shifts) median() float64 {
	n := s.len()
	if n%2 == 1 {
		return s.nth(n/2 + 1)
	}
	return (s.nth(n/2) + s.nth(n/2+1)) / 2
}

func median(sorted []float64) float64 {
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return (sorted[n/2-1] + sorted[n/2]) / 2
}
