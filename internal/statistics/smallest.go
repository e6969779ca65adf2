package statistics

// Values are too many to be written down, such as the differences of all pairs, but
// easy to count up to a bound.
type Values interface {
	UpTo(x float64) int               // how many are at most x
	Between(lo, hi float64) []float64 // those above lo and at most hi, sorted
}

// Smallest returns the k-th smallest, k from 1, of values of which lo is the least and
// hi the greatest. Their number grows with the bound: halving goes on until no more
// than few are left, which are sorted. There are faster ways for millions of values
// (D. B. Johnson and T. Mizoguchi, "Selecting the Kth element in X + Y and
// X1 + X2 + ... + Xm", SIAM Journal on Computing 7, 1978).
func Smallest(v Values, k, few int, lo, hi float64) float64 {
	below, upTo := v.UpTo(lo), v.UpTo(hi)
	if k <= below {
		return lo
	}
	for upTo-below > few {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			return hi // all of them are equal
		}
		if n := v.UpTo(mid); n >= k {
			hi, upTo = mid, n
		} else {
			lo, below = mid, n
		}
	}
	return v.Between(lo, hi)[k-below-1]
}
