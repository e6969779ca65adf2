package history

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// A RangeCommit is a state of the code.
type RangeCommit struct {
	ID string // the full hash, or the version of a module
	snapshot.Commit
}

// Label is short.
func (c *RangeCommit) Label() string {
	if c.ID != c.Hash { // a version
		return c.ID
	}
	return c.ID[:min(10, len(c.ID))]
}

// A CommitRange is the commits of a range, the oldest first.
type CommitRange struct {
	Commits []RangeCommit

	folder  string          // of the module; "" for the current one
	scratch *outdir.Scratch // that it is in, if it is temporary
}

// Close removes everything temporary.
func (s *CommitRange) Close() error { return s.scratch.Remove() }

// ParseRange lists commits: FIRST..LAST of the repository of the current folder, along first
// parents, with FIRST; or MODULE@FIRST..LAST, the versions of a module, or
// MODULE@V1,V2,V3.
func ParseRange(ctx context.Context, text string) (*CommitRange, error) {
	if module, list, ok := strings.Cut(text, "@"); ok && strings.Contains(list, ",") && !strings.Contains(list, "..") {
		return releases(ctx, module, strings.Split(list, ","))
	}
	first, last, ok := strings.Cut(text, "..")
	if !ok || first == "" || strings.HasPrefix(last, ".") {
		return nil, fmt.Errorf("%s is no range: write FIRST..LAST, such as v0.3.0..main, or MODULE@FIRST..LAST", text)
	}
	last = cmp.Or(last, "HEAD")
	if module, version, ok := strings.Cut(first, "@"); ok && strings.HasPrefix(version, "v") {
		versions, err := versionsBetween(ctx, module, version, strings.TrimPrefix(last, module+"@"))
		if err != nil {
			return nil, err
		}
		return releases(ctx, module, versions)
	}
	return rangeOf(ctx, ".", first, last)
}

func rangeOf(ctx context.Context, dir, first, last string) (*CommitRange, error) {
	repo, err := snapshot.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	ends, err := repo.ResolveBoth(ctx, first, last)
	if err != nil {
		return nil, err
	}
	steps, err := repo.Since(ctx, ends[0], ends[1])
	if err != nil {
		return nil, err
	}
	commits := lists.Map(steps, func(c snapshot.Commit) RangeCommit { return RangeCommit{c.Hash, c} })
	return &CommitRange{Commits: commits}, nil
}

// full rejects versions that are not written in full.
func full(module string, versions ...string) error {
	for _, v := range versions {
		if semver.Canonical(v) != v {
			return fmt.Errorf("%s@%s: a version is written in full, such as v1.2.0", module, v)
		}
	}
	return nil
}

// versionsBetween lists the versions of a module from one to another.
func versionsBetween(ctx context.Context, module, first, last string) ([]string, error) {
	if err := full(module, first, last); err != nil {
		return nil, err
	}
	scratch, err := outdir.NewScratch("versions")
	if err != nil {
		return nil, err
	}
	defer scratch.Remove()
	return snapshot.Versions(ctx, scratch.Path, module, first, last)
}

// releases downloads versions of a module into a temporary repository.
func releases(ctx context.Context, module string, versions []string) (_ *CommitRange, err error) {
	if err := full(module, versions...); err != nil {
		return nil, err
	}
	scratch, err := outdir.NewScratch("releases")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			scratch.Remove()
		}
	}()
	folder := filepath.Join(scratch.Path, "module")
	slices.SortFunc(versions, semver.Compare)
	if err := snapshot.Releases(ctx, folder, module, versions); err != nil {
		return nil, err
	}
	s, err := rangeOf(ctx, folder, versions[0], versions[len(versions)-1])
	if err != nil {
		return nil, err
	}
	for i := range s.Commits {
		c := &s.Commits[i]
		c.ID, c.Subject = c.Subject, ""
	}
	s.folder, s.scratch = folder, scratch
	return s, nil
}
