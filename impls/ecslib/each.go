package ecslib

import (
	"fmt"

	"github.com/ecsbench/ecsbench/ecs"
)

//go:generate go run ../../kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

// The queries that users of the library bind once and keep, one per system.

type typedQuery interface {
	Bind(w *ecs.World, filters ...ecs.Filter) error
}

func query5[A, B, C, D, E any](w *world) typedQuery { return new(ecs.Query5[A, B, C, D, E]) }

// The loops over a query, entity by entity.

func each1[A any](query any, dt float32, f func(*A, float32)) (visited int) {
	for a := range query.(*ecs.Query1[A]).All() {
		f(a, dt)
		visited++
	}
	return visited
}

func each2[A, B any](query any, dt float32, f func(*A, *B, float32)) (visited int) {
	for a, b := range query.(*ecs.Query2[A, B]).All() {
		f(a, b, dt)
		visited++
	}
	return visited
}

func each5[A, B, C, D, E any](query any, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	for a, row := range query.(*ecs.Query5[A, B, C, D, E]).All() {
		f(a, row.B, row.C, row.D, row.E, dt)
		visited++
	}
	return visited
}

// The loops over slices.

func chunk1[A any](query, body any, dt float32, f func(*A, float32)) (visited int) {
	variant, _ := body.(func([]A, float32))
	for as := range query.(*ecs.Query1[A]).Chunks() {
		visited += len(as)
		if variant != nil {
			variant(as, dt)
			continue
		}
		for i := range as {
			f(&as[i], dt)
		}
	}
	return visited
}

func chunk2[A, B any](query, body any, dt float32, f func(*A, *B, float32)) (visited int) {
	variant, _ := body.(func([]A, []B, float32))
	for as, bs := range query.(*ecs.Query2[A, B]).Chunks() {
		bs = bs[:len(as)]
		visited += len(as)
		if variant != nil {
			variant(as, bs, dt)
			continue
		}
		for i := range as {
			f(&as[i], &bs[i], dt)
		}
	}
	return visited
}

func chunk5[A, B, C, D, E any](query, body any, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	variant, _ := body.(func([]A, []B, []C, []D, []E, float32))
	for as, rest := range query.(*ecs.Query5[A, B, C, D, E]).Chunks() {
		bs, cs, ds, es := rest.B[:len(as)], rest.C[:len(as)], rest.D[:len(as)], rest.E[:len(as)]
		visited += len(as)
		if variant != nil {
			variant(as, bs, cs, ds, es, dt)
			continue
		}
		for i := range as {
			f(&as[i], &bs[i], &cs[i], &ds[i], &es[i], dt)
		}
	}
	return visited
}

// The systems of a tick; workers share their loops. These functions are too large for inlining:
// in an inlined copy of such a closure the compiler calls the body of its loop for each entity.

func addSystem1[A any](w *world, number int, f func(*A, float32)) error {
	return w.inner.Add(fmt.Sprint(number), func(q *ecs.Query1[A], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query1[A], _ *ecs.Commands) {
			for a := range part.All() {
				f(a, float32(dt))
			}
		})
		w.visited[number] = q.Len()
	}, w.excluded(w.cfg.Systems[number])...)
}

func addSystem2[A, B any](w *world, number int, f func(*A, *B, float32)) error {
	return w.inner.Add(fmt.Sprint(number), func(q *ecs.Query2[A, B], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query2[A, B], _ *ecs.Commands) {
			for a, b := range part.All() {
				f(a, b, float32(dt))
			}
		})
		w.visited[number] = q.Len()
	}, w.excluded(w.cfg.Systems[number])...)
}

func addSystem5[A, B, C, D, E any](w *world, number int, f func(*A, *B, *C, *D, *E, float32)) error {
	return w.inner.Add(fmt.Sprint(number), func(q *ecs.Query5[A, B, C, D, E], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query5[A, B, C, D, E], _ *ecs.Commands) {
			for a, row := range part.All() {
				f(a, row.B, row.C, row.D, row.E, float32(dt))
			}
		})
		w.visited[number] = q.Len()
	}, w.excluded(w.cfg.Systems[number])...)
}
