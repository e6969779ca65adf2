package bisect

import (
	"context"
	"fmt"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/ab/gobench"
	"github.com/ecsbench/ecsbench/internal/ab/snapshot"
	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// Benchmarks are the Go benchmarks in the history of the current folder.
type Benchmarks struct {
	Pattern  string   // as for go test -bench
	Packages []string // as for go test
	Progress ab.Progress
}

// Commits implements [Trier].
func (b *Benchmarks) Commits(ctx context.Context, good, bad string) ([]Commit, error) {
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
	steps, err := repo.Between(ctx, ends[0], ends[1])
	if err != nil {
		return nil, err
	}
	var list []Commit
	for _, s := range steps {
		list = append(list, Commit{s.Hash, s.Subject})
	}
	return list, nil
}

// Same implements [Trier].
func (b *Benchmarks) Same(ctx context.Context, from, to string, c source.Case) bool {
	return gobench.Same(ctx, gobench.Config{Base: from, Head: to}, c)
}

// Compare implements [Trier].
func (b *Benchmarks) Compare(ctx context.Context, base, head string, only *source.Case, o ab.Options, dir string) (*verdict.Verdict, error) {
	c := gobench.Config{Base: base, Head: head, Pattern: b.Pattern, Packages: b.Packages}
	if only != nil {
		c.Pattern, c.Packages = gobench.Pattern(*only), []string{only.Group}
	}
	o.Progress = b.Progress
	return ab.Compare(ctx, func(ctx context.Context) (source.Source, error) {
		src, err := gobench.Open(ctx, c)
		if err != nil {
			return nil, err // not src: a nil pointer in an interface is not nil
		}
		return src, nil
	}, o, dir)
}
