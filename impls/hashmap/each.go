package hashmap

import (
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate ../seed/each.go

//lint:file-ignore U1000 the copies in each_gen.go run

func newColumn[T any](traits *kernel.Traits[T]) seed.Storage { return NewColumn(*traits) }

// A view holds what does not change during a loop. Only the look-ups remain as cost per
// entity.
type view[T any] struct {
	values   []T
	position map[seed.ID]uint32
}

func viewOf[T any](w *seed.World, c kernel.Component) view[T] {
	column := seed.Column[*Column[T]](w, c)
	return view[T]{column.packed.Values, column.position}
}

func (v view[T]) at(id seed.ID) *T { return &v.values[v.position[id]] }

func newIntColumn[T any](traits *kernel.Traits[T]) seed.Storage {
	return &intColumn[T]{packed: seed.Packed[T]{Traits: *traits}, position: newTable(0)}
}

// An intView is a view of an [intColumn].
type intView[T any] struct {
	values   []T
	position table
}

func intViewOf[T any](w *seed.World, c kernel.Component) intView[T] {
	column := seed.Column[*intColumn[T]](w, c)
	return intView[T]{column.packed.Values, column.position}
}

func (v intView[T]) at(id seed.ID) *T { return &v.values[v.position.at(id)] }

// eachInt5 is each5 of package seed for these views.
func eachInt5[A, B, C, D, E any](members []uint32, a intView[A], b intView[B], c intView[C], d intView[D], e intView[E], dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	for _, id := range members {
		f(a.at(id), b.at(id), c.at(id), d.at(id), e.at(id), dt)
	}
	return len(members)
}
