package objects

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// Update is impls.World.Update, as an iteration of dispatches: each object is
// called by way of its class. Those that the system is not for are called too,
// and say no.
func (w *world) Update(system int, dt float32) (visited int) {
	s := &w.systems[system]
	if s.Kernel == impls.Idle || !slices.Equal(s.Requires, s.Kernel.Requires()) {
		return w.updateSelected(s, dt)
	}
	switch s.Kernel {
	case impls.DriftPos:
		for _, o := range w.objects {
			if o.drift(dt) {
				visited++
			}
		}
	case impls.MovePos:
		for _, o := range w.objects {
			if o.move(dt) {
				visited++
			}
		}
	case impls.MoveScaled:
		for _, o := range w.objects {
			if o.moveByMass(dt) {
				visited++
			}
		}
	default:
		for _, o := range w.objects {
			if call(o, s.Kernel, dt) {
				visited++
			}
		}
	}
	return visited
}

// updateSelected runs systems that require more than their kernel works on.
func (w *world) updateSelected(s *impls.System, dt float32) (visited int) {
	for _, o := range w.objects {
		if hasAll(o, s.Requires) {
			call(o, s.Kernel, dt)
			visited++
		}
	}
	return visited
}

func call(o object, k impls.Kernel, dt float32) bool {
	switch k {
	case impls.DriftPos:
		return o.drift(dt)
	case impls.MovePos:
		return o.move(dt)
	case impls.MoveScaled:
		return o.moveByMass(dt)
	case impls.PlaceModel:
		return o.place()
	case impls.CountItems:
		return o.count()
	case impls.AnimateAll:
		return o.animate(dt)
	}
	return false
}
