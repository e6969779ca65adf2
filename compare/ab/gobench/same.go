package gobench

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/compare/ab/snapshot"
	"github.com/ecsbench/ecsbench/compare/proof"
)

// Same tells that a case cannot have changed between the two revisions (package
// proof). They are compiled, but no test binary is linked. What cannot be built
// or proved is not the same.
func Same(ctx context.Context, c Config, k ab.Case) bool {
	repo, err := snapshot.Open(ctx, cmp.Or(c.Dir, "."))
	if err != nil {
		return false
	}
	defer repo.Close()
	root, err := os.MkdirTemp("", "ecsbench-ab-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(root)
	var sides [2]*snapshot.Revision
	var folders [2]string
	for i, name := range []string{c.Base, c.Head} {
		if sides[i], err = repo.Resolve(ctx, name); err != nil {
			return false
		}
		folder := filepath.Join(root, ab.Side(i).String())
		if err := sides[i].Export(ctx, folder); err != nil {
			return false
		}
		folders[i] = filepath.Join(folder, repo.Prefix)
	}
	changed, err := repo.Differences(ctx, sides[0], sides[1])
	if err != nil || slices.ContainsFunc(changed, isData) {
		return false
	}
	tests, err := proof.Open(ctx, folders[0], folders[1], root, []string{k.Group})
	if err != nil {
		return false
	}
	top, _, _ := strings.Cut(k.Name, "/")
	same, _ := tests[k.Group].Equal("Benchmark" + top)
	return same
}

// Pattern selects a case and no other, for Config.Pattern.
func Pattern(k ab.Case) string { return exactly(k.Name) }
