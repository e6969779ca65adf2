package arche

import (
	"github.com/mlange-42/arche/generic"

	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

// What Arche's users make once and keep: a registered filter for each system, a
// map for each set of components that entities are created with.

func filter5[A, B, C, D, E any](w *world, without []generic.Comp) any {
	f := generic.NewFilter5[A, B, C, D, E]().Without(without...)
	f.Register(&w.inner)
	return f
}

func mapOf5[A, B, C, D, E any](w *world) any {
	m := generic.NewMap5[A, B, C, D, E](&w.inner)
	return &m
}

// The loops over a query, entity by entity.

func each5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	query := w.filters[system].(*generic.Filter5[A, B, C, D, E]).Query(&w.inner)
	for query.Next() {
		a, b, c, d, e := query.Get()
		f(a, b, c, d, e, dt)
		visited++
	}
	return visited
}

// Creation, one entity after the other and in a batch.

func spawn5[A, B, C, D, E any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*generic.Map5[A, B, C, D, E])
	for i := range es {
		es[i] = create.New()
		a, b, c, d, e := create.GetUnchecked(es[i])
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
		PD(d).Init(first + uint32(i))
		PE(e).Init(first + uint32(i))
	}
}

func batch5[A, B, C, D, E any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D], PE kernel.Value[E]](w *world, bundle int, first uint32, es handles) {
	query := w.maps[bundle].(*generic.Map5[A, B, C, D, E]).NewBatchQ(len(es))
	for i := 0; query.Next(); i++ {
		a, b, c, d, e := query.Get()
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
		PD(d).Init(first + uint32(i))
		PE(e).Init(first + uint32(i))
		es[i] = query.Entity()
	}
}
