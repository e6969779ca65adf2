package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
)

// A population is entities of one set that were spawned in a row, with initial
// values numbered from first.
type population struct {
	set      []impls.Component
	entities []impls.Entity
	first    uint32
	ran      []impls.Ran // the kernels that have run since
}

// verifyState compares the state of every entity with what it must be.
func verifyState(w impls.World, kinds []impls.Kind, all ...population) error {
	var entities []impls.Entity
	for _, p := range all {
		entities = append(entities, p.entities...)
	}
	expected := impls.Expect(kinds)
	hashes := make([]uint64, len(entities))
	w.Hash(entities, hashes)
	for _, p := range all {
		for i := range p.entities {
			if want := expected.Hash(p.set, p.first+uint32(i), p.ran...); hashes[i] != want {
				return fmt.Errorf("wrong state: entity %d of %d with components %v has hash %#x, want %#x", i+1, len(p.entities), p.set, hashes[i], want)
			}
		}
		hashes = hashes[len(p.entities):]
	}
	return nil
}

func verifyCount(what string, got, want int) error {
	if got != want {
		return fmt.Errorf("wrong work: %s %d, want %d", what, got, want)
	}
	return nil
}
