package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A group is the entities of one set at handles from to to-1, created with initial values
// numbered from first.
type group struct {
	bundle   int
	set      []kernel.Component
	from, to int
	first    uint32
	ran      []kernel.Ran // runs since creation
}

// verifyState compares the state of every entity with the model.
func verifyState(w impls.World, types []kernel.Type, r impls.Handles, groups ...group) error {
	expected := kernel.Expect(types)
	hashes := make([]uint64, r.Len())
	w.Hash(r, hashes)
	for _, g := range groups {
		if err := kernel.FirstMismatch(expected, g.set, g.ran, hashes[g.from:g.to], func(i int) uint32 { return g.first + uint32(i) }); err != nil {
			return fmt.Errorf("wrong state: %w", err)
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

// verifyWorld checks a world of the entities of handles, all of the first bundle: the number
// alive after an operation, and their state after one run.
func verifyWorld(w impls.World, cfg impls.Config, r impls.Handles, after string) error {
	n := r.Len()
	if err := verifyCount("entities alive after "+after, w.Len(), n); err != nil {
		return err
	}
	if err := verifyRun(w, n); err != nil {
		return err
	}
	ran := []kernel.Ran{{Kernel: cfg.Systems[0].Kernel, Times: 1}}
	return verifyState(w, cfg.Types, r, group{set: cfg.Bundles[0], to: n, ran: ran})
}

// verifyRun runs the first system once and checks its number of entities.
func verifyRun(w impls.World, members int) error {
	return verifyCount("entities visited by Run", w.Run(0, kernel.DeltaTime), members)
}
