package ecs

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// A bundle is the common part of all maps.
type bundle struct {
	w       *World
	owner   *System // nil for use between ticks
	home    *table  // of entities with these components and no others
	columns []int   // of home, by component
	birth   *Change
	add     *Change
	remove  *Change
}

// Drop, as an argument of [Map1.Bind], is a component that Add removes in the same step.
// Entities that lack it are not changed.
type Drop[T any] struct{}

// bind sets the kinds of the component types, given a pointer to each.
func (b *bundle) bind(w *World, filters []Filter, of []**kind, pointers ...any) (err error) {
	if err := w.ready("bind a map"); err != nil {
		return err
	}
	defer w.named(&err, "Map", pointers)
	a := rights{w: w, owner: w.adding}
	add, remove := &Change{w: w}, &Change{w: w}
	var kinds []*kind
	for _, pointer := range pointers {
		u := used(pointer)
		k, err := w.component(u.component)
		if err != nil {
			return err
		}
		if slices.Contains(kinds, k) {
			return fmt.Errorf("names %s twice: name it once", k.name)
		}
		if k.store != nil {
			return fmt.Errorf("%s has a store of its own, and maps are for types in tables: use Set, TryRemove, and the Get of a query", k.name)
		}
		w.spread(k)
		kinds = append(kinds, k)
		a.touch(k.number, u)
	}
	for _, f := range filters {
		if f == nil {
			return errNoFilter
		}
		how, types := f.narrows()
		if how != drops {
			return fmt.Errorf("a map has no filter %T: bind a query, or use ecs.Drop", f)
		}
		k, err := w.component(types[0])
		switch {
		case err != nil:
			return err
		case slices.Contains(kinds, k):
			return fmt.Errorf("adds %s and drops it: leave out one of them", k.name)
		}
		add.drop = append(add.drop, k)
	}
	add.add, remove.drop = kinds, kinds
	birth := (&Change{w: w, add: kinds}).shared()
	home, err := birth.homeTable()
	if err != nil {
		return err
	}
	*b = bundle{w: w, owner: a.owner, home: home, columns: birth.columns, birth: birth, add: add.shared(), remove: remove.shared()}
	for i, k := range kinds {
		*of[i] = k
	}
	if a.owner != nil {
		a.owner.rights = append(a.owner.rights, &a)
	}
	return nil
}

// refuse returns the reason why a map cannot change structure.
func (b *bundle) refuse(what string) error {
	if b == nil || b.w == nil {
		return fmt.Errorf("%s by a map of no world: call its Bind first", what)
	}
	return b.w.refuse(fmt.Sprintf("%s with %v", what, namesOf(b.add.add)))
}

// bound panics unless the map is bound.
func (b *bundle) bound() {
	if b == nil || b.w == nil {
		panic(unboundMap)
	}
}

// toWrite returns the place of an entity whose components may be written to now, else nil.
func (b *bundle) toWrite(e Entity) *place {
	b.bound()
	if !b.open() {
		return nil
	}
	return b.w.find(e)
}

// open reports whether components may be reached now; if not, it records an error.
func (b *bundle) open() bool {
	if b.w.locked&ticking == 0 || b.owner != nil && b.owner.runs() {
		return true
	}
	of := "made for use between ticks"
	if b.owner != nil {
		of = fmt.Sprintf("a parameter of %v", b.owner)
	}
	b.w.report(fmt.Errorf("map of %v used while %s: it is %s; make it a parameter of the system that uses it", namesOf(b.birth.add), b.w.busy(), of))
	return false
}

var unboundMap = unbound("map")

func namesOf(kinds []*kind) (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

func (b *bundle) removeFrom(e Entity) error {
	if b == nil || b.w == nil {
		return b.refuse("remove components")
	}
	_, _, along := b.remove.take(e)
	if along == nil {
		return b.w.cannot(b.remove, e)
	}
	if along.enters != nil {
		b.w.notify(along.enters, e)
	}
	return nil
}

// set gives a row its component, given the bases of a chunk.
func set[T any](bases *unsafe.Pointer, column int, row uint32, value T) {
	*(*T)(cell(bases, uint32(column), row, unsafe.Sizeof(value))) = value
}

// part returns the components of n rows.
func part[T any](c *chunk, column int, row uint32, n int) []T {
	return unsafe.Slice((*T)(unsafe.Add(c.bases[column], uintptr(row)*unsafe.Sizeof(*new(T)))), n)
}

// at returns the component of an entity at a place, nil if it has none. The kind is
// spread.
func at[T any](k *kind, p *place) *T {
	if base := k.base(p.chunk()); base != nil {
		return (*T)(unsafe.Add(base, uintptr(p.row())*unsafe.Sizeof(*new(T))))
	}
	return nil
}

// base returns the first value in a chunk, nil if there is none. The kind is spread, so
// that the compiler's check of the index can be left out.
func (k *kind) base(chunk uint32) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(k.bases)), uintptr(chunk)*unsafe.Sizeof(k.bases[0])))
}

