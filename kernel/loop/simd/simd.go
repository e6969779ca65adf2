// Package simd is what the hardware can do for loops over float32 components
// that are packed in slices: assembly with the widest vectors that processor
// and operating system have on amd64 (AVX-512, AVX2 or SSE2), plain Go elsewhere.
//
// Every path computes the same bits on every machine: products are rounded
// before they are added, in the order that a loop float by float would take,
// and never fused. (As in all of Go, the one thing left open is which of several
// NaNs a NaN is.)
//
// Callers view their components as floats: a slice of n positions of two
// float32 is a slice of 2n float32. Slices need no alignment. Those of one call
// are of matching lengths, or it panics, and are the same or do not overlap.
package simd

import "fmt"

// AddScaled adds s times src to dst: dst[i] += src[i]*s.
func AddScaled(dst, src []float32, s float32) {
	if len(src) != len(dst) {
		panic(fmt.Sprintf("simd: %d floats to be added to %d", len(src), len(dst)))
	}
	addScaled(dst, src, s)
}

// AddScaledPairs adds to each pair of floats in dst the pair in src times its
// factor times s: dst[2*i] += src[2*i]*factor[i]*s, and dst[2*i+1] likewise.
func AddScaledPairs(dst, src, factor []float32, s float32) {
	if len(src) != len(dst) || len(dst) != 2*len(factor) {
		panic(fmt.Sprintf("simd: %d floats scaled by %d factors to be added to %d", len(src), len(factor), len(dst)))
	}
	addScaledPairs(dst, src, factor, s)
}

// AddConst adds s to dst: dst[i] += s.
func AddConst(dst []float32, s float32) { addConst(dst, s) }

// A set of instructions that the loops exist in, from the narrowest on.
type instructions int

const (
	plain instructions = iota
	sse2
	avx2
	avx512
)

func (i instructions) String() string { return [...]string{"go", "sse2", "avx2", "avx512"}[i] }

// path is what is in use. Only tests change it; to go without some, start the
// program with GODEBUG=cpu.avx512f=off,cpu.avx2=off.
var path = widest()

// The plain loops. The conversions keep compilers from fusing product and sum.

func addScaledGo(dst, src []float32, s float32) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] += float32(src[i] * s)
	}
}

func addScaledPairsGo(dst, src, factor []float32, s float32) {
	for i, f := range factor {
		d, v := dst[2*i:2*i+2:2*i+2], src[2*i:2*i+2:2*i+2]
		d[0] += float32(float32(v[0]*f) * s)
		d[1] += float32(float32(v[1]*f) * s)
	}
}

func addConstGo(dst []float32, s float32) {
	for i := range dst {
		dst[i] += s
	}
}
