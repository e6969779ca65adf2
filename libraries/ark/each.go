package ark

import (
	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/stamp

//lint:file-ignore U1000 each_gen.go has the copies that run

// What Ark's users make once and keep: a filter for each system, a map for each
// set of components that entities are created with.

func filter1[A any](w *world, without []ecs.Comp) any {
	return ecs.NewFilter1[A](w.inner).Without(without...)
}

func filter2[A, B any](w *world, without []ecs.Comp) any {
	return ecs.NewFilter2[A, B](w.inner).Without(without...)
}

func filter3[A, B, C any](w *world, without []ecs.Comp) any {
	return ecs.NewFilter3[A, B, C](w.inner).Without(without...)
}

func filter4[A, B, C, D any](w *world, without []ecs.Comp) any {
	return ecs.NewFilter4[A, B, C, D](w.inner).Without(without...)
}

func filter5[A, B, C, D, E any](w *world, without []ecs.Comp) any {
	return ecs.NewFilter5[A, B, C, D, E](w.inner).Without(without...)
}

func mapOf1[A any](w *world) any { return ecs.NewMap1[A](w.inner) }

func mapOf2[A, B any](w *world) any { return ecs.NewMap2[A, B](w.inner) }

func mapOf3[A, B, C any](w *world) any { return ecs.NewMap3[A, B, C](w.inner) }

func mapOf4[A, B, C, D any](w *world) any { return ecs.NewMap4[A, B, C, D](w.inner) }

func mapOf5[A, B, C, D, E any](w *world) any { return ecs.NewMap5[A, B, C, D, E](w.inner) }

// The loops over a query, entity by entity.

func each1[A any](w *world, system int, dt float32, f func(*A, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter1[A]).Query()
	for query.Next() {
		a := query.Get()
		f(a, dt)
		visited++
	}
	return visited
}

func each2[A, B any](w *world, system int, dt float32, f func(*A, *B, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter2[A, B]).Query()
	for query.Next() {
		a, b := query.Get()
		f(a, b, dt)
		visited++
	}
	return visited
}

func each3[A, B, C any](w *world, system int, dt float32, f func(*A, *B, *C, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter3[A, B, C]).Query()
	for query.Next() {
		a, b, c := query.Get()
		f(a, b, c, dt)
		visited++
	}
	return visited
}

func each4[A, B, C, D any](w *world, system int, dt float32, f func(*A, *B, *C, *D, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter4[A, B, C, D]).Query()
	for query.Next() {
		a, b, c, d := query.Get()
		f(a, b, c, d, dt)
		visited++
	}
	return visited
}

func each5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter5[A, B, C, D, E]).Query()
	for query.Next() {
		a, b, c, d, e := query.Get()
		f(a, b, c, d, e, dt)
		visited++
	}
	return visited
}

// The loops over the tables of a query, which hand out slices.

func chunk1[A any](w *world, system int, dt float32, f func(*A, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter1[A]).Query()
	for query.NextTable() {
		a := query.GetColumns()
		for i := range a {
			f(&a[i], dt)
		}
		visited += len(a)
	}
	return visited
}

func chunk2[A, B any](w *world, system int, dt float32, f func(*A, *B, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter2[A, B]).Query()
	for query.NextTable() {
		a, b := query.GetColumns()
		b = b[:len(a)]
		for i := range a {
			f(&a[i], &b[i], dt)
		}
		visited += len(a)
	}
	return visited
}

func chunk3[A, B, C any](w *world, system int, dt float32, f func(*A, *B, *C, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter3[A, B, C]).Query()
	for query.NextTable() {
		a, b, c := query.GetColumns()
		b, c = b[:len(a)], c[:len(a)]
		for i := range a {
			f(&a[i], &b[i], &c[i], dt)
		}
		visited += len(a)
	}
	return visited
}

