// Package snapshot writes revisions of a Git repository to separate folders. It writes nothing
// to the repository, neither to its working tree nor below .git. It executes no command in the
// settings of the repository, and fetches nothing.
//
//  1. [Open] finds the repository that a folder belongs to, and makes a scratch
//     repository among the temporary files (scratch.go). It reads the objects of the
//     user's, and has its own index, objects and settings. There are no filters, hooks
//     or remotes in it.
//  2. [Repository.Resolve] turns a name into a [Revision]. The name "." is the
//     working tree as it is now: changed, deleted and new files, without the
//     ignored ones. One that changes meanwhile is read again, and rejected if it goes on
//     (worktree.go).
//  3. [Revision.Export] checks the revision out into a folder, as a fresh clone
//     without filters would: by its own .gitattributes, not those of the working tree.
//     Files with a filter, such as those of Git LFS, are as Git stores them.
//
// In the user's repository Git only reports paths and resolves names, because other commands
// write more than expected. In a repository with a split index, even commands that only read
// replace a part of it. Hooks run when any index is written. A monitor of the file system may be
// started. One effect remains: the time of an object with the content of a changed file may be
// updated, so that Git does not prune it.
//
// `git worktree add` would need an entry in the repository for each revision; `git archive`
// would omit files with the attribute export-ignore.
package snapshot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Repository is a Git repository with a working tree.
type Repository struct {
	Top    string // absolute path of the working tree
	Prefix string // the folder given to Open, relative to Top; "." for Top itself

	scratch *scratch
}

