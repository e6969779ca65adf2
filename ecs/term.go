package ecs

import (
	"fmt"
	"reflect"
	"unsafe"
)

// A Read is a component that a query reads and does not write: the query
// Query2[Position, Read[Velocity]] writes positions and reads velocities.
type Read[T any] struct{ value T } // in memory just a T

// Get returns the component. In a loop that is counted in single nanoseconds,
// v.Get().X reads one field, where v := v.Get() copies them all.
func (r *Read[T]) Get() T { return r.value }

// A Maybe is a component that entities of a query need not have. Maybe[Shield]
// may be written, Maybe[Read[Shield]] is read only.
type Maybe[T any] struct{ value T } // in memory just a T

// Get returns the component, or nil if the entity has none.
func (m *Maybe[T]) Get() *T { return (*T)(unsafe.Pointer(m)) }

// With, as a parameter of a system or an argument of [Sim.Bind], narrows the
// query before it to entities that have the component too.
type With[T any] struct{}

// Without, as a parameter of a system or an argument of [Sim.Bind], narrows the
// query before it to entities that do not have the component.
type Without[T any] struct{}

// A Filter is a [With] or a [Without].
type Filter interface {
	narrows() (component reflect.Type, excludes bool)
}

func (With[T]) narrows() (reflect.Type, bool)    { return reflect.TypeFor[T](), false }
func (Without[T]) narrows() (reflect.Type, bool) { return reflect.TypeFor[T](), true }

// A use is what a query or a look-up does with a component type.
type use struct {
	component reflect.Type
	reads     bool // and no more
	optional  bool
}

// used tells what naming a type in a query means, given a pointer to that type.
func used(pointer any) use {
	if special, ok := pointer.(interface{ use() use }); ok {
		return special.use()
	}
	return use{component: reflect.TypeOf(pointer).Elem()}
}

func (*Read[T]) use() use  { return use{component: reflect.TypeFor[T](), reads: true} }
func (*Maybe[T]) use() use { u := used((*T)(nil)); u.optional = true; return u }

// A term is one component type of a query, as its loop sees it. Where the
// storage has a vector, the loop goes through the slices; where it has none,
// they are empty and the loop calls find.
type term[A any] struct {
	values []A // of the stretch that a loop is in
	bound  binding
}

// A binding is what a term has whatever its type is. What can be done with it alone
// is compiled once, and not for every type.
type binding struct {
	positions []uint32 // by ID
	values    unsafe.Pointer
	count     int // of the values
	use       use
	number    Component
	column    column
	tabled    joins // the storage, if it keeps the components in tables
	world     *World
}

// bind finds the component type that a use names.
func (b *binding) bind(s *Sim, u use) error {
	c, err := s.component(u.component)
	if err != nil {
		return err
	}
	tabled, _ := s.world.storages[c].(joins)
	*b = binding{use: u, number: c, column: s.columns[c], tabled: tabled, world: s.world}
	return nil
}

// refresh takes the slices of the storage, which a structural change replaces,
// and returns how many IDs the vector covers, or the rows of tables do.
func (b *binding) refresh(tables *Tables) (covered int) {
	switch {
	case b.use.optional:
		return 0
	case tables != nil:
		b.positions = tables.rows
	default:
		b.values, b.count, b.positions = b.column.vector()
	}
	return len(b.positions)
}

// rows returns the components that a loop over a stretch goes through: of a table,
// those of all its rows, and else those that the vector is about.
func (b *binding) rows(n tableNumber) (base unsafe.Pointer, rows int) {
	if n == noTable {
		return b.values, b.count
	}
	return b.tabled.rows(n)
}

// find returns the component of an entity; nil if it is optional and missing. It
// is not inlined, as it would take the loops beyond what the compiler inlines.
//
//go:noinline
func (b *binding) find(id ID) unsafe.Pointer {
	if b.use.optional && !b.world.sigs.Bits(b.world.sigs.of[id]).Has(b.number) {
		return nil
	}
	return b.column.at(id)
}

// A column is a storage as those see it who do not know its type.
type column interface {
	vector() (base unsafe.Pointer, n int, positions []uint32)
	at(id ID) unsafe.Pointer
	value(id ID) any
	// take gives the entity the value at an index of a queue.
	take(from queue, at int32, id ID, has bool)
	queue() queue
}

// A queue is values of one type that wait for their entities.
type queue interface {
	push(value any)
	len() int
	append(other queue)
	clear()
}

// A columnOf does not embed its storage, whose methods the compiler would write again,
// as it would write its own for values and for pointers, if they were those of values.
type columnOf[T any] struct{ storage StorageOf[T] }

func (c *columnOf[T]) vector() (base unsafe.Pointer, n int, positions []uint32) {
	v, ok := c.storage.(Vectored[T])
	if !ok {
		return nil, 0, nil
	}
	values, positions := v.Vector()
	return unsafe.Pointer(unsafe.SliceData(values)), len(values), positions
}

func (c *columnOf[T]) at(id ID) unsafe.Pointer { return unsafe.Pointer(c.storage.At(id)) }
func (c *columnOf[T]) value(id ID) any         { return *c.storage.At(id) }
func (c *columnOf[T]) queue() queue            { return new(queueOf[T]) }

func (c *columnOf[T]) take(from queue, at int32, id ID, has bool) {
	value := from.(*queueOf[T]).values[at]
	if has {
		*c.storage.At(id) = value
		return
	}
	c.storage.Put(id, value)
}

type queueOf[T any] struct{ values []T }

func (q *queueOf[T]) push(value any)     { q.values = append(q.values, value.(T)) }
func (q *queueOf[T]) len() int           { return len(q.values) }
func (q *queueOf[T]) append(other queue) { q.values = append(q.values, other.(*queueOf[T]).values...) }

func (q *queueOf[T]) clear() {
	clear(q.values) // a pointer left behind would keep its target alive
	q.values = q.values[:0]
}

// A Lookup reaches components by handle, of any entity that a system has heard
// of: Lookup[Health] to write, Lookup[Read[Health]] to read. As a parameter of
// a system it declares this access.
type Lookup[A any] struct {
	access access
	bound  binding
}

// Get returns the component of an entity, or nil if the entity is dead or has
// none. The pointer is valid until the next structural change.
func (l *Lookup[A]) Get(e Entity) *A {
	if !l.access.open("look-up") || !l.access.sim.world.Has(e, l.bound.number) {
		return nil
	}
	return (*A)(l.bound.column.at(e.ID()))
}

func (l *Lookup[A]) bind(s *Sim, owner *System, filters []Filter) error {
	if len(filters) > 0 {
		return fmt.Errorf("%T: a look-up has no filters; leave out %T", l, filters[0])
	}
	return l.access.look(s, owner, &l.bound, (*A)(nil))
}

// look binds a look-up, given a pointer to the type that it names.
func (a *access) look(s *Sim, owner *System, to *binding, pointer any) error {
	*a = access{sim: s, owner: owner}
	if err := to.bind(s, used(pointer)); err != nil {
		return err
	}
	a.touch(to.number, to.use)
	if owner != nil {
		owner.accesses = append(owner.accesses, a)
	}
	return nil
}
