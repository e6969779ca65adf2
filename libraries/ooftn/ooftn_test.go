package ooftn

import (
	"reflect"
	"testing"

	"github.com/plus3/ooftn/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

// TestBareEntitiesEnd: an entity whose last component is removed is none.
func TestBareEntitiesEnd(t *testing.T) {
	r := ecs.NewComponentRegistry()
	ecs.RegisterComponent[kernel.Position](r)
	s := ecs.NewStorage(r)
	if id := s.RemoveComponent(s.Spawn(kernel.Position{}), reflect.TypeFor[kernel.Position]()); id != 0 {
		t.Error("an entity without components is there: the component anything is no longer needed")
	}
}

// TestIDsAreReused: an ID is ambiguous after reuse, so handles are references.
func TestIDsAreReused(t *testing.T) {
	r := ecs.NewComponentRegistry()
	ecs.RegisterComponent[kernel.Position](r)
	s := ecs.NewStorage(r)
	first := s.Spawn(kernel.Position{})
	s.Delete(first)
	if s.Spawn(kernel.Position{}) != first {
		t.Error("an entity has an ID of its own: handles may be IDs")
	}
}
