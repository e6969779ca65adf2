package main

import "github.com/ecsbench/ecsbench/impls"

//lint:file-ignore U1000 each_gen.go has the copies that run

// The loops, over five components: write them as users of the library would, then
// run go generate. The kernel is the parameter f here; in the copies of
// each_gen.go it is called by its name, so that the compiler inlines it. A copy omits the
// code about components that the kernel lacks. It repeats the code about the fifth one for
// all from the sixth on.

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
