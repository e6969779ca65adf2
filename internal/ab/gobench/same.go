package gobench

import (
	"context"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/proof"
)

// Same reports whether a case cannot have changed between the two revisions (package
// proof). They are compiled, but no test binary is linked. It is false if they cannot be
// built or nothing can be proved.
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

// Pattern selects exactly one case, for Config.Pattern.
func Pattern(k ab.Case) string { return exactly(k.Name) }
