package ecslib

import (
	"errors"
	"io"
	"unsafe"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A componentType is what the library takes at compile time of a type.
type componentType struct {
	define        func(*ecs.World) error
	with, without ecs.Option
	make          func(*kernel.Shape) component
}

// A creator creates entities by the typed map of their components.
type creator interface {
	bind(w *ecs.World) error
	spawn(first uint32, es handles)
	batch(first uint32, es handles)
}

// A component reaches the components of one type by its typed map, adds and removes
// them.
type component interface {
	bind(w *ecs.World) error
	track(w *ecs.World) error // before bind, of those whose writes are recorded
	lookup(es handles) (sum uint64)
	touch(es handles)
	changed(w *ecs.World) (visited int, sum uint64)
	add(es handles, first uint32) (changed int)
	remove(es handles) (changed int)
	addList(es handles, first uint32) (changed int)
	removeList(es handles) (changed int)
	addAll(of ecs.Selection, n uint32) (changed int)
	removeAll(of ecs.Selection) (changed int)
	addLater(do *ecs.Commands, e ecs.Entity, n uint32)
	removeLater(do *ecs.Commands, e ecs.Entity)
}

type componentMap[T any] struct {
	typed      ecs.Map1[T]
	initialise func(p unsafe.Pointer, n uint32)
	value      T // to be added next

	touched ecs.Query1[ecs.Read[T]]
	mark    ecs.Mark // of the last call of changed
}

func newComponent[T any](shape *kernel.Shape) component {
	return &componentMap[T]{initialise: shape.Init}
}

func (m *componentMap[T]) bind(w *ecs.World) error { return w.Bind(&m.typed) }

func (m *componentMap[T]) track(w *ecs.World) error {
	return errors.Join(ecs.Track[T](w), w.Bind(&m.touched))
}

func (m *componentMap[T]) lookup(es handles) (sum uint64) {
	for _, e := range es {
		if p := m.typed.Get(e); p != nil {
			sum += kernel.Glance(p)
		}
	}
	return sum
}

func (m *componentMap[T]) touch(es handles) {
	for _, e := range es {
		if p := m.typed.Mut(e); p != nil {
			kernel.Touch(p)
		}
	}
}

func (m *componentMap[T]) changed(w *ecs.World) (visited int, sum uint64) {
	for read := range m.touched.Changed(m.mark) {
		p := read.Get()
		sum += kernel.Glance(&p)
		visited++
	}
	m.mark = w.Mark()
	return visited, sum
}

// add adds the component. The library rejects entities that are dead or have it.
func (m *componentMap[T]) add(es handles, first uint32) (changed int) {
	for i, e := range es {
		m.initialise(unsafe.Pointer(&m.value), first+uint32(i))
		if m.typed.Add(e, m.value) == nil {
			changed++
		}
	}
	return changed
}

func (m *componentMap[T]) remove(es handles) (changed int) {
	for _, e := range es {
		if m.typed.Remove(e) == nil {
			changed++
		}
	}
	return changed
}

func (m *componentMap[T]) addList(es handles, first uint32) (changed int) {
	changed, _ = m.typed.AddList(es, func(at int, values []T) {
		for i := range values {
			m.initialise(unsafe.Pointer(&values[i]), first+uint32(at+i))
		}
	})
	return changed
}

func (m *componentMap[T]) removeList(es handles) (changed int) {
	changed, _ = m.typed.RemoveList(es)
	return changed
}

func (m *componentMap[T]) addAll(of ecs.Selection, n uint32) (changed int) {
	m.initialise(unsafe.Pointer(&m.value), n)
	changed, _ = m.typed.AddBatch(of, func(_ []ecs.Entity, values []T) {
		for i := range values {
			values[i] = m.value
		}
	})
	return changed
}

func (m *componentMap[T]) removeAll(of ecs.Selection) (changed int) {
	changed, _ = m.typed.RemoveBatch(of)
	return changed
}

func (m *componentMap[T]) addLater(do *ecs.Commands, e ecs.Entity, n uint32) {
	m.initialise(unsafe.Pointer(&m.value), n)
	_ = m.typed.AddLater(do, e, m.value)
}

func (m *componentMap[T]) removeLater(do *ecs.Commands, e ecs.Entity) {
	_ = m.typed.RemoveLater(do, e)
}

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	if w.cfg.Change == impls.BatchByList {
		destroyed, _ = w.inner.DestroyList(r.(handles))
		return destroyed
	}
	for _, e := range r.(handles) {
		if w.inner.Destroy(e) == nil {
			destroyed++
		}
	}
	return destroyed
}

