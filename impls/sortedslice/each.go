package sortedslice

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/each.go

//lint:file-ignore U1000 each_gen.go has the copies that run

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

// A view is the rows of a column.
type view[T any] []row[T]

func viewOf[T any](w *seed.World, c kernel.Component) view[T] { return rowsOf[T](w, c) }

func rowsOf[T any](w *seed.World, c kernel.Component) []row[T] {
	return seed.Column[*Column[T]](w, c).rows
}

func (v view[T]) at(id seed.ID) *T { return &v[find(v, id)].value }

// The joins merge the slices, like the C++ original. The first branch is taken if all slices
// advance together, which is nearly always.

func join1[A any](rows []row[A], dt float32, f func(*A, float32)) int {
	for i := range rows {
		f(&rows[i].value, dt)
	}
	return len(rows)
}

func join5[A, B, C, D, E any](as []row[A], bs []row[B], cs []row[C], ds []row[D], es []row[E], dt float32, f func(*A, *B, *C, *D, *E, float32)) (visited int) {
	a, b, c, d, e := 0, 0, 0, 0, 0
	for a < len(as) && b < len(bs) && c < len(cs) && d < len(ds) && e < len(es) {
		if as[a].id == bs[b].id && bs[b].id == cs[c].id && cs[c].id == ds[d].id && ds[d].id == es[e].id {
			f(&as[a].value, &bs[b].value, &cs[c].value, &ds[d].value, &es[e].value, dt)
			visited++
			a, b, c, d, e = a+1, b+1, c+1, d+1, e+1
			continue
		}
		highest := max(as[a].id, bs[b].id, cs[c].id, ds[d].id, es[e].id)
		a, b, c, d, e = catchUp(as, a, highest), catchUp(bs, b, highest), catchUp(cs, c, highest), catchUp(ds, d, highest), catchUp(es, e, highest)
	}
	return visited
}

// catchUp is the step of the join: it advances a slice that is below the highest entity. It is
// inlined.
func catchUp[T any](rows []row[T], at int, highest seed.ID) int {
	if rows[at].id < highest {
		at++
	}
	return at
}
