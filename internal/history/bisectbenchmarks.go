package history

import (
	"context"
	"fmt"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/ab/gobench"
	"github.com/ecsbench/ecsbench/internal/ab/snapshot"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// BisectBenchmarks are the Go benchmarks in the history of the current folder.
type BisectBenchmarks struct {
	Pattern  string   // as for go test -bench
	Packages []string // as for go test
	Progress ab.Progress
}

// Commits implements [Bisectable].
func (b *BisectBenchmarks) Commits(ctx context.Context, good, bad string) ([]BisectCommit, error) {
	repo, err := snapshot.Open(ctx, ".")
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	ends, err := repo.ResolveBoth(ctx, good, bad)
	if err != nil {
		return nil, err
	}
	if ends[0].Commit == ends[1].Commit {
		return nil, fmt.Errorf("good and bad are the same commit, %s", ends[0])
	}
	steps, err := repo.Since(ctx, ends[0], ends[1])
	if err != nil {
		return nil, err
	}
	after := steps[1:] // the first is good
	return lists.Map(after, func(s snapshot.Step) BisectCommit { return BisectCommit{s.Hash, s.Subject} }), nil
}

// Same implements [Bisectable].
func (b *BisectBenchmarks) Same(ctx context.Context, from, to string, c ab.Case) bool {
	return gobench.Same(ctx, gobench.Config{Base: from, Head: to}, c)
}

// Compare implements [Bisectable].
func (b *BisectBenchmarks) Compare(ctx context.Context, base, head string, only *ab.Case, o ab.Options, dir string) (*verdict.Verdict, error) {
	c := gobench.Config{Base: base, Head: head, Pattern: b.Pattern, Packages: b.Packages}
	if only != nil {
		c.Pattern, c.Packages = verdict.Exactly(only.Name), []string{only.Group}
	}
	o.Progress = b.Progress
	return ab.Compare(ctx, func(ctx context.Context) (ab.Source, error) { return gobench.Open(ctx, c) }, o, dir)
}
