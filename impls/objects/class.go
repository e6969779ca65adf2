package objects

import (
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// An object is an entity. The methods named after kernels do the work of one
// system, and tell whether the object is of a class that takes part in it.
type object interface {
	owner() ecs.ID
	components() []impls.Component // ascending
	part(c impls.Component) part   // nil if it has none
	initialise(n uint32)           // sets all parts to the initial values numbered n

	drift(dt float32) bool
	move(dt float32) bool
	moveByMass(dt float32) bool
	place() bool
	count() bool
	animate(dt float32) bool
}

// base is what all classes extend: an entity that takes part in no system but
// those that its class speaks up for. (Every class has its own say in drift.)
type base struct{ id ecs.ID }

func (b *base) owner() ecs.ID           { return b.id }
func (b *base) move(float32) bool       { return false }
func (b *base) moveByMass(float32) bool { return false }
func (b *base) place() bool             { return false }
func (b *base) count() bool             { return false }
func (b *base) animate(float32) bool    { return false }

// dot has a Position.
type dot struct {
	base
	position position
}

var dotSet = []impls.Component{impls.PositionID}

func (d *dot) components() []impls.Component { return dotSet }
func (d *dot) initialise(n uint32)           { d.position.initialise(n) }

func (d *dot) part(c impls.Component) part {
	if c == impls.PositionID {
		return &d.position
	}
	return nil
}

func (d *dot) drift(dt float32) bool {
	impls.Drift(&d.position.value, dt)
	return true
}

// mover is a dot with a Velocity.
type mover struct {
	dot
	velocity velocity
}

var moverSet = []impls.Component{impls.PositionID, impls.VelocityID}

func (m *mover) components() []impls.Component { return moverSet }

func (m *mover) initialise(n uint32) {
	m.dot.initialise(n)
	m.velocity.initialise(n)
}

func (m *mover) part(c impls.Component) part {
	if c == impls.VelocityID {
		return &m.velocity
	}
	return m.dot.part(c)
}

func (m *mover) move(dt float32) bool {
	impls.Move(&m.position.value, &m.velocity.value, dt)
	return true
}

// body is a mover with a Mass.
type body struct {
	mover
	mass mass
}

var bodySet = []impls.Component{impls.PositionID, impls.VelocityID, impls.MassID}

func (b *body) components() []impls.Component { return bodySet }

func (b *body) initialise(n uint32) {
	b.mover.initialise(n)
	b.mass.initialise(n)
}

func (b *body) part(c impls.Component) part {
	if c == impls.MassID {
		return &b.mass
	}
	return b.mover.part(c)
}

func (b *body) moveByMass(dt float32) bool {
	impls.MoveByMass(&b.position.value, &b.velocity.value, &b.mass.value, dt)
	return true
}

// classOf returns the constructor of the class for a set of components.
func (w *world) classOf(set []impls.Component) func(ecs.ID) object {
	switch {
	case slices.Equal(set, dotSet):
		return func(id ecs.ID) object { return &dot{base: base{id}} }
	case slices.Equal(set, moverSet):
		return func(id ecs.ID) object { return &mover{dot: dot{base: base{id}}} }
	case slices.Equal(set, bodySet):
		return func(id ecs.ID) object { return &body{mover: mover{dot: dot{base: base{id}}}} }
	}
	return func(id ecs.ID) object {
		c := &composite{base: base{id}, set: set, parts: make([]part, len(set))}
		for i, component := range set {
			c.parts[i] = newPart(w.kinds[component])
		}
		return c
	}
}
