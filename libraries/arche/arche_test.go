package arche

import (
	"testing"

	"github.com/mlange-42/arche/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

// TestLimit shows the bug behind the lower limit: with more types registered the first
// entity panics. When it fails, maxTypes may be 256.
func TestLimit(t *testing.T) {
	for types, panics := range map[int]bool{maxTypes: false, maxTypes + 1: true} {
		w := ecs.NewWorld()
		for _, c := range kernel.Types(types) {
			ecs.TypeID(&w, c.Go)
		}
		func() {
			defer func() {
				if got := recover() != nil; got != panics {
					t.Errorf("with %d types an entity panics: %v, want %v", types, got, panics)
				}
			}()
			w.NewEntity(ecs.TypeID(&w, kernel.Types(1)[0].Go))
		}()
	}
}
