package gobench

import (
	"context"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/proof"
)

// Same reports that a case cannot have changed between the two revisions (package
// proof). They are compiled, but no test binary is linked. What cannot be built
// or proved is not the same.
func Same(ctx context.Context, c Config, k ab.Case) bool {
	s, err := export(ctx, c)
	if err != nil {
		return false
	}
	defer s.Close()
	if !s.sameData {
		return false
	}
	tests, err := proof.Open(ctx, s.module(ab.Base), s.module(ab.Head), s.root, []string{k.Group})
	if err != nil {
		return false
	}
	same, _ := tests[k.Group].Equal("Benchmark" + k.Top().Name)
	return same
}

// Pattern selects a case and no other, for Config.Pattern.
func Pattern(k ab.Case) string { return exactly(k.Name) }
