package impls

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/ecsbench/ecsbench/kernel"
)

// Loops is the option for the loop body, of implementations that return slices.
var Loops = Option{
	Name:    "loop",
	Doc:     "the loop over slices: one entity after the other, four at a time, or vector instructions; mode=chunk",
	Default: plainLoop,
	Values:  []string{plainLoop, unrolledLoop, simdLoop},
}

//go:generate go run ../kernel/generate

// Bodies returns for each system the [loopBody] for the value of [Loops], nil for systems that
// run the plain body. It returns an [*Unsupported] error if the value is not plain and all
// are nil.
func Bodies(cfg Config, options Values) ([]any, error) {
	bodies := make([]any, len(cfg.Systems))
	v := cmp.Or(options[Loops.Name], Loops.Default)
	if v == plainLoop {
		return bodies, nil
	}
	var lacking []string
	for i, s := range cfg.Systems {
		if bodies[i] = loopBody(v, s.Kernel); bodies[i] == nil && s.Kernel != kernel.Idle {
			lacking = append(lacking, s.Kernel.String())
		}
	}
	if len(lacking) > 0 && !slices.ContainsFunc(bodies, func(b any) bool { return b != nil }) {
		return nil, &Unsupported{Reason: fmt.Sprintf("the kernel %s has no loop of %s", lacking[0], v)}
	}
	return bodies, nil
}

// The plain loop is written in each implementation:
//
//	for i := range as {
//		f(&as[i], &bs[i], dt)
//	}
//
// The others are functions here, one per kernel, for implementations that return slices.
// All compute the same bits.
const (
	plainLoop    = "plain"    // one entity per iteration
	unrolledLoop = "unrolled" // four entities per iteration
	simdLoop     = "simd"     // vector instructions, for components of equally treated float32
)

// loopBody returns the body for a kernel with Needs A, B and so on:
//
//	func(as []A, bs []B, dt float32)
//
// The slices have equal length. loopBody returns nil for [plainLoop] and for most kernels with [simdLoop].
func loopBody(v string, k kernel.ID) any {
	switch {
	case k == kernel.Idle || v == plainLoop:
		return nil
	case v == unrolledLoop:
		return unrolled(k)
	}
	return vectors[k]
}

// vectors are the bodies of [simdLoop].
var vectors = map[kernel.ID]any{
	kernel.DriftID: func(ps []kernel.Position, dt float32) { addConst(floats(ps), dt) },
	kernel.MoveID:  moveVectors,
	kernel.CoastID: moveVectors,
	kernel.MoveByMassID: func(ps []kernel.Position, vs []kernel.Velocity, ms []kernel.Mass, dt float32) {
		scaledPairs(floats(ps), floats(vs), floats(ms), dt)
	},
	kernel.SteerID: func(ps []kernel.Position, vs []kernel.Velocity, ms []kernel.Mass, hs []kernel.Heading, dt float32) {
		scaledPairs(floats(ps), floats(vs), floats(ms), dt)
		addConst(floats(hs), dt)
	},
	kernel.AnimateID: func(bs []kernel.Bones, dt float32) { addConst(floats(bs), dt) },
}

func moveVectors(ps []kernel.Position, vs []kernel.Velocity, dt float32) {
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
