// Package loop has the bodies of loops over slices of components. The plain body is
// written in each adapter, between the lines that get the slices:
//
//	for i := range as {
//		f(&as[i], &bs[i], dt)
//	}
//
// The others are functions here, one per kernel, which every adapter whose library
// hands out slices can call in its place. All make the same of the components, bit by
// bit.
package loop

import (
	"unsafe"

	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/kernel/loop/simd"
)

// A Variant is a way to write the body of a loop.
type Variant string

// The variants.
const (
	Plain    Variant = "plain"    // one entity after the other
	Unrolled Variant = "unrolled" // four entities at a time
	SIMD     Variant = "simd"     // vector instructions, where components consist of float32 and are worked on alike
)

// Variants lists all of them.
var Variants = []Variant{Plain, Unrolled, SIMD}

// Body returns the body for a kernel of Needs A, B and so on, which is a
//
//	func(as []A, bs []B, dt float32)
//
// and wants slices of one length. It is nil for [Plain], and where there is no such
// body: for [SIMD], of most kernels.
func Body(v Variant, k kernel.ID) any {
	switch {
	case k == kernel.Idle || v == Plain:
		return nil
	case v == Unrolled:
		return unrolled(k)
	}
	return vectors[k]
}

// vectors are the bodies of [SIMD].
var vectors = map[kernel.ID]any{
	kernel.DriftID: func(ps []kernel.Position, dt float32) { simd.AddConst(floats(ps), dt) },
	kernel.MoveID:  move,
	kernel.CoastID: move,
	kernel.MoveByMassID: func(ps []kernel.Position, vs []kernel.Velocity, ms []kernel.Mass, dt float32) {
		simd.AddScaledPairs(floats(ps), floats(vs), floats(ms), dt)
	},
	kernel.SteerID: func(ps []kernel.Position, vs []kernel.Velocity, ms []kernel.Mass, hs []kernel.Heading, dt float32) {
		simd.AddScaledPairs(floats(ps), floats(vs), floats(ms), dt)
		simd.AddConst(floats(hs), dt)
	},
	kernel.AnimateID: func(bs []kernel.Bones, dt float32) { simd.AddConst(floats(bs), dt) },
}

func move(ps []kernel.Position, vs []kernel.Velocity, dt float32) {
	simd.AddScaled(floats(ps), floats(vs), dt)
}

// floats returns a view of components that consist of float32.
func floats[T any](values []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(*new(T)))/4)
}

// fours returns a view of a slice in blocks of four, without the rest.
func fours[T any](s []T) [][4]T {
	if len(s) < 4 {
		return nil
	}
	return unsafe.Slice((*[4]T)(unsafe.Pointer(unsafe.SliceData(s))), len(s)/4)
}
