package unitoftime

import "github.com/unitoftime/ecs"

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

// What a program makes once and keeps: a query for each system.

func query5[A, B, C, D, E any](w *world, filters []ecs.Filter) any {
	return ecs.Query5[A, B, C, D, E](w.inner, filters...)
}

// The loops, entity by entity.

func each5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	q := w.queries[system].(*ecs.View5[A, B, C, D, E])
	q.MapId(func(_ ecs.Id, a *A, b *B, c *C, d *D, e *E) { f(a, b, c, d, e, dt) })
	return q.Count()
}

// The loops over slices. What has been ended leaves a hole.

func chunk5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	variant, _ := w.bodies[system].(func([]A, []B, []C, []D, []E, float32))
	w.queries[system].(*ecs.View5[A, B, C, D, E]).MapSlices(func(ids []ecs.Id, a []A, b []B, c []C, d []D, e []E) {
		a, b, c, d, e = a[:len(ids)], b[:len(ids)], c[:len(ids)], d[:len(ids)], e[:len(ids)]
		if variant != nil { // holes are worked on too
			variant(a, b, c, d, e, dt)
			visited += live(ids)
			return
		}
		n := 0
		for i, id := range ids {
			if id != ecs.InvalidEntity {
				f(&a[i], &b[i], &c[i], &d[i], &e[i], dt)
				n++
			}
		}
		visited += n
	})
	return visited
}

// live counts the entities beside the holes.
func live(ids []ecs.Id) (n int) {
	for _, id := range ids {
		if id != ecs.InvalidEntity {
			n++
		}
	}
	return n
}

// The loops on all processors.

func parallel5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	q := w.queries[system].(*ecs.View5[A, B, C, D, E])
	n := q.Count()
	run := q.MapIdParallel
	if !enough(n) {
		run = q.MapId
	}
	run(func(_ ecs.Id, a *A, b *B, c *C, d *D, e *E) { f(a, b, c, d, e, dt) })
	return n
}
