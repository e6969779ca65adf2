package objects

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run ../../kernel/generate

// base is embedded in all classes. It takes part in no system; the classes override this.
type base struct{ id seed.ID }

func (b *base) owner() seed.ID { return b.id }

// A part is one component of an object, of any type.
type part interface {
	initialise(n uint32) // sets the initial value numbered n
	assign(from part)    // copies the value of a part of the same type
	hash() uint64
	glance() uint64
}

// A field is a component stored in its object.
type field[T any, P kernel.Value[T]] struct{ value T }

func (f *field[T, P]) initialise(n uint32) { P(&f.value).Init(n) }
func (f *field[T, P]) assign(from part)    { *f = *from.(*field[T, P]) }
func (f *field[T, P]) hash() uint64        { return P(&f.value).Hash() }
func (f *field[T, P]) glance() uint64      { return kernel.Glance(&f.value) }

// composite is an object for any combination of components: it searches a list of parts.
type composite struct {
	base
	set   []kernel.Component // ascending; shared, never changed
	parts []part             // in the order of set
}

func (o *composite) components() []kernel.Component { return o.set }

func (o *composite) initialise(n uint32) {
	for _, p := range o.parts {
		p.initialise(n)
	}
}

func (o *composite) part(c kernel.Component) part {
	if at, ok := slices.BinarySearch(o.set, c); ok {
		return o.parts[at]
	}
	return nil
}

// find returns the part with this number as its own type, or nil.
func find[P part](o *composite, c kernel.Component) (found P) {
	found, _ = o.part(c).(P)
	return found
}

// exclude reports whether an object has a component that it must not have.
func (o *composite) exclude(cs []kernel.Component) bool {
	return slices.ContainsFunc(cs, func(c kernel.Component) bool { return o.part(c) != nil })
}

// classOf returns the constructor of the class for a set of components.
func (w *world) classOf(set []kernel.Component) func(seed.ID) object {
	if construct := ownClass(set); construct != nil {
		return construct
	}
	return func(id seed.ID) object {
		c := &composite{base: base{id}, set: set, parts: make([]part, len(set))}
		for i, component := range set {
			c.parts[i] = newPart(w.cfg.Types[component].Shape)
		}
		return c
	}
}
