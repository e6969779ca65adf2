package ark

import (
	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

// What Ark's users make once and keep: a filter for each system, a map for each
// set of components that entities are created with.

func filter5[A, B, C, D, E any](w *world, without []ecs.Comp) any {
	return ecs.NewFilter5[A, B, C, D, E](w.inner).Without(without...)
}

func mapOf5[A, B, C, D, E any](w *world) any { return ecs.NewMap5[A, B, C, D, E](w.inner) }

// The loops over a query, entity by entity.

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
