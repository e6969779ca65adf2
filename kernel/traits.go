package kernel

// Traits are what a typed storage needs of the type T.
type Traits[T any] struct {
	// Fill sets dst[i] to the initial value numbered first+i. It is called for
	// a whole slice at a time, so the values cost a plain loop.
	Fill func(dst []T, first uint32)
	// Hash returns a hash of the value.
	Hash func(v *T) uint64
}

// Mix scrambles the bits of x (the finaliser of SplitMix64, Steele, Lea and
// Flood 2014), so that sums of mixed values tell different multisets apart.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Salt separates the hashes of equal values of different components.
func Salt(c Component) uint64 { return Mix(uint64(c) + 1) }
