package ecslib

import (
	"github.com/ecsbench/ecsbench/ecs"
)

//go:generate go run ../../kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

// What users of the library bind once and keep: a query for each system.

func query5[A, B, C, D, E any](w *world) any { return new(ecs.Query5[A, B, C, D, E]) }

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

func each3[A, B, C any](query any, dt float32, f func(*A, *B, *C, float32)) (visited int) {
	for a, row := range query.(*ecs.Query3[A, B, C]).All() {
		f(a, row.B, row.C, dt)
		visited++
	}
	return visited
}

func each4[A, B, C, D any](query any, dt float32, f func(*A, *B, *C, *D, float32)) (visited int) {
	for a, row := range query.(*ecs.Query4[A, B, C, D]).All() {
		f(a, row.B, row.C, row.D, dt)
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

func chunk1[A any](query any, dt float32, f func(*A, float32)) (visited int) {
	for as := range query.(*ecs.Query1[A]).Chunks() {
		for i := range as {
			f(&as[i], dt)
		}
		visited += len(as)
	}
	return visited
}

func chunk2[A, B any](query any, dt float32, f func(*A, *B, float32)) (visited int) {
	for as, bs := range query.(*ecs.Query2[A, B]).Chunks() {
		bs = bs[:len(as)]
		for i := range as {
			f(&as[i], &bs[i], dt)
		}
		visited += len(as)
	}
	return visited
}

func chunk3[A, B, C any](query any, dt float32, f func(*A, *B, *C, float32)) (visited int) {
	for as, rest := range query.(*ecs.Query3[A, B, C]).Chunks() {
		bs, cs := rest.B[:len(as)], rest.C[:len(as)]
		for i := range as {
			f(&as[i], &bs[i], &cs[i], dt)
		}
		visited += len(as)
	}
	return visited
}

func chunk4[A, B, C, D any](query any, dt float32, f func(*A, *B, *C, *D, float32)) (visited int) {
	for as, rest := range query.(*ecs.Query4[A, B, C, D]).Chunks() {
		bs, cs, ds := rest.B[:len(as)], rest.C[:len(as)], rest.D[:len(as)]
		for i := range as {
			f(&as[i], &bs[i], &cs[i], &ds[i], dt)
		}
		visited += len(as)
	}
	return visited
}

func chunk5[A, B, C, D, E any](query any, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	for as, rest := range query.(*ecs.Query5[A, B, C, D, E]).Chunks() {
		bs, cs, ds, es := rest.B[:len(as)], rest.C[:len(as)], rest.D[:len(as)], rest.E[:len(as)]
		for i := range as {
			f(&as[i], &bs[i], &cs[i], &ds[i], &es[i], dt)
		}
		visited += len(as)
	}
	return visited
}

// The systems of a tick, whose loops the workers share.

func system1[A any](w *world, number int, f func(*A, float32)) any {
	return func(q *ecs.Query1[A], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query1[A], _ *ecs.Commands) {
			for a := range part.All() {
				f(a, float32(dt))
			}
		})
		w.visited[number] = q.Len()
	}
}

func system2[A, B any](w *world, number int, f func(*A, *B, float32)) any {
	return func(q *ecs.Query2[A, B], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query2[A, B], _ *ecs.Commands) {
			for a, b := range part.All() {
				f(a, b, float32(dt))
			}
		})
		w.visited[number] = q.Len()
	}
}

func system3[A, B, C any](w *world, number int, f func(*A, *B, *C, float32)) any {
	return func(q *ecs.Query3[A, B, C], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query3[A, B, C], _ *ecs.Commands) {
			for a, row := range part.All() {
				f(a, row.B, row.C, float32(dt))
			}
		})
		w.visited[number] = q.Len()
	}
}

func system4[A, B, C, D any](w *world, number int, f func(*A, *B, *C, *D, float32)) any {
	return func(q *ecs.Query4[A, B, C, D], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query4[A, B, C, D], _ *ecs.Commands) {
			for a, row := range part.All() {
				f(a, row.B, row.C, row.D, float32(dt))
			}
		})
		w.visited[number] = q.Len()
	}
}

func system5[A, B, C, D, E any](w *world, number int, f func(*A, *B, *C, *D, *E, float32)) any {
	return func(q *ecs.Query5[A, B, C, D, E], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query5[A, B, C, D, E], _ *ecs.Commands) {
			for a, row := range part.All() {
				f(a, row.B, row.C, row.D, row.E, float32(dt))
			}
		})
		w.visited[number] = q.Len()
	}
}
