package unitoftime

import (
	"github.com/unitoftime/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/stamp

//lint:file-ignore U1000 each_gen.go has the copies that run

// What a program makes once and keeps: a query for each system.

func query1[A any](w *world, filters []ecs.Filter) any { return ecs.Query1[A](w.inner, filters...) }

func query2[A, B any](w *world, filters []ecs.Filter) any {
	return ecs.Query2[A, B](w.inner, filters...)
}

func query3[A, B, C any](w *world, filters []ecs.Filter) any {
	return ecs.Query3[A, B, C](w.inner, filters...)
}

func query4[A, B, C, D any](w *world, filters []ecs.Filter) any {
	return ecs.Query4[A, B, C, D](w.inner, filters...)
}

func query5[A, B, C, D, E any](w *world, filters []ecs.Filter) any {
	return ecs.Query5[A, B, C, D, E](w.inner, filters...)
}

// The loops, entity by entity.

func each1[A any](w *world, system int, dt float32, f func(*A, float32)) (visited int) {
	w.queries[system].(*ecs.View1[A]).MapId(func(_ ecs.Id, a *A) {
		f(a, dt)
		visited++
	})
	return visited
}

func each2[A, B any](w *world, system int, dt float32, f func(*A, *B, float32)) (visited int) {
	w.queries[system].(*ecs.View2[A, B]).MapId(func(_ ecs.Id, a *A, b *B) {
		f(a, b, dt)
		visited++
	})
	return visited
}

func each3[A, B, C any](w *world, system int, dt float32, f func(*A, *B, *C, float32)) (visited int) {
	w.queries[system].(*ecs.View3[A, B, C]).MapId(func(_ ecs.Id, a *A, b *B, c *C) {
		f(a, b, c, dt)
		visited++
	})
	return visited
}

func each4[A, B, C, D any](w *world, system int, dt float32, f func(*A, *B, *C, *D, float32)) (visited int) {
	w.queries[system].(*ecs.View4[A, B, C, D]).MapId(func(_ ecs.Id, a *A, b *B, c *C, d *D) {
		f(a, b, c, d, dt)
		visited++
	})
	return visited
}

func each5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	w.queries[system].(*ecs.View5[A, B, C, D, E]).MapId(func(_ ecs.Id, a *A, b *B, c *C, d *D, e *E) {
		f(a, b, c, d, e, dt)
		visited++
	})
	return visited
}

// The loops over slices. What has been ended leaves a hole.

func chunk1[A any](w *world, system int, dt float32, f func(*A, float32)) (visited int) {
	w.queries[system].(*ecs.View1[A]).MapSlices(func(ids []ecs.Id, a []A) {
		a = a[:len(ids)]
		for i, id := range ids {
			if id != ecs.InvalidEntity {
				f(&a[i], dt)
				visited++
			}
		}
	})
	return visited
}

func chunk2[A, B any](w *world, system int, dt float32, f func(*A, *B, float32)) (visited int) {
	w.queries[system].(*ecs.View2[A, B]).MapSlices(func(ids []ecs.Id, a []A, b []B) {
		a, b = a[:len(ids)], b[:len(ids)]
		for i, id := range ids {
			if id != ecs.InvalidEntity {
				f(&a[i], &b[i], dt)
				visited++
			}
		}
	})
	return visited
}

func chunk3[A, B, C any](w *world, system int, dt float32, f func(*A, *B, *C, float32)) (visited int) {
	w.queries[system].(*ecs.View3[A, B, C]).MapSlices(func(ids []ecs.Id, a []A, b []B, c []C) {
		a, b, c = a[:len(ids)], b[:len(ids)], c[:len(ids)]
		for i, id := range ids {
			if id != ecs.InvalidEntity {
				f(&a[i], &b[i], &c[i], dt)
				visited++
			}
		}
	})
	return visited
}

func chunk4[A, B, C, D any](w *world, system int, dt float32, f func(*A, *B, *C, *D, float32)) (visited int) {
	w.queries[system].(*ecs.View4[A, B, C, D]).MapSlices(func(ids []ecs.Id, a []A, b []B, c []C, d []D) {
		a, b, c, d = a[:len(ids)], b[:len(ids)], c[:len(ids)], d[:len(ids)]
		for i, id := range ids {
			if id != ecs.InvalidEntity {
				f(&a[i], &b[i], &c[i], &d[i], dt)
				visited++
			}
		}
	})
	return visited
}