// Check returns an error if dir is in no Git repository with a working tree, or if that lacks a
// revision.
func Check(ctx context.Context, dir string, revisions ...string) error {
	top, err := ask(ctx, dir, "--show-toplevel")
	if err != nil {
		return lookedFor(dir, err)
	}
	r := &Repository{Top: top}
	for _, name := range revisions {
		if name == "." {
			continue
		}
		if _, err := r.Resolve(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// lookedFor adds the attempted operation to an error.
func lookedFor(dir string, err error) error {
	if strings.Contains(err.Error(), "not a git repository") {
		return fmt.Errorf("%s is in no Git repository: change into the module, or run git init and commit", dir)
	}
	if strings.Contains(err.Error(), "must be run in a work tree") {
		return fmt.Errorf("%s is in no working tree of Git: change into one, or clone the bare repository", dir)
	}
	return fmt.Errorf("looking for the Git repository of %s: %w", dir, err)
}

// Open finds the repository of dir. Close must be called when done.
func Open(ctx context.Context, dir string) (_ *Repository, err error) {
	out, err := ask(ctx, dir, "--show-toplevel", "--show-prefix", "--absolute-git-dir", "--git-path", "index", "--git-path", "objects",
		"--git-path", "info/exclude", "--git-path", "info/attributes", "--show-object-format")
	answers := strings.Split(out, "\n")
	if err == nil && len(answers) != 8 {
		err = fmt.Errorf("its path has a line end")
	}
	if err != nil {
		return nil, lookedFor(dir, err)
	}
	r := &Repository{Top: answers[0], Prefix: filepath.Clean(filepath.FromSlash(answers[1]))}
	settings, err := settingsOf(ctx, r.Top)
	if err == nil {
		r.scratch, err = newScratch(ctx, origin{answers[2], answers[3], answers[4], answers[5], answers[6], answers[7]}, settings)
	}
	if err != nil {
		return nil, fmt.Errorf("making a scratch repository for %s: %w", r.Top, err)
	}
	return r, nil
}

// Close removes all temporary files.
func (r *Repository) Close() error { return r.scratch.close() }

// A Revision is one state of all files.
type Revision struct {
	Name     string   // as given: main, HEAD~1, "."
	Commit   string   // full hash; for the working tree the commit it is based on, empty before the first
	Changed  int      // number of files in which the working tree differs from Commit
	LeftOut  []string // folders that are not exported: submodules and other repositories in the working tree; complete after Export
	Filtered []string // files in the form that Git stores, each with its filter, which is not executed; complete after Export

	tree string
	repo *Repository
}

// String returns the printed name with the start of the hash: "main (1a2b3c4)".
func (v *Revision) String() string {
	commit := v.Commit[:min(7, len(v.Commit))]
	switch {
	case v.Name == "." && v.Commit == "":
		return "working tree (no commit yet)"
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
	commit, err := ask(ctx, r.Top, "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no revision of %s; name a commit, branch or tag, or . for the working tree%s",
			name, r.Top, r.fetchHint(ctx))
	}
	return &Revision{Name: name, Commit: commit, tree: commit, repo: r}, nil
}

// ResolveBoth is [Repository.Resolve] for the two sides of a comparison.
func (r *Repository) ResolveBoth(ctx context.Context, base, head string) (both [2]*Revision, err error) {
	for side, name := range []string{base, head} {
		if both[side], err = r.Resolve(ctx, name); err != nil {
			return both, err
		}
	}
	return both, nil
}

// fetchHint explains the usual cause in continuous integration.
func (r *Repository) fetchHint(ctx context.Context) string {
	if out, _ := ask(ctx, r.Top, "--is-shallow-repository"); out == "true" {
		return " (this clone is shallow: fetch the whole history, for actions/checkout with `fetch-depth: 0`)"
	}
	return ""
}

// Export writes the files of the revision into dir, which is created.
func (v *Revision) Export(ctx context.Context, dir string) error {
	fail := func(err error) error { return fmt.Errorf("writing the files of %s to %s: %w", v, dir, err) }
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fail(err)
	}
	g, err := v.repo.scratch.in(dir)
	if err != nil {
		return fail(err)
	}
	// checkout-index would prefer the .gitattributes of a working tree to those in the index.
	// Until Git 2.43 no option changed that.
	if _, err := g.run(ctx, "", "read-tree", "--reset", "-u", "--no-recurse-submodules", v.tree); err != nil {
		return fail(err)
	}
	entries, err := g.run(ctx, "", "ls-files", "-z", "--stage")
	if err != nil {
		return fail(err)
	}
	var files strings.Builder
	for entry := range strings.SplitSeq(strings.TrimSuffix(entries, "\x00"), "\x00") {
		path, isSubmodule := submodule(entry)
		if isSubmodule && v.Name != "." { // those of the working tree were found when it was recorded
			v.LeftOut = lists.Add(v.LeftOut, path)
		}
		files.WriteString(path + "\x00")
	}
	filters, err := g.filtered(ctx, files.String(), "--cached")
	if err != nil {
		return fail(err)
	}
	v.Filtered = nil
	for _, path := range slices.Sorted(maps.Keys(filters)) {
		v.Filtered = append(v.Filtered, fmt.Sprintf("%s (%s)", path, filters[path]))
	}
	return nil
}

// Ignored lists those of these files, which are absolute paths, that are in the working tree and
// that Git ignores, relative to Top.
func (r *Repository) Ignored(ctx context.Context, files []string) (list []string, err error) {
	var inside strings.Builder
	for _, file := range files {
		if name, err := filepath.Rel(r.Top, file); err == nil && filepath.IsLocal(name) {
			inside.WriteString(filepath.ToSlash(name) + "\x00")
		}
	}
	if inside.Len() == 0 {
		return nil, nil
	}
	out, err := lookAt(ctx, r.Top, inside.String(), "check-ignore", "-z", "--stdin")
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("listing the files that Git ignores: %w", err)
	}
	return lists.Add(nil, strings.FieldsFunc(out, func(c rune) bool { return c == 0 })...), nil
}

// Differences lists the files that differ between two revisions.
func (r *Repository) Differences(ctx context.Context, a, b *Revision) ([]string, error) {
	out, err := workplace{r.scratch, r.Top, filepath.Join(r.scratch.dir(), "none")}.run(ctx, "", "diff-tree", "-r", "-z", "--name-only", "--no-renames", a.tree, b.tree)
	if err != nil {
		return nil, fmt.Errorf("comparing the files of %s and %s: %w", a, b, err)
	}
	return strings.FieldsFunc(out, func(c rune) bool { return c == 0 }), nil
}
