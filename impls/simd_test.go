package impls

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The functions with their definitions per float.
var functions = []struct {
	name string
	run  func(dst, src, factor []float32, s float32)
	want func(dst, src, factor []float32, s float32)
}{
	{
		name: "AddScaled",
		run:  func(dst, src, _ []float32, s float32) { scaled(dst, src, s) },
		want: func(dst, src, _ []float32, s float32) {
			for i := range dst {
				dst[i] += float32(src[i] * s)
			}
		},
	},
	{
		name: "AddScaledPairs",
		run: func(dst, src, factor []float32, s float32) {
			n := len(factor)
			scaledPairs(dst[:2*n], src[:2*n], factor, s)
		},
		want: func(dst, src, factor []float32, s float32) {
			for i := range 2 * len(factor) {
				dst[i] += float32(float32(src[i]*factor[i/2]) * s)
			}
		},
	},
	{
		name: "AddConst",
		run:  func(dst, _, _ []float32, s float32) { addConst(dst, s) },
		want: func(dst, _, _ []float32, s float32) {
			for i := range dst {
				dst[i] += s
			}
		},
	},
}

// A place is the number of floats in dst and src, and the offset of each argument in its
// memory.
type place struct{ n, dst, src, factor int }

// check calls every function on every path and compares the whole memory of dst with a
// plain loop.
func check(t interface{ Fatalf(string, ...any) }, p place, memory, src, factor []float32, s float32) {
	defer func() { simdPath = widest() }()
	src, factor = src[p.src:p.src+p.n], factor[p.factor:p.factor+p.n/2]
	for _, f := range functions {
		want := slices.Clone(memory)
		f.want(want[p.dst:p.dst+p.n], src, factor, s)
		for simdPath = plain; simdPath <= widest(); simdPath++ {
			got := slices.Clone(memory)
			f.run(got[p.dst:p.dst+p.n], src, factor, s)
			for i := range got {
				if !same(got[i], want[i]) {
					t.Fatalf("%s by %v, %+v: float %d is %v, want %v", f.name, simdPath, p, i-p.dst, got[i], want[i])
				}
			}
		}
	}
}

// same compares bits; all NaNs are equal.
func same(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

// Lengths up to several iterations of the widest loop, at all offsets in a cache line.
func TestLengthsAndOffsets(t *testing.T) {
	memory, src, factor := make([]float32, 240), make([]float32, 240), make([]float32, 120)
	for i := range memory {
		memory[i], src[i] = 1/float32(i+3), float32(i)/7
	}
	for i := range factor {
		factor[i] = 1 + float32(i)/9
	}
	for n := range 201 {
		for offset := range 16 {
			check(t, place{n, 16 + offset, offset * 5 & 15, offset * 3 & 15}, memory, src, factor, 1.0/3)
		}
	}
}

// Random bits: infinities, NaNs, subnormal numbers, negative zeros.
func TestAnyFloats(t *testing.T) {
	bits := rapid.Uint32()
	float := rapid.OneOf(rapid.Float32(), rapid.Map(bits, math.Float32frombits))
	rapid.Check(t, func(t *rapid.T) {
		p := place{
			n:      rapid.IntRange(0, 300).Draw(t, "n"),
			dst:    rapid.IntRange(0, 40).Draw(t, "dst"),
			src:    rapid.IntRange(0, 15).Draw(t, "src"),
			factor: rapid.IntRange(0, 15).Draw(t, "factor"),
		}
		floats := func(n int, name string) []float32 { return rapid.SliceOfN(float, n, n).Draw(t, name) }
		check(t, p,
			floats(p.dst+p.n+20, "memory"), floats(p.src+p.n, "src values"), floats(p.factor+p.n/2, "factors"),
			float.Draw(t, "s"))
	})
}

func FuzzAnyFloats(f *testing.F) {
	f.Add([]byte("nothing much, but long enough for a vector of floats, a whole one of the widest kind: 64 bytes"), uint8(3), float32(0.1))
	f.Fuzz(func(t *testing.T, data []byte, offset uint8, s float32) {
		values := make([]float32, len(data)/4)
		for i := range values {
			values[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		p := place{dst: int(offset & 15), src: int(offset >> 4)}
		p.n = len(values) - max(p.dst, p.src)
		if p.n >= 0 {
			reversed := slices.Clone(values)
			slices.Reverse(reversed)
			check(t, p, values, reversed, values, s)
		}
	})
}

// a² - a² is 0 if a² is rounded first; with fused multiply-add it is the rounding error.
func TestNothingIsFused(t *testing.T) {
	const a = 1 + 1.0/4096
	square := float32(a) * a
	for simdPath = plain; simdPath <= widest(); simdPath++ {
		for n := range 80 {
			src, ones := slices.Repeat([]float32{a}, 2*n), slices.Repeat([]float32{1}, n)
			single, pairs := slices.Repeat([]float32{-square}, 2*n), slices.Repeat([]float32{-square}, 2*n)
			scaled(single, src, a)
			scaledPairs(pairs, src, ones, a)
			for i := range src {
				if single[i] != 0 || pairs[i] != 0 {
					t.Fatalf("%v fuses: float %d of %d is %v, in pairs %v", simdPath, i, 2*n, single[i], pairs[i])
				}
			}
		}
	}
	simdPath = widest()
}

// (v*m)*s is not v*(m*s).
func TestOrderOfProducts(t *testing.T) {
	const tiny, huge = 0x1p-100, 0x1p+100
	for simdPath = plain; simdPath <= widest(); simdPath++ {
		dst := make([]float32, 70)
		scaledPairs(dst, slices.Repeat([]float32{tiny}, 70), slices.Repeat([]float32{tiny}, 35), huge)
		for i := range dst {
			if dst[i] != 0 {
				t.Fatalf("%v: float %d is %v, want 0, since the first product is", simdPath, i, dst[i])
			}
		}
	}
	simdPath = widest()
}

func TestSameSlice(t *testing.T) {
	for simdPath = plain; simdPath <= widest(); simdPath++ {
		for n := range 100 {
			x := slices.Repeat([]float32{3}, n)
			scaled(x, x, 2)
			for i := range x {
				if x[i] != 9 {
					t.Fatalf("%v: float %d of %d is %v, want 9", simdPath, i, n, x[i])
				}
			}
		}
	}
	simdPath = widest()
}

func TestLengthsMustMatch(t *testing.T) {
	floats := make([]float32, 100)
	for name, call := range map[string]func(){
		"src shorter":     func() { scaled(floats, floats[:99], 1) },
		"src longer":      func() { scaled(floats[:99], floats, 1) },
		"src of pairs":    func() { scaledPairs(floats, floats[:98], floats[:50], 1) },
		"too few factors": func() { scaledPairs(floats, floats, floats[:49], 1) },
		"half a pair":     func() { scaledPairs(floats[:99], floats[:99], floats[:49], 1) },
	} {
		if !panics(call) {
			t.Errorf("%s: no panic", name)
		}
	}
}

func panics(call func()) (did bool) {
	defer func() { did = recover() != nil }()
	call()
	return
}

// Small arrays of callers stay on the stack.
func TestNothingEscapes(t *testing.T) {
	allocations := testing.AllocsPerRun(10, func() {
		var dst, src [64]float32
		var factor [32]float32
		scaled(dst[:], src[:], 1)
		scaledPairs(dst[:], src[:], factor[:], 1)
		addConst(dst[:], 1)
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}
