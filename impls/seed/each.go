package seed

//lint:file-ignore U1000 backends have generated copies of these loops

// A view is a column for loops that change no structure. Each backend has a type of this name,
// and viewOf, which makes it from a column.
type view[T any] interface {
	// at returns the component of an entity that has one.
	at(id uint32) *T
}

// The loops over the members of a system, for backends that read components through a view. IDs
// are uint32 here, since the copies are in other packages. Backends whose access costs less than
// the view have their own loops.

func each5[A, B, C, D, E any](members []uint32, a view[A], b view[B], c view[C], d view[D], e view[E], dt float32, f func(*A, *B, *C, *D, *E, float32)) int {
	for _, id := range members {
		f(a.at(id), b.at(id), c.at(id), d.at(id), e.at(id), dt)
	}
	return len(members)
}
