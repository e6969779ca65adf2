package soa

import (
	"unsafe"

	"github.com/ecsbench/ecsbench/impls/soa/simd"
	"github.com/ecsbench/ecsbench/kernel"
)

// vector runs a kernel over rows by vector instructions, and returns false if
// there is no such loop for it. That there can be any is what struct of arrays
// is for: equal things lie side by side.
func vector(k kernel.ID, r rows, dt float32) bool {
	switch k {
	case kernel.DriftID:
		simd.AddConst(floats[kernel.Position](r, kernel.PositionID), dt)
	case kernel.MoveID, kernel.CoastID:
		simd.AddScaled(floats[kernel.Position](r, kernel.PositionID), floats[kernel.Velocity](r, kernel.VelocityID), dt)
	case kernel.MoveByMassID:
		simd.AddScaledPairs(floats[kernel.Position](r, kernel.PositionID), floats[kernel.Velocity](r, kernel.VelocityID), floats[kernel.Mass](r, kernel.MassID), dt)
	case kernel.AnimateID:
		simd.AddConst(floats[kernel.Bones](r, kernel.BonesID), dt)
	default:
		return false
	}
	return true
}

// floats returns a view of components that consist of float32.
func floats[T any](r rows, c kernel.Component) []float32 {
	values := valuesOf[T](r, c)
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(*new(T)))/4)
}
