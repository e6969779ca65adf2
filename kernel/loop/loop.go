// Package loop has loop bodies over slices of components. The plain body is written in each
// adapter:
//
//	for i := range as {
//		f(&as[i], &bs[i], dt)
//	}
//
// The others are functions here, one per kernel, for adapters of libraries that return slices.
// All compute the same bits.
package loop

import (
	"unsafe"

	"github.com/ecsbench/ecsbench/kernel"
)

// A Variant is a kind of loop body.
type Variant string

// The variants.
const (
	Plain    Variant = "plain"    // one entity per iteration
	Unrolled Variant = "unrolled" // four entities per iteration
	SIMD     Variant = "simd"     // vector instructions, for components of equally treated float32
)

// Variants lists the variants.
var Variants = []Variant{Plain, Unrolled, SIMD}

// Body returns the body for a kernel with Needs A, B and so on:
//
//	func(as []A, bs []B, dt float32)
//
// The slices have equal length. Body returns nil for [Plain] and for most kernels with [SIMD].
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
	kernel.DriftID: func(ps []kernel.Position, dt float32) { addConst(floats(ps), dt) },
	kernel.MoveID:  move,
	kernel.CoastID: move,
	kernel.MoveByMassID: func(ps []kernel.Position, vs []kernel.Velocity, ms []kernel.Mass, dt float32) {
		scaledPairs(floats(ps), floats(vs), floats(ms), dt)
	},
	kernel.SteerID: func(ps []kernel.Position, vs []kernel.Velocity, ms []kernel.Mass, hs []kernel.Heading, dt float32) {
		scaledPairs(floats(ps), floats(vs), floats(ms), dt)
		addConst(floats(hs), dt)
	},
	kernel.AnimateID: func(bs []kernel.Bones, dt float32) { addConst(floats(bs), dt) },
}

func move(ps []kernel.Position, vs []kernel.Velocity, dt float32) {
	scaled(floats(ps), floats(vs), dt)
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