// spread gives a kind its bases of all chunks, now and later: maps look components up without a
// check. Other kinds have none, since their memory is that of all chunks.
func (w *World) spread(k *kind) {
	if k.bases != nil {
		return
	}
	w.wide = append(w.wide, k)
	k.bases = make([]unsafe.Pointer, max(1, len(w.chunks)))
	for _, t := range w.tables {
		if at := t.column(k.number); at >= 0 {
			for _, c := range t.chunks {
				k.bases[c.number] = c.bases[at]
			}
		}
	}
}

// value returns the component of an entity at a place, nil if it has none in a table.
func (k *kind) value(w *World, p *place) unsafe.Pointer {
	if k.bases != nil {
		if base := k.base(p.chunk()); base != nil {
			return unsafe.Add(base, uintptr(p.row())*k.size)
		}
		return nil
	}
	c := w.chunks[p.chunk()]
	if at := c.table.column(k.number); at >= 0 && c.bases[at] != nil {
		return c.value(at, p.row())
	}
	return nil
}

// has returns whether an entity is alive and has a component.
func (k *kind) has(w *World, e Entity) bool {
	p := w.find(e)
	if p == nil {
		return false
	}
	if k.bases != nil {
		return k.base(p.chunk()) != nil
	}
	return w.chunks[p.chunk()].table.column(k.number) >= 0
}

// Has returns whether the entity is alive and has the component. It is for use between ticks, and
// takes handles as [Get] does.
func Has[T any](w *World, e Entity) bool {
	k, err := w.component(reflect.TypeFor[T]())
	return err == nil && (k.has(w, e) || w.loaded.tag != 0 && k.has(w, w.Loaded(e)))
}

// Get returns a copy of the entity's component, and false if it has none. It is
// for use between ticks; systems have a [Map1]. A map is faster. After a load it reads by handles
// of the saved world, too: see [World.Loaded].
func Get[T any](w *World, e Entity) (value T, ok bool) {
	p := (*T)(w.mut(reflect.TypeFor[T](), e, false))
	if p == nil && w.loaded.tag != 0 {
		p = (*T)(w.mut(reflect.TypeFor[T](), w.Loaded(e), false))
	}
	if p != nil {
		return *p, true
	}
	return value, false
}

// Mut returns the entity's component to be changed, or nil if it has none. The pointer
// is valid until the next change of structure. It is for use between ticks; systems
// have a [Map1].
func Mut[T any](w *World, e Entity) *T { return (*T)(w.mut(reflect.TypeFor[T](), e, true)) }

// mut is Mut for all types.
func (w *World) mut(t reflect.Type, e Entity, writes bool) unsafe.Pointer {
	k, err := w.component(t)
	if err != nil {
		w.report(fmt.Errorf("get: %w", err))
		return nil
	}
	if writes && k.relation != nil {
		w.report(fmt.Errorf("get %s of %s to change it: it is a relation: use Set", k.name, w.Called(e)))
		return nil
	}
	value := w.Pointer(e, k.number)
	if value != nil && writes && k.tracked {
		w.touch(w.find(e), k)
	}
	return value
}

// Pointer returns the component of an entity, nil if it has none. It is for component
// types that are defined at run time, and for use between ticks.
func (w *World) Pointer(e Entity, c Component) unsafe.Pointer {
	w.exists("Pointer")
	if int(c) >= len(w.kinds) {
		return nil
	}
	if w.locked&ticking != 0 {
		name := w.kinds[c].name
		w.report(fmt.Errorf("get %s of %s while %s: give the system a parameter *ecs.Map1[%s]", name, w.Called(e), w.busy(), name))
		return nil
	}
	return w.pointer(e, c)
}

func (w *World) pointer(e Entity, c Component) unsafe.Pointer {
	p := w.find(e)
	if p == nil {
		return nil
	}
	k := w.kinds[c]
	if k.store != nil && k.has(w, e) {
		return k.store.at(uint32(e))
	}
	return k.value(w, p)
}

// ComponentsOf returns the component types of an entity, in ascending order.
func (w *World) ComponentsOf(e Entity) []Component {
	w.exists("ComponentsOf")
	p := w.find(e)
	if p == nil {
		return nil
	}
	return w.chunks[p.chunk()].table.set
}

// Owner returns the entity whose component v points to, and NoEntity if v points to
// none. Types of size 0 and those with a store of their own have no owners to find.
func Owner[T any](w *World, v *T) Entity {
	k, err := w.component(reflect.TypeFor[T]())
	if err != nil {
		w.report(fmt.Errorf("owner: %w", err))
		return NoEntity
	}
	return w.owner(k, unsafe.Pointer(v))
}

func (w *World) owner(k *kind, value unsafe.Pointer) Entity {
	if k.size == 0 || k.store != nil {
		return NoEntity
	}
	for _, t := range w.tables {
		at := t.column(k.number)
		for i := 0; at >= 0 && i < len(t.chunks); i++ {
			c := t.chunks[i]
			if offset := uintptr(value) - uintptr(c.bases[at]); offset < uintptr(c.rows)*k.size && offset%k.size == 0 {
				return w.handle(*c.owner(uint32(offset / k.size)))
			}
		}
	}
	return NoEntity
}
