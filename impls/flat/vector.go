package flat

import (
	"unsafe"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/flat/simd"
	"github.com/ecsbench/ecsbench/kernel"
)

// LoopOption chooses between loops in Go and [Vector].
func LoopOption(doc string) impls.Option {
	return impls.Option{Name: "loop", Doc: doc, Default: "go", Values: []string{"go", "simd"}}
}

// Vector runs a kernel by vector instructions, and returns false if there is no
// such loop for it. That there can be any is what slices are for: equal things
// lie side by side. It is given the components that it asks for as [Floats].
func Vector(k kernel.ID, floats func(kernel.Component) []float32, dt float32) bool {
	switch k {
	case kernel.DriftID:
		simd.AddConst(floats(kernel.PositionID), dt)
	case kernel.MoveID, kernel.CoastID:
		simd.AddScaled(floats(kernel.PositionID), floats(kernel.VelocityID), dt)
	case kernel.MoveByMassID:
		simd.AddScaledPairs(floats(kernel.PositionID), floats(kernel.VelocityID), floats(kernel.MassID), dt)
	case kernel.AnimateID:
		simd.AddConst(floats(kernel.BonesID), dt)
	default:
		return false
	}
	return true
}

// Floats returns a view of components that consist of float32.
func Floats[T any](values []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(*new(T)))/4)
}
