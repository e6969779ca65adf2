package andygeiss

import (
	"testing"

	"github.com/andygeiss/ecs"
)

type named struct{}

func (*named) Mask() uint64 { return 0 }
func (*named) Name() string { return "named" }

// TestNamedComponentsCannotBeAdded: what has a name instead of a bit is for entities
// that have it from the beginning, so more than 64 component types are unsupported.
func TestNamedComponentsCannotBeAdded(t *testing.T) {
	e := ecs.NewEntity("1", nil)
	if e.Add(&named{}); len(e.Components) > 0 {
		t.Error("a component with a name was added: the limit of 64 may be lifted")
	}
}
