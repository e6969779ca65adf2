package ark

import "github.com/mlange-42/ark/ecs"

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//lint:file-ignore U1000 each_gen.go has the copies that run

// mostComponents is where Ark's typed filters end: Filter8.
const mostComponents = 8

// filter5 makes the filter of a system once and registers it.
func filter5[A, B, C, D, E any](w *world, without []ecs.Comp) any {
	return ecs.NewFilter5[A, B, C, D, E](w.inner).Without(without...).Register()
}

// each5 is the loop over a query, entity by entity.
func each5[A, B, C, D, E any](w *world, system int, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	query := w.filters[system].(*ecs.Filter5[A, B, C, D, E]).Query()
	visited = query.Count()
	for query.Next() {
		a, b, c, d, e := query.Get()
		f(a, b, c, d, e, dt)
	}
	return visited
}

// chunk5 is the loop over the tables of a query, which hand out slices. It visits
// one of so many parts of each table.
func chunk5[A, B, C, D, E any](w *world, system, part, parts int, dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	variant, _ := w.bodies[system].(func([]A, []B, []C, []D, []E, float32))
	query := w.filters[system].(*ecs.Filter5[A, B, C, D, E]).Query()
	for query.NextTable() {
		a, b, c, d, e := query.GetColumns()
		from, to := len(a)*part/parts, len(a)*(part+1)/parts
		a, b, c, d, e = a[from:to], b[from:to], c[from:to], d[from:to], e[from:to]
		b, c, d, e = b[:len(a)], c[:len(a)], d[:len(a)], e[:len(a)]
		visited += len(a)
		if variant != nil {
			variant(a, b, c, d, e, dt)
			continue
		}
		for i := range a {
			f(&a[i], &b[i], &c[i], &d[i], &e[i], dt)
		}
	}
	return visited
}
