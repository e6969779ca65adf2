package soa

import (
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// A column is one slice of a table.
type column[T any] struct {
	ecs.Traits[T]
	values []T
}

// An anyColumn is a column whose type does not matter: growing, filling and
// hashing are done a whole column at a time.
type anyColumn interface {
	reserve(n int)
	append(n int, first uint32)
	truncate()
	hash(sums []uint64, c impls.Component)
}

func (c *column[T]) reserve(n int) { c.values = slices.Grow(c.values, max(0, n-len(c.values))) }

// append adds n values, the initial ones from number first on.
func (c *column[T]) append(n int, first uint32) {
	start := len(c.values)
	c.values = slices.Grow(c.values, n)[:start+n]
	c.Fill(c.values[start:], first)
}

// truncate keeps the memory for the next entities.
func (c *column[T]) truncate() { c.values = c.values[:0] }

func (c *column[T]) hash(sums []uint64, id impls.Component) {
	for i := range c.values {
		sums[i] += impls.ComponentHash(id, c.Hash(&c.values[i]))
	}
}

func newColumn(kind impls.Kind) anyColumn {
	switch kind {
	case impls.KindPosition:
		return &column[impls.Position]{Traits: impls.PositionTraits}
	case impls.KindVelocity:
		return &column[impls.Velocity]{Traits: impls.VelocityTraits}
	case impls.KindMass:
		return &column[impls.Mass]{Traits: impls.MassTraits}
	case impls.KindTransform:
		return &column[impls.Transform]{Traits: impls.TransformTraits}
	case impls.KindInventory:
		return &column[impls.Inventory]{Traits: impls.InventoryTraits}
	case impls.KindBones:
		return &column[impls.Bones]{Traits: impls.BonesTraits}
	case impls.KindWord:
		return &column[impls.Word]{Traits: impls.WordTraits}
	case impls.KindPair:
		return &column[impls.Pair]{Traits: impls.PairTraits}
	case impls.KindQuad:
		return &column[impls.Quad]{Traits: impls.QuadTraits}
	default:
		return &column[impls.Block]{Traits: impls.BlockTraits}
	}
}
