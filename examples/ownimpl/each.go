package main

import "github.com/ecsbench/ecsbench/impls"

//go:generate go run github.com/ecsbench/ecsbench/kernel/stamp

//lint:file-ignore U1000 each_gen.go has the copies that run

// The loops, for one to five components: write them as users of the library
// would, then run go generate. The kernel is the parameter f here; in the copies
// of each_gen.go it is called by its name, so that the compiler inlines it.

func each1[A any](w *world, s *impls.System, dt float32, f func(*A, float32)) (visited int) {
	needs := s.Kernel.Get().Needs
	for _, e := range w.entities {
		if s.Wants(e.set) {
			f((*A)(e.get(needs[0])), dt)
			visited++
		}
	}
	return visited
}

func each2[A, B any](w *world, s *impls.System, dt float32, f func(*A, *B, float32)) (visited int) {
	needs := s.Kernel.Get().Needs
	for _, e := range w.entities {
		if s.Wants(e.set) {
			f((*A)(e.get(needs[0])), (*B)(e.get(needs[1])), dt)
			visited++
		}
	}
	return visited
}

func each3[A, B, C any](w *world, s *impls.System, dt float32, f func(*A, *B, *C, float32)) (visited int) {
	needs := s.Kernel.Get().Needs
	for _, e := range w.entities {
		if s.Wants(e.set) {
			f((*A)(e.get(needs[0])), (*B)(e.get(needs[1])), (*C)(e.get(needs[2])), dt)
			visited++
		}
	}
	return visited
}

func each4[A, B, C, D any](w *world, s *impls.System, dt float32, f func(*A, *B, *C, *D, float32)) (visited int) {
	needs := s.Kernel.Get().Needs
	for _, e := range w.entities {
		if s.Wants(e.set) {
			f((*A)(e.get(needs[0])), (*B)(e.get(needs[1])), (*C)(e.get(needs[2])), (*D)(e.get(needs[3])), dt)
			visited++
		}
	}
	return visited
}

func each5[A, B, C, D, E any](w *world, s *impls.System, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	needs := s.Kernel.Get().Needs
	for _, e := range w.entities {
		if s.Wants(e.set) {
			f((*A)(e.get(needs[0])), (*B)(e.get(needs[1])), (*C)(e.get(needs[2])), (*D)(e.get(needs[3])), (*E)(e.get(needs[4])), dt)
			visited++
		}
	}
	return visited
}
