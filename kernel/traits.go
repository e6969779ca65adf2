package kernel

// Traits are the functions that a typed storage needs for T.
type Traits[T any] struct {
	// Fill sets dst[i] to the initial value numbered first+i.
	Fill func(dst []T, first uint32)
	// Hash returns a hash of the value.
	Hash func(v *T) uint64
}

// Mix scrambles the bits of x (the finaliser of SplitMix64, Steele, Lea and Flood 2014), so
// sums of mixed values distinguish multisets.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Salt distinguishes equal values of different components.
func Salt(c Component) uint64 { return Mix(uint64(c) + 1) }
