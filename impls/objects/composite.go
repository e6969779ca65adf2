package objects

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// composite is an object for any combination of components: it holds a list
// of parts and looks through it for what it needs.
type composite struct {
	base
	set   []impls.Component // ascending; shared, never changed
	parts []part            // in the order of set
}

func (o *composite) components() []impls.Component { return o.set }

func (o *composite) initialise(n uint32) {
	for _, p := range o.parts {
		p.initialise(n)
	}
}

func (o *composite) part(c impls.Component) part {
	if at, ok := slices.BinarySearch(o.set, c); ok {
		return o.parts[at]
	}
	return nil
}

// find returns the part with this number as what it is, or nil.
func find[P part](o *composite, c impls.Component) (found P) {
	found, _ = o.part(c).(P)
	return found
}

func (o *composite) drift(dt float32) bool {
	p := find[*position](o, impls.PositionID)
	if p == nil {
		return false
	}
	impls.Drift(&p.value, dt)
	return true
}

func (o *composite) move(dt float32) bool {
	p, v := find[*position](o, impls.PositionID), find[*velocity](o, impls.VelocityID)
	if p == nil || v == nil {
		return false
	}
	impls.Move(&p.value, &v.value, dt)
	return true
}

func (o *composite) moveByMass(dt float32) bool {
	p, v, m := find[*position](o, impls.PositionID), find[*velocity](o, impls.VelocityID), find[*mass](o, impls.MassID)
	if p == nil || v == nil || m == nil {
		return false
	}
	impls.MoveByMass(&p.value, &v.value, &m.value, dt)
	return true
}

func (o *composite) place() bool {
	p, t := find[*position](o, impls.PositionID), find[*transform](o, impls.TransformID)
	if p == nil || t == nil {
		return false
	}
	impls.Place(&p.value, &t.value)
	return true
}

func (o *composite) count() bool {
	i := find[*inventory](o, impls.InventoryID)
	if i == nil {
		return false
	}
	impls.Count(&i.value)
	return true
}

func (o *composite) animate(dt float32) bool {
	b := find[*bones](o, impls.BonesID)
	if b == nil {
		return false
	}
	impls.Animate(&b.value, dt)
	return true
}

// toggle returns the set with c added, or removed if it was there.
func toggle(set []impls.Component, c impls.Component) []impls.Component {
	at, has := slices.BinarySearch(set, c)
	if has {
		return slices.Concat(set[:at], set[at+1:])
	}
	return slices.Concat(set[:at], []impls.Component{c}, set[at:])
}