func chunk5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	w.queries[system].(*ecs.View5[A, B, C, D, E]).MapSlices(func(ids []ecs.Id, a []A, b []B, c []C, d []D, e []E) {
		a, b, c, d, e = a[:len(ids)], b[:len(ids)], c[:len(ids)], d[:len(ids)], e[:len(ids)]
		for i, id := range ids {
			if id != ecs.InvalidEntity {
				f(&a[i], &b[i], &c[i], &d[i], &e[i], dt)
				visited++
			}
		}
	})
	return visited
}

// The loops on all processors.

func parallel1[A any](w *world, system int, dt float32, f func(*A, float32)) int {
	q := w.queries[system].(*ecs.View1[A])
	n := q.Count()
	run := q.MapIdParallel
	if !enough(n) {
		run = q.MapId
	}
	run(func(_ ecs.Id, a *A) { f(a, dt) })
	return n
}

func parallel2[A, B any](w *world, system int, dt float32, f func(*A, *B, float32)) int {
	q := w.queries[system].(*ecs.View2[A, B])
	n := q.Count()
	run := q.MapIdParallel
	if !enough(n) {
		run = q.MapId
	}
	run(func(_ ecs.Id, a *A, b *B) { f(a, b, dt) })
	return n
}

func parallel3[A, B, C any](w *world, system int, dt float32, f func(*A, *B, *C, float32)) int {
	q := w.queries[system].(*ecs.View3[A, B, C])
	n := q.Count()
	run := q.MapIdParallel
	if !enough(n) {
		run = q.MapId
	}
	run(func(_ ecs.Id, a *A, b *B, c *C) { f(a, b, c, dt) })
	return n
}

func parallel4[A, B, C, D any](w *world, system int, dt float32, f func(*A, *B, *C, *D, float32)) int {
	q := w.queries[system].(*ecs.View4[A, B, C, D])
	n := q.Count()
	run := q.MapIdParallel
	if !enough(n) {
		run = q.MapId
	}
	run(func(_ ecs.Id, a *A, b *B, c *C, d *D) { f(a, b, c, d, dt) })
	return n
}

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

// Creation.

func spawn1[A any, PA kernel.Value[A]](w *world, first uint32, es handles) {
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		es[i] = w.inner.NewId()
		w.inner.Write(es[i], ecs.C(a))
	}
}

func spawn2[A, B any, PA kernel.Value[A], PB kernel.Value[B]](w *world, first uint32, es handles) {
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		var b B
		PB(&b).Init(first + uint32(i))
		es[i] = w.inner.NewId()
		w.inner.Write(es[i], ecs.C(a), ecs.C(b))
	}
}

func spawn3[A, B, C any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C]](w *world, first uint32, es handles) {
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		var b B
		PB(&b).Init(first + uint32(i))
		var c C
		PC(&c).Init(first + uint32(i))
		es[i] = w.inner.NewId()
		w.inner.Write(es[i], ecs.C(a), ecs.C(b), ecs.C(c))
	}
}

func spawn4[A, B, C, D any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D]](w *world, first uint32, es handles) {
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		var b B
		PB(&b).Init(first + uint32(i))
		var c C
		PC(&c).Init(first + uint32(i))
		var d D
		PD(&d).Init(first + uint32(i))
		es[i] = w.inner.NewId()
		w.inner.Write(es[i], ecs.C(a), ecs.C(b), ecs.C(c), ecs.C(d))
	}
}

func spawn5[A, B, C, D, E any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E]](w *world, first uint32, es handles) {
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		var b B
		PB(&b).Init(first + uint32(i))
		var c C
		PC(&c).Init(first + uint32(i))
		var d D
		PD(&d).Init(first + uint32(i))
		var e E
		PE(&e).Init(first + uint32(i))
		es[i] = w.inner.NewId()
		w.inner.Write(es[i], ecs.C(a), ecs.C(b), ecs.C(c), ecs.C(d), ecs.C(e))
	}
}
