// Package snapshot writes revisions of a Git repository into folders of their
// own and leaves no trace in the repository: neither its working tree nor its
// index, branches, objects or list of worktrees are written to, so nothing is
// left to clean up there even where the process is killed.
//
//  1. [Open] finds the repository that a folder belongs to.
//  2. [Repository.Resolve] turns a name into a [Revision]. The name "." is the
//     working tree as it is now: changed, deleted and new files, without the
//     ignored ones. They are recorded as Git would record a commit, but with a
//     temporary index and a temporary object store.
//  3. [Revision.Export] writes all files of the revision into a folder.
//
// A plain `git worktree add` would do for commits alone, at the price of an
// entry in the repository for each; `git archive` would leave out what
// export-ignore names.
package snapshot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Repository is a Git repository with a working tree.
type Repository struct {
	Top    string // absolute path of the working tree
	Prefix string // the folder that Open was given, relative to Top; "." for Top itself

	dir     string // its .git folder
	objects string
	scratch string // temporary objects and indexes
}

// Open finds the repository of dir. Close must be called when done; it removes
// the temporary objects.
func Open(ctx context.Context, dir string) (*Repository, error) {
	out, err := git(ctx, dir, nil, "rev-parse", "--path-format=absolute",
		"--show-toplevel", "--git-dir", "--git-path", "objects")
	if err != nil {
		return nil, fmt.Errorf("looking for the Git repository of %s: %w", dir, err)
	}
	lines := strings.Split(out, "\n")
	if len(lines) != 3 {
		return nil, fmt.Errorf("looking for the Git repository of %s: unexpected answer %q", dir, out)
	}
	prefix, err := git(ctx, dir, nil, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, fmt.Errorf("looking for the Git repository of %s: %w", dir, err)
	}
	scratch, err := os.MkdirTemp("", "ecsbench-git-")
	if err != nil {
		return nil, fmt.Errorf("making room for temporary Git objects: %w", err)
	}
	return &Repository{
		Top: lines[0], Prefix: filepath.Clean(filepath.FromSlash(prefix)),
		dir: lines[1], objects: lines[2], scratch: scratch,
	}, nil
}

// Close removes the temporary objects.
func (r *Repository) Close() error { return os.RemoveAll(r.scratch) }

// A Revision is one state of all files.
type Revision struct {
	Name    string // as given: main, HEAD~1, "."
	Commit  string // full hash; for the working tree the commit it is based on, empty before the first
	Changed int    // number of files in which the working tree differs from Commit

	tree string
	repo *Repository
}

// String is the name with the start of the hash, for people: "main (1a2b3c4)".
func (v *Revision) String() string {
	commit := v.Commit[:min(7, len(v.Commit))]
	switch {
	case v.Name == "." && v.Changed > 0:
		return fmt.Sprintf("working tree (%s and %d changed files)", commit, v.Changed)
	case v.Name == ".":
		return fmt.Sprintf("working tree (%s, unchanged)", commit)
	case v.Name == v.Commit:
		return commit
	}
	return fmt.Sprintf("%s (%s)", v.Name, commit)
}

// Resolve finds the revision of that name, or records the working tree for ".".
func (r *Repository) Resolve(ctx context.Context, name string) (*Revision, error) {
	if name == "." {
		return r.workingTree(ctx)
	}
	// --end-of-options: a name never becomes an option.
	commit, err := git(ctx, r.Top, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%s is no revision of %s; name a commit, branch or tag, or . for the working tree%s",
			name, r.Top, r.fetchHint(ctx))
	}
	return &Revision{Name: name, Commit: commit, tree: commit, repo: r}, nil
}

// fetchHint explains the usual reason in continuous integration.
func (r *Repository) fetchHint(ctx context.Context) string {
	if out, _ := git(ctx, r.Top, nil, "rev-parse", "--is-shallow-repository"); out == "true" {
		return " (this clone is shallow: fetch the whole history, for actions/checkout with `fetch-depth: 0`)"
	}
	return ""
}

func (r *Repository) workingTree(ctx context.Context) (*Revision, error) {
	fail := func(err error) (*Revision, error) {
		return nil, fmt.Errorf("recording the working tree of %s: %w", r.Top, err)
	}
	index, err := r.copyIndex()
	if err != nil {
		return fail(err)
	}
	env := r.environment(index)
	if err := os.MkdirAll(filepath.Join(r.scratch, "objects"), 0o777); err != nil {
		return fail(err)
	}
	if _, err := git(ctx, r.Top, env, "add", "--all", "--", "."); err != nil {
		return fail(err)
	}
	tree, err := git(ctx, r.Top, env, "write-tree")
	if err != nil {
		return fail(err)
	}
	v := &Revision{Name: ".", tree: tree, repo: r}
	if v.Commit, err = git(ctx, r.Top, nil, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"); err != nil {
		return v, nil // no commit yet; then there is nothing to differ from either
	}
	names, err := git(ctx, r.Top, env, "diff-tree", "-r", "--name-only", "--no-renames", v.Commit, tree)
	if err != nil {
		return fail(err)
	}
	if names != "" {
		v.Changed = 1 + strings.Count(names, "\n")
	}
	return v, nil
}

// copyIndex starts from the user's index, so that only changed files are read.
// The copy keeps the time of the original: Git looks into files that are not
// older than its index even where they seem unchanged.
func (r *Repository) copyIndex() (string, error) {
	original, index := filepath.Join(r.dir, "index"), filepath.Join(r.scratch, "worktree.index")
	info, err := os.Stat(original)
	if errors.Is(err, os.ErrNotExist) {
		return index, nil // nothing staged or committed yet
	}
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(index, data, 0o600); err != nil {
		return "", err
	}
	return index, os.Chtimes(index, info.ModTime(), info.ModTime())
}

// environment makes Git read the repository's objects and write to the scratch
// folder alone.
func (r *Repository) environment(index string) []string {
	return []string{
		"GIT_INDEX_FILE=" + index,
		"GIT_OBJECT_DIRECTORY=" + filepath.Join(r.scratch, "objects"),
		"GIT_ALTERNATE_OBJECT_DIRECTORIES=" + r.objects,
	}
}

// Export writes the files of the revision into dir, which is created.
func (v *Revision) Export(ctx context.Context, dir string) error {
	fail := func(err error) error { return fmt.Errorf("writing the files of %s to %s: %w", v, dir, err) }
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fail(err)
	}
	file, err := os.CreateTemp(v.repo.scratch, "export.*")
	if err != nil {
		return fail(err)
	}
	index := file.Name()
	file.Close()
	os.Remove(index) // Git wants to create it
	if err := os.MkdirAll(filepath.Join(v.repo.scratch, "objects"), 0o777); err != nil {
		return fail(err)
	}
	env := v.repo.environment(index)
	if _, err := git(ctx, v.repo.Top, env, "-c", "core.sparseCheckout=false", "read-tree", v.tree); err != nil {
		return fail(err)
	}
	prefix := filepath.ToSlash(dir) + "/"
	if _, err := git(ctx, v.repo.Top, env, "checkout-index", "--all", "--force", "--prefix="+prefix); err != nil {
		return fail(err)
	}
	return nil
}

// git runs one command in dir and returns what it printed, without the last
// line end. Its error is Git's own first line.
func git(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	// GIT_OPTIONAL_LOCKS: not even a refreshed index is written back.
	cmd.Env = append(cmd.Environ(), append(env, "GIT_OPTIONAL_LOCKS=0")...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if first, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); first != "" {
			return "", fmt.Errorf("git %s: %s", args[0], first)
		}
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSuffix(stdout.String(), "\n"), nil
}
