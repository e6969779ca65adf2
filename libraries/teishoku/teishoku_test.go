package teishoku

import (
	"testing"

	"github.com/edwinsyarief/teishoku"

	"github.com/ecsbench/ecsbench/kernel"
)

// TestKeptFilterOverlooksEntities shows the defect for which filters of one component
// are made anew after changes.
func TestKeptFilterOverlooksEntities(t *testing.T) {
	w := teishoku.NewWorld(10)
	b := teishoku.NewBuilder[kernel.Position](w)
	f := teishoku.NewFilter[kernel.Position](w)
	count := func() (n int) {
		for f.Reset(); f.Next(); {
			n++
		}
		return n
	}
	e := b.NewEntity()
	if count() == 1 {
		t.Error("a kept filter visits an entity that is younger: changed is no longer needed for that")
	}
	f = teishoku.NewFilter[kernel.Position](w)
	teishoku.NewBuilder2[kernel.Position, kernel.Velocity](w).NewEntity()
	f.Reset()
	w.RemoveEntity(e)
	w.ClearEntities()
	if count() == 0 {
		t.Error("a kept filter visits no entity of an empty world: changed is no longer needed")
	}
}

// TestLimit: a world has as many component types as the adapter lets it have.
func TestLimit(t *testing.T) {
	if len(types) != teishoku.MaxComponentTypes {
		t.Errorf("there are %d types, and a world can have %d", len(types), teishoku.MaxComponentTypes)
	}
}