// Exchange is impls.Changer. One component is added and removed by its map, more by
// number.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := w.cfg.Moves[move]
	if typed := w.single(move); typed != nil {
		add, remove := typed.add, typed.remove
		if w.cfg.Change == impls.BatchByList {
			add, remove = typed.addList, typed.removeList
		}
		if len(m.Add) == 1 {
			return add(r.(handles), first)
		}
		return remove(r.(handles))
	}
	for i, e := range r.(handles) {
		if w.moves[move].Make(e) == nil {
			w.initialise(e, m.Add, first+uint32(i))
			changed++
		}
	}
	return changed
}

// DestroyAll is impls.FilterDestroyer.
func (w *world) DestroyAll(system int) int {
	destroyed, _ := w.inner.DestroyBatch(w.queries[system].(ecs.Selection))
	return destroyed
}

// ExchangeAll is impls.FilterChanger.
func (w *world) ExchangeAll(move int, n uint32) int {
	m, typed := w.cfg.Moves[move], w.single(move)
	if w.filters[move] == nil {
		f := m.Filter()
		w.filters[move], _ = w.inner.Filter(w.numbersOf(f.Requires), w.numbersOf(f.Without))
	}
	if len(m.Add) == 1 {
		return typed.addAll(w.filters[move], n)
	}
	return typed.removeAll(w.filters[move])
}

// Observed is impls.Observer.
func (w *world) Observed() int { return w.observed }

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) (sum uint64) {
	return w.component(c).lookup(r.(handles))
}

// Clone is impls.Cloner.
func (w *world) Clone(r, dst impls.Handles) {
	copies := dst.(handles)
	for i, e := range r.(handles) {
		copies[i], _ = w.inner.Clone(e)
	}
}

// Attach is impls.Relater.
func (w *world) Attach(children, parents impls.Handles) {
	ps := parents.(handles)
	for i, c := range children.(handles) {
		_ = w.inner.Attach(c, ps[i]) // dead ones are passed over
	}
}

// Children is impls.Relater.
func (w *world) Children(parents impls.Handles) (n int, sum uint64) {
	for _, p := range parents.(handles) {
		for c := range w.inner.Children(p) {
			n++
			if position := w.positions.Get(c); position != nil {
				sum += position.Glance()
			}
		}
	}
	return n, sum
}

// DestroyTrees is impls.Relater.
func (w *world) DestroyTrees(roots impls.Handles) (destroyed int) {
	for _, root := range roots.(handles) {
		n, _ := w.inner.DestroyTree(root)
		destroyed += n
	}
	return destroyed
}

// Touch is impls.Detector.
func (w *world) Touch(r impls.Handles, c kernel.Component) { w.component(c).touch(r.(handles)) }

// Changed is impls.Detector.
func (w *world) Changed(c kernel.Component) (visited int, sum uint64) {
	return w.component(c).changed(w.inner)
}

// Save is impls.Saver.
func (w *world) Save(out io.Writer) error { return w.inner.Save(out) }

// Load is impls.Saver.
func (w *world) Load(in io.Reader) error { return w.inner.Load(in) }

// Later is impls.Deferrer.
func (w *world) Later(move int, r impls.Handles, first uint32) {
	do := w.later
	var typed component
	if move >= 0 {
		typed = w.single(move)
	}
	for i, e := range r.(handles) {
		switch {
		case !w.inner.Alive(e): // the library reports those
		case move < 0:
			_ = do.Destroy(e)
		case typed == nil:
			_ = w.moves[move].Later(do, e, func(made ecs.Entity) { w.initialise(made, w.cfg.Moves[move].Add, first+uint32(i)) })
		case len(w.cfg.Moves[move].Add) == 1:
			typed.addLater(do, e, first+uint32(i))
		default:
			typed.removeLater(do, e)
		}
	}
}

// Flush is impls.Deferrer.
func (w *world) Flush() int {
	changed, _ := w.later.Flush()
	return changed
}
