package arche

import "github.com/mlange-42/arche/generic"

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

// filter5 makes the filter of a system once and registers it.
func filter5[A, B, C, D, E any](w *world, without []generic.Comp) any {
	f := generic.NewFilter5[A, B, C, D, E]().Without(without...)
	f.Register(&w.inner)
	return f
}

// each5 is the loop over a query, entity by entity.
func each5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) {
	query := w.filters[system].(*generic.Filter5[A, B, C, D, E]).Query(&w.inner)
	w.visited = query.Count() // a result would be loaded in each turn of the loop
	for query.Next() {
		a, b, c, d, e := query.Get()
		f(a, b, c, d, e, dt)
	}
}
