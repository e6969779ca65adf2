package impls

// Vector loops over float32 slices use assembly with the widest available vectors on amd64
// (AVX-512, AVX2 or SSE2), plain Go elsewhere.
//
// Every path computes the same bits: products are rounded before they are added, in the order
// of the plain loop, and never fused. Only the kind of a NaN may differ.
//
// A slice of n positions of two float32 is viewed as 2n float32. Slices need no alignment. They
// must have matching lengths, else the functions panic, and be identical or disjoint.

import "fmt"

// scaled adds s times src to dst: dst[i] += src[i]*s.
func scaled(dst, src []float32, s float32) {
	if len(src) != len(dst) {
		panic(fmt.Sprintf("%d floats to be added to %d", len(src), len(dst)))
	}
	addScaled(dst, src, s)
}

// scaledPairs adds scaled pairs: dst[2*i] += src[2*i]*factor[i]*s, and dst[2*i+1] likewise.
func scaledPairs(dst, src, factor []float32, s float32) {
	if len(src) != len(dst) || len(dst) != 2*len(factor) {
		panic(fmt.Sprintf("%d floats scaled by %d factors to be added to %d", len(src), len(factor), len(dst)))
	}
	addScaledPairs(dst, src, factor, s)
}

// instructions is an instruction set, from the narrowest on.
type instructions int

const (
	plain instructions = iota
	sse2
	avx2
	avx512
)

func (i instructions) String() string { return [...]string{"go", "sse2", "avx2", "avx512"}[i] }

// simdPath is the instruction set in use. Only tests change it. To disable some, set
// GODEBUG=cpu.avx512f=off,cpu.avx2=off.
var simdPath = widest()

// plainLoop loops. Conversions prevent fused multiply-add.

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
