package impls

import "golang.org/x/sys/cpu"

// widest returns the widest available instruction set.
func widest() instructions {
	switch {
	case cpu.X86.HasAVX512F:
		return avx512
	case cpu.X86.HasAVX2:
		return avx2
	default:
		return sse2
	}
}

// longestVector is the minimum number of floats for the assembly of every path.
const longestVector = 16

// Direct calls let the compiler see that no slice escapes.

func addScaled(dst, src []float32, s float32) {
	if len(dst) < longestVector {
		addScaledGo(dst, src, s)
		return
	}
	switch simdPath {
	case avx512:
		addScaledAVX512(&dst[0], &src[0], len(dst), s)
	case avx2:
		addScaledAVX2(&dst[0], &src[0], len(dst), s)
	case sse2:
		addScaledSSE2(&dst[0], &src[0], len(dst), s)
	default:
		addScaledGo(dst, src, s)
	}
}

func addScaledPairs(dst, src, factor []float32, s float32) {
	if len(dst) < longestVector {
		addScaledPairsGo(dst, src, factor, s)
		return
	}
	switch simdPath {
	case avx512:
		addScaledPairsAVX512(&dst[0], &src[0], &factor[0], len(dst), s)
	case avx2:
		addScaledPairsAVX2(&dst[0], &src[0], &factor[0], len(dst), s)
	case sse2:
		addScaledPairsSSE2(&dst[0], &src[0], &factor[0], len(dst), s)
	default:
		addScaledPairsGo(dst, src, factor, s)
	}
}

func addConst(dst []float32, s float32) {
	if len(dst) < longestVector {
		addConstGo(dst, s)
		return
	}
	switch simdPath {
	case avx512:
		addConstAVX512(&dst[0], len(dst), s)
	case avx2:
		addConstAVX2(&dst[0], len(dst), s)
	case sse2:
		addConstSSE2(&dst[0], len(dst), s)
	default:
		addConstGo(dst, s)
	}
}

// Functions of kernels_amd64.h; n is the number of floats in dst.

//go:noescape
func addScaledAVX512(dst, src *float32, n int, s float32)

//go:noescape
func addScaledAVX2(dst, src *float32, n int, s float32)

//go:noescape
func addScaledSSE2(dst, src *float32, n int, s float32)

//go:noescape
func addScaledPairsAVX512(dst, src, factor *float32, n int, s float32)

//go:noescape
func addScaledPairsAVX2(dst, src, factor *float32, n int, s float32)

//go:noescape
func addScaledPairsSSE2(dst, src, factor *float32, n int, s float32)

//go:noescape
func addConstAVX512(dst *float32, n int, s float32)

//go:noescape
func addConstAVX2(dst *float32, n int, s float32)

//go:noescape
func addConstSSE2(dst *float32, n int, s float32)