func chunk4[A, B, C, D any](w *world, system int, dt float32, f func(*A, *B, *C, *D, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter4[A, B, C, D]).Query()
	for query.NextTable() {
		a, b, c, d := query.GetColumns()
		b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
		for i := range a {
			f(&a[i], &b[i], &c[i], &d[i], dt)
		}
		visited += len(a)
	}
	return visited
}

func chunk5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter5[A, B, C, D, E]).Query()
	for query.NextTable() {
		a, b, c, d, e := query.GetColumns()
		b, c, d, e = b[:len(a)], c[:len(a)], d[:len(a)], e[:len(a)]
		for i := range a {
			f(&a[i], &b[i], &c[i], &d[i], &e[i], dt)
		}
		visited += len(a)
	}
	return visited
}

// Creation, one entity after the other and in a batch.

func spawn1[A any, PA kernel.Value[A]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*ecs.Map1[A])
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		es[i] = create.NewEntity(&a)
	}
}

func spawn2[A, B any, PA kernel.Value[A], PB kernel.Value[B]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*ecs.Map2[A, B])
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		var b B
		PB(&b).Init(first + uint32(i))
		es[i] = create.NewEntity(&a, &b)
	}
}

func spawn3[A, B, C any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*ecs.Map3[A, B, C])
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		var b B
		PB(&b).Init(first + uint32(i))
		var c C
		PC(&c).Init(first + uint32(i))
		es[i] = create.NewEntity(&a, &b, &c)
	}
}

func spawn4[A, B, C, D any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*ecs.Map4[A, B, C, D])
	for i := range es {
		var a A
		PA(&a).Init(first + uint32(i))
		var b B
		PB(&b).Init(first + uint32(i))
		var c C
		PC(&c).Init(first + uint32(i))
		var d D
		PD(&d).Init(first + uint32(i))
		es[i] = create.NewEntity(&a, &b, &c, &d)
	}
}

func spawn5[A, B, C, D, E any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*ecs.Map5[A, B, C, D, E])
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
		es[i] = create.NewEntity(&a, &b, &c, &d, &e)
	}
}

func batch1[A any, PA kernel.Value[A]](w *world, bundle int, first uint32, es handles) {
	i := 0
	w.maps[bundle].(*ecs.Map1[A]).NewBatchFn(len(es), func(entity ecs.Entity, a *A) {
		PA(a).Init(first + uint32(i))
		es[i] = entity
		i++
	})
}

func batch2[A, B any, PA kernel.Value[A], PB kernel.Value[B]](w *world, bundle int, first uint32, es handles) {
	i := 0
	w.maps[bundle].(*ecs.Map2[A, B]).NewBatchFn(len(es), func(entity ecs.Entity, a *A, b *B) {
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		es[i] = entity
		i++
	})
}

func batch3[A, B, C any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C]](w *world, bundle int, first uint32, es handles) {
	i := 0
	w.maps[bundle].(*ecs.Map3[A, B, C]).NewBatchFn(len(es), func(entity ecs.Entity, a *A, b *B, c *C) {
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
		es[i] = entity
		i++
	})
}

func batch4[A, B, C, D any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D]](w *world, bundle int, first uint32, es handles) {
	i := 0
	w.maps[bundle].(*ecs.Map4[A, B, C, D]).NewBatchFn(len(es), func(entity ecs.Entity, a *A, b *B, c *C, d *D) {
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
		PD(d).Init(first + uint32(i))
		es[i] = entity
		i++
	})
}

func batch5[A, B, C, D, E any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E]](w *world, bundle int, first uint32, es handles) {
	i := 0
	w.maps[bundle].(*ecs.Map5[A, B, C, D, E]).NewBatchFn(len(es), func(entity ecs.Entity, a *A, b *B, c *C, d *D, e *E) {
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
		PD(d).Init(first + uint32(i))
		PE(e).Init(first + uint32(i))
		es[i] = entity
		i++
	})
}
