package ecslib

import (
	"io"
	"unsafe"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A componentType has the operations that need the Go type at compile time.
type componentType struct {
	define func(*ecs.World) error
	make   func(*kernel.Shape) *component
}

// A creator creates entities by the typed map of their components.
type creator interface {
	bind(w *ecs.World) error
	spawn(first uint32, es handles)
	batch(first uint32, es handles)
}

// A component reads, adds and removes the components of one type with its typed map.
type component struct {
	bind        func(w *ecs.World) error
	watch       func(w *ecs.World, number ecs.Component) error // called before changed
	lookup      func(es handles) (sum uint64)
	touch       func(es handles)
	changed     func(w *ecs.World) (visited int, sum uint64)
	add         func(es handles, first uint32) (changed int)
	remove      func(es handles) (changed int)
	addList     func(es handles, first uint32) (changed int)
	removeList  func(es handles) (changed int)
	addAll      func(of ecs.Selection, n uint32) (changed int)
	removeAll   func(of ecs.Selection) (changed int)
	addLater    func(do *ecs.Commands, e ecs.Entity, n uint32)
	removeLater func(do *ecs.Commands, e ecs.Entity)
}

// newComponent finds changes by the number of the type, as programs do with types that
// are only known at run time.
func newComponent[T any](shape *kernel.Shape) *component {
	var (
		value   T // to be added next
		touched *ecs.Filtered
		mark    ecs.Mark // of the last call of changed
	)
	typed, initialise := new(ecs.Map1[T]), shape.Init
	return &component{
		bind: func(w *ecs.World) error { return typed.Bind(w) },
		watch: func(w *ecs.World, number ecs.Component) (err error) {
			touched, err = w.Filter([]ecs.Component{number}, nil)
			return err
		},
		lookup: func(es handles) uint64 { return lookup(typed, es) },
		touch: func(es handles) {
			for _, e := range es {
				if p := typed.Mut(e); p != nil {
					kernel.Touch(p)
				}
			}
		},
		changed: func(w *ecs.World) (visited int, sum uint64) {
			for e := range touched.Changed(mark) {
				sum += kernel.Glance(typed.Get(e))
				visited++
			}
			mark = w.Mark()
			return visited, sum
		},
		// The library rejects entities that are dead or have the component.
		add: func(es handles, first uint32) (changed int) {
			for i, e := range es {
				initialise(unsafe.Pointer(&value), first+uint32(i))
				if typed.Add(e, value) == nil {
					changed++
				}
			}
			return changed
		},
		remove: func(es handles) (changed int) {
			for _, e := range es {
				if typed.Remove(e) == nil {
					changed++
				}
			}
			return changed
		},
		addList: func(es handles, first uint32) (changed int) {
			changed, _ = typed.AddList(es, func(at int, values []T) {
				for i := range values {
					initialise(unsafe.Pointer(&values[i]), first+uint32(at+i))
				}
			})
			return changed
		},
		removeList: func(es handles) (changed int) {
			changed, _ = typed.RemoveList(es)
			return changed
		},
		addAll: func(of ecs.Selection, n uint32) (changed int) {
			initialise(unsafe.Pointer(&value), n)
			changed, _ = typed.AddBatch(of, func(_ []ecs.Entity, values []T) {
				for i := range values {
					values[i] = value
				}
			})
			return changed
		},
		removeAll: func(of ecs.Selection) (changed int) {
			changed, _ = typed.RemoveBatch(of)
			return changed
		},
		addLater: func(do *ecs.Commands, e ecs.Entity, n uint32) {
			initialise(unsafe.Pointer(&value), n)
			_ = typed.AddLater(do, e, value)
		},
		removeLater: func(do *ecs.Commands, e ecs.Entity) { _ = typed.RemoveLater(do, e) },
	}
}

// lookup is a function: a closure would load its captured variables in every turn of a loop,
// which takes 6% of this one.
func lookup[T any](typed *ecs.Map1[T], es handles) (sum uint64) {
	for _, e := range es {
		if p := typed.Get(e); p != nil {
			sum += kernel.Glance(p)
		}
	}
	return sum
}

// newKnown finds changes by a typed query. Kernels name the type.
func newKnown[T any](shape *kernel.Shape) *component {
	var (
		touched ecs.Query1[ecs.Read[T]]
		mark    ecs.Mark // of the last call of changed
	)
	c := newComponent[T](shape)
	c.watch = func(w *ecs.World, _ ecs.Component) error { return touched.Bind(w) }
	c.changed = func(w *ecs.World) (visited int, sum uint64) {
		for read := range touched.Changed(mark) {
			p := read.Get()
			sum += kernel.Glance(&p)
			visited++
		}
		mark = w.Mark()
		return visited, sum
	}
	return c
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

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	typed := w.component(m.Component)
	add, remove := typed.add, typed.remove
	if w.cfg.Change == impls.BatchByList {
		add, remove = typed.addList, typed.removeList
	}
	if m.Remove {
		return remove(r.(handles))
	}
	return add(r.(handles), first)
}

// DestroyAll is impls.FilterDestroyer.
func (w *world) DestroyAll(system int) int {
	destroyed, _ := w.inner.DestroyBatch(w.queries[system].(ecs.Selection))
	return destroyed
}

// ExchangeAll is impls.FilterChanger.
func (w *world) ExchangeAll(move int, n uint32) int {
	m := &w.cfg.Moves[move]
	if w.filters[move] == nil {
		f := m.Filter()
		w.filters[move], _ = w.inner.Filter(w.numbersOf(f.Requires), w.numbersOf(f.Without))
	}
	if m.Remove {
		return w.component(m.Component).removeAll(w.filters[move])
	}
	return w.component(m.Component).addAll(w.filters[move], n)
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
		_ = w.inner.Attach(c, ps[i]) // dead ones are skipped
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
	for i, e := range r.(handles) {
		switch {
		case !w.inner.Alive(e): // the library reports dead entities
		case move < 0:
			_ = w.later.Destroy(e)
		case w.cfg.Moves[move].Remove:
			w.component(w.cfg.Moves[move].Component).removeLater(w.later, e)
		default:
			w.component(w.cfg.Moves[move].Component).addLater(w.later, e, first+uint32(i))
		}
	}
}

// Flush is impls.Deferrer.
func (w *world) Flush() int {
	changed, _ := w.later.Flush()
	return changed
}
