package ark

import (
	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A detector lists the entities whose Position is set: Map.Set fires an event for
// each, which writes by pointer do not. What depends on Position is updated from
// the list.
type detector struct {
	placed  *ecs.Map2[kernel.Position, kernel.Transform]
	changed []ecs.Entity
	listed  []uint32 // by entity ID: the pass in which it was listed last
	pass    uint32
}

func newDetector(w *ecs.World) *detector {
	d := &detector{placed: ecs.NewMap2[kernel.Position, kernel.Transform](w), pass: 1}
	ecs.Observe1[kernel.Position](ecs.OnSetComponents).Do(func(e ecs.Entity, _ *kernel.Position) {
		for int(e.ID()) >= len(d.listed) {
			d.listed = append(d.listed, 0)
		}
		if d.listed[e.ID()] != d.pass {
			d.listed[e.ID()] = d.pass
			d.changed = append(d.changed, e)
		}
	}).Register(w)
	return d
}

// Touch is impls.Detector.
func (w *world) Touch(r impls.Handles, dt float32) {
	for _, e := range r.(handles) {
		if w.inner.Alive(e) && w.positions.HasUnchecked(e) {
			p := *w.positions.GetUnchecked(e)
			kernel.Drift(&p, dt)
			w.positions.Set(e, &p)
		}
	}
}

// Changed is impls.Detector.
func (w *world) Changed(dt float32) (visited int) {
	d := w.changes
	for _, e := range d.changed {
		if w.inner.Alive(e) && d.placed.HasAll(e) {
			p, t := d.placed.GetUnchecked(e)
			kernel.Place(p, t, dt)
			visited++
		}
	}
	d.changed, d.pass = d.changed[:0], d.pass+1
	return visited
}
