package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A group is entities of one set that were spawned in a row, with initial
// values numbered from first. They are at from to to-1 of a roster.
type group struct {
	bundle   int
	set      []kernel.Component
	from, to int
	first    uint32
	ran      []kernel.Ran // the kernels that have run since
}

// verifyState compares the state of every entity with what it must be.
func verifyState(w impls.World, types []kernel.Type, r impls.Roster, groups ...group) error {
	expected := kernel.Expect(types)
	hashes := make([]uint64, r.Len())
	w.Hash(r, hashes)
	for _, g := range groups {
		for i := range g.to - g.from {
			want := expected.Hash(g.set, g.first+uint32(i), g.ran...)
			switch got := hashes[g.from+i]; {
			case got == want:
			case got == 0:
				return fmt.Errorf("wrong state: entity %d of %d with components %v is not alive by the handle that Spawn wrote to the roster", i+1, g.to-g.from, g.set)
			default:
				return fmt.Errorf("wrong state: entity %d of %d with components %v has hash %#x, want %#x: it has other components or values than it must", i+1, g.to-g.from, g.set, got, want)
			}
		}
	}
	return nil
}

func verifyCount(what string, got, want int) error {
	if got != want {
		return fmt.Errorf("wrong work: %s %d, want %d", what, got, want)
	}
	return nil
}

// verifyRun runs the first system once and checks that it knows its members.
func verifyRun(w impls.World, members int) error {
	return verifyCount("entities visited by Run", w.Run(0, kernel.DeltaTime), members)
}
