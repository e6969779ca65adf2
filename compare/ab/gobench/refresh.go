package gobench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Refresh implements [ab.Source]: it writes all binaries anew, to files of
// their own.
//
// The kernel keeps a program in memory from its first start on, so all
// processes of one file share the physical pages of its code. Where these
// happen to lie decides how they share the caches and the TLB, and two copies
// of one binary have been seen to differ by 10% for as long as they existed. A
// copy is one sample of placement, so every round takes a new one. The old file
// is removed after the new one is written, or it would get the same pages back.
func (s *Source) Refresh(ctx context.Context, rng *rand.Rand) error {
	type target struct {
		importPath string
		side       int
	}
	var targets []target
	for _, p := range s.packages {
		for side, b := range s.binaries[p] {
			if b.code != nil {
				targets = append(targets, target{p, side})
			}
		}
	}
	rng.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	s.generation++
	for _, t := range targets {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b := &s.binaries[t.importPath][t.side]
		old := b.path
		dir := fmt.Sprintf("%s-%06d", filepath.Dir(old)[:len(filepath.Dir(old))-7], s.generation)
		b.path = filepath.Join(dir, filepath.Base(old))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("copying a binary: %w", err)
		}
		if err := os.WriteFile(b.path, b.code, 0o777); err != nil {
			return fmt.Errorf("copying a binary: %w", err)
		}
		os.Remove(old)               // what cannot be removed now goes with
		os.Remove(filepath.Dir(old)) // everything else in Close
	}
	return nil
}
