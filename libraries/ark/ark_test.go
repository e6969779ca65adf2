package ark

import (
	"testing"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

// TestAllTypesOfTheMaskPanic shows the bug behind the lower limit. When it fails,
// maxTypes may be 256.
func TestAllTypesOfTheMaskPanic(t *testing.T) {
	for types, panics := range map[int]bool{maxTypes: false, maxTypes + 1: true} {
		w := ecs.NewWorld()
		for _, c := range kernel.Types(types) {
			ecs.TypeID(w, c.Go)
		}
		func() {
			defer func() {
				if got := recover() != nil; got != panics {
					t.Errorf("with %d types an entity panics: %v, want %v", types, got, panics)
				}
			}()
			ecs.NewMap1[kernel.Position](w).NewEntity(&kernel.Position{})
		}()
	}
}
