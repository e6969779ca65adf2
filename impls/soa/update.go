package soa

import "github.com/ecsbench/ecsbench/impls"

// Update is impls.World.Update.
func (w *world) Update(system int, dt float32) (visited int) {
	s := &w.systems[system]
	for _, at := range s.tables {
		t := &w.tables[at]
		t.run(s.kernel, dt)
		visited += t.rows
	}
	return visited
}

func (t *table) run(k impls.Kernel, dt float32) {
	switch k {
	case impls.DriftPos:
		drift(t.position.values, dt)
	case impls.MovePos:
		move(t.position.values, t.velocity.values, dt)
	case impls.MoveScaled:
		moveByMass(t.position.values, t.velocity.values, t.mass.values, dt)
	case impls.PlaceModel:
		place(t.position.values, t.transform.values)
	case impls.CountItems:
		count(t.inventory.values)
	case impls.AnimateAll:
		animate(t.bones.values, dt)
	}
}

// In the loops over several slices, cutting the others to the length of the
// first tells the compiler that no index can be out of their bounds.

func drift(p []impls.Position, dt float32) {
	for i := range p {
		impls.Drift(&p[i], dt)
	}
}

func move(p []impls.Position, v []impls.Velocity, dt float32) {
	v = v[:len(p)]
	for i := range p {
		impls.Move(&p[i], &v[i], dt)
	}
}

func moveByMass(p []impls.Position, v []impls.Velocity, m []impls.Mass, dt float32) {
	v, m = v[:len(p)], m[:len(p)]
	for i := range p {
		impls.MoveByMass(&p[i], &v[i], &m[i], dt)
	}
}

func place(p []impls.Position, t []impls.Transform) {
	t = t[:len(p)]
	for i := range p {
		impls.Place(&p[i], &t[i])
	}
}

func count(v []impls.Inventory) {
	for i := range v {
		impls.Count(&v[i])
	}
}

func animate(b []impls.Bones, dt float32) {
	for i := range b {
		impls.Animate(&b[i], dt)
	}
}
