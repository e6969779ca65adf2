package snapshot

import (
	"context"
	"fmt"
	"strings"
)

// workingTree records what is there now, as a commit of everything would.
func (r *Repository) workingTree(ctx context.Context) (*Revision, error) {
	v := &Revision{Name: ".", repo: r}
	if err := v.record(ctx, r.scratch.in(r.Top, "worktree.index")); err != nil {
		return nil, fmt.Errorf("recording the working tree of %s: %w", r.Top, err)
	}
	return v, nil
}

// record makes the tree of the revision.
func (v *Revision) record(ctx context.Context, g workplace) (err error) {
	if err := g.copyIndex(g.index); err != nil {
		return err
	}
	// Files that only seem changed are found out here rather than written
	// below, and the index becomes one whole, whatever it was.
	if _, err := g.run(ctx, "", "update-index", "-q", "--unmerged", "--ignore-submodules", "--refresh",
		"--no-split-index", "--force-write-index"); err != nil {
		return err
	}
	if err := v.leaveOutRepositories(ctx, g); err != nil {
		return err
	}
	pathspecs := "."
	for _, path := range v.LeftOut {
		pathspecs += "\x00:(exclude,literal)" + path
	}
	if _, err := g.run(ctx, pathspecs, "add", "--all", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"); err != nil {
		return err
	}
	if v.tree, err = g.alone(ctx, "write-tree", "--missing-ok"); err != nil {
		return err
	}
	if v.Commit, err = ask(ctx, g.tree, "--verify", "--quiet", "HEAD^{commit}"); err != nil {
		return nil // no commit yet; then there is nothing to differ from either
	}
	changed, err := v.repo.Differences(ctx, &Revision{tree: v.Commit}, v)
	v.Changed = len(changed)
	return err
}

// leaveOutRepositories finds those within the working tree: Git would record of
// them which commit they are at, and fail where they have none.
func (v *Revision) leaveOutRepositories(ctx context.Context, g workplace) error {
	links, err := g.submodules(ctx)
	if err != nil {
		return err
	}
	v.leaveOut(links...)
	out, err := g.run(ctx, "", "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	for path := range strings.SplitSeq(out, "\x00") {
		if folder, ok := strings.CutSuffix(path, "/"); ok {
			v.leaveOut(folder)
		}
	}
	return nil
}
