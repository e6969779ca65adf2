package arche

import (
	"github.com/mlange-42/arche/generic"

	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/stamp

//lint:file-ignore U1000 each_gen.go has the copies that run

// What Arche's users make once and keep: a registered filter for each system, a
// map for each set of components that entities are created with.

func filter1[A any](w *world, without []generic.Comp) any {
	f := generic.NewFilter1[A]().Without(without...)
	f.Register(&w.inner)
	return f
}

func filter2[A, B any](w *world, without []generic.Comp) any {
	f := generic.NewFilter2[A, B]().Without(without...)
	f.Register(&w.inner)
	return f
}

func filter3[A, B, C any](w *world, without []generic.Comp) any {
	f := generic.NewFilter3[A, B, C]().Without(without...)
	f.Register(&w.inner)
	return f
}

func filter4[A, B, C, D any](w *world, without []generic.Comp) any {
	f := generic.NewFilter4[A, B, C, D]().Without(without...)
	f.Register(&w.inner)
	return f
}

func filter5[A, B, C, D, E any](w *world, without []generic.Comp) any {
	f := generic.NewFilter5[A, B, C, D, E]().Without(without...)
	f.Register(&w.inner)
	return f
}

func mapOf1[A any](w *world) any {
	m := generic.NewMap1[A](&w.inner)
	return &m
}

func mapOf2[A, B any](w *world) any {
	m := generic.NewMap2[A, B](&w.inner)
	return &m
}

func mapOf3[A, B, C any](w *world) any {
	m := generic.NewMap3[A, B, C](&w.inner)
	return &m
}

func mapOf4[A, B, C, D any](w *world) any {
	m := generic.NewMap4[A, B, C, D](&w.inner)
	return &m
}

func mapOf5[A, B, C, D, E any](w *world) any {
	m := generic.NewMap5[A, B, C, D, E](&w.inner)
	return &m
}

// The loops over a query, entity by entity.

func each1[A any](w *world, system int, dt float32, f func(*A, float32)) (visited int) {
	query := w.filters[system].(*generic.Filter1[A]).Query(&w.inner)
	for query.Next() {
		a := query.Get()
		f(a, dt)
		visited++
	}
	return visited
}

func each2[A, B any](w *world, system int, dt float32, f func(*A, *B, float32)) (visited int) {
	query := w.filters[system].(*generic.Filter2[A, B]).Query(&w.inner)
	for query.Next() {
		a, b := query.Get()
		f(a, b, dt)
		visited++
	}
	return visited
}

func each3[A, B, C any](w *world, system int, dt float32, f func(*A, *B, *C, float32)) (visited int) {
	query := w.filters[system].(*generic.Filter3[A, B, C]).Query(&w.inner)
	for query.Next() {
		a, b, c := query.Get()
		f(a, b, c, dt)
		visited++
	}
	return visited
}

func each4[A, B, C, D any](w *world, system int, dt float32, f func(*A, *B, *C, *D, float32)) (visited int) {
	query := w.filters[system].(*generic.Filter4[A, B, C, D]).Query(&w.inner)
	for query.Next() {
		a, b, c, d := query.Get()
		f(a, b, c, d, dt)
		visited++
	}
	return visited
}

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

func spawn1[A any, PA kernel.Value[A]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*generic.Map1[A])
	for i := range es {
		es[i] = create.New()
		a := create.GetUnchecked(es[i])
		PA(a).Init(first + uint32(i))
	}
}

func spawn2[A, B any, PA kernel.Value[A], PB kernel.Value[B]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*generic.Map2[A, B])
	for i := range es {
		es[i] = create.New()
		a, b := create.GetUnchecked(es[i])
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
	}
}

func spawn3[A, B, C any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*generic.Map3[A, B, C])
	for i := range es {
		es[i] = create.New()
		a, b, c := create.GetUnchecked(es[i])
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
	}
}

func spawn4[A, B, C, D any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D]](w *world, bundle int, first uint32, es handles) {
	create := w.maps[bundle].(*generic.Map4[A, B, C, D])
	for i := range es {
		es[i] = create.New()
		a, b, c, d := create.GetUnchecked(es[i])
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
		PD(d).Init(first + uint32(i))
	}
}

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

func batch1[A any, PA kernel.Value[A]](w *world, bundle int, first uint32, es handles) {
	query := w.maps[bundle].(*generic.Map1[A]).NewBatchQ(len(es))
	for i := 0; query.Next(); i++ {
		a := query.Get()
		PA(a).Init(first + uint32(i))
		es[i] = query.Entity()
	}
}

func batch2[A, B any, PA kernel.Value[A], PB kernel.Value[B]](w *world, bundle int, first uint32, es handles) {
	query := w.maps[bundle].(*generic.Map2[A, B]).NewBatchQ(len(es))
	for i := 0; query.Next(); i++ {
		a, b := query.Get()
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		es[i] = query.Entity()
	}
}

func batch3[A, B, C any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C]](w *world, bundle int, first uint32, es handles) {
	query := w.maps[bundle].(*generic.Map3[A, B, C]).NewBatchQ(len(es))
	for i := 0; query.Next(); i++ {
		a, b, c := query.Get()
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
		es[i] = query.Entity()
	}
}

func batch4[A, B, C, D any, PA kernel.Value[A], PB kernel.Value[B], PC kernel.Value[C], PD kernel.Value[D]](w *world, bundle int, first uint32, es handles) {
	query := w.maps[bundle].(*generic.Map4[A, B, C, D]).NewBatchQ(len(es))
	for i := 0; query.Next(); i++ {
		a, b, c, d := query.Get()
		PA(a).Init(first + uint32(i))
		PB(b).Init(first + uint32(i))
		PC(c).Init(first + uint32(i))
		PD(d).Init(first + uint32(i))
		es[i] = query.Entity()
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
