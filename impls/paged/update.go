package paged

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// The loops. They walk over pages taken out of the columns, because the
// compiler must assume that a write to a component changes the column, and
// would load its fields anew for every entity.

func drift(members []ecs.ID, position *Column[impls.Position], dt float32) {
	p := position.pages()
	for _, id := range members {
		impls.Drift(p.at(id), dt)
	}
}

func move(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], dt float32) {
	p, v := position.pages(), velocity.pages()
	for _, id := range members {
		impls.Move(p.at(id), v.at(id), dt)
	}
}

func moveByMass(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], mass *Column[impls.Mass], dt float32) {
	p, v, m := position.pages(), velocity.pages(), mass.pages()
	for _, id := range members {
		impls.MoveByMass(p.at(id), v.at(id), m.at(id), dt)
	}
}

func place(members []ecs.ID, position *Column[impls.Position], transform *Column[impls.Transform]) {
	p, t := position.pages(), transform.pages()
	for _, id := range members {
		impls.Place(p.at(id), t.at(id))
	}
}

func count(members []ecs.ID, inventory *Column[impls.Inventory]) {
	i := inventory.pages()
	for _, id := range members {
		impls.Count(i.at(id))
	}
}

func animate(members []ecs.ID, bones *Column[impls.Bones], dt float32) {
	b := bones.pages()
	for _, id := range members {
		impls.Animate(b.at(id), dt)
	}
}

// pages is a view of a column for a loop that changes no structure.
type pages[T any] struct {
	blocks []*block[T]
	shift  uint
	mask   ecs.ID
}

func (c *Column[T]) pages() pages[T] {
	return pages[T]{c.blocks, c.shift, ecs.ID(c.size - 1)}
}

func (p *pages[T]) at(id ecs.ID) *T { return &p.blocks[id>>(p.shift&31)].values[id&p.mask] }
