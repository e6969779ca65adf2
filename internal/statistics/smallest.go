package statistics

// Values are too many to store, such as the differences of all pairs, but easy to count
// up to a bound.
type Values interface {
	UpTo(x float64) int               // how many are at most x
	Between(lo, hi float64) []float64 // those above lo and at most hi, sorted
}

// Smallest returns the k-th smallest of values between lo and hi, k from 1. It bisects
// until at most few values are left, and sorts these. For millions of values there are
// faster ways (D. B. Johnson and T. Mizoguchi, "Selecting the Kth element in X + Y and
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
