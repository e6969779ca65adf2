package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// workingTree records what is there now, as a commit of everything would.
func (r *Repository) workingTree(ctx context.Context) (*Revision, error) {
	v := &Revision{Name: ".", repo: r}
	if err := v.record(ctx); err != nil {
		return nil, fmt.Errorf("recording the working tree of %s: %w", r.Top, err)
	}
	return v, nil
}

// attempts bounds how often a working tree is read that changes meanwhile.
const attempts = 3

// record makes the tree of the revision. A tree that changes while it is read is read
// again: a mixture of two states, or half a file, would be measured as if it were one.
func (v *Revision) record(ctx context.Context) (err error) {
	for range attempts {
		changing := (*changingError)(nil)
		if err = v.recordOnce(ctx); !errors.As(err, &changing) {
			break
		}
	}
	return err
}

// A changingError is that of a file that changes while it is read.
type changingError struct{ path string }

func (e *changingError) Error() string {
	return fmt.Sprintf("%s changes while it is read: wait until nothing writes to the working tree, or name a commit", e.path)
}

// recordOnce makes the tree of the revision, from copies of the files that have changed.
func (v *Revision) recordOnce(ctx context.Context) (err error) {
	temporary, err := os.MkdirTemp(v.repo.scratch.root, "worktree-")
	if err != nil {
		return err
	}
	index := filepath.Join(temporary, "index")
	there, copies := v.repo.scratch.in(v.repo.Top, index), v.repo.scratch.in(filepath.Join(temporary, "changed"), index)
	if err := there.copyIndex(there.index); err != nil {
		return err
	}
	changed, deleted, err := v.changes(ctx, there)
	if err != nil {
		return err
	}
	if err := copyFiles(there.tree, copies.tree, changed); err != nil {
		return err
	}
	if len(deleted) > 0 {
		if _, err := copies.run(ctx, strings.Join(deleted, "\x00"), "update-index", "-z", "--force-remove", "--stdin"); err != nil {
			return err
		}
	}
	if len(changed) > 0 {
		if _, err := copies.run(ctx, strings.Join(changed, "\x00"), "update-index", "-z", "--add", "--replace", "--ignore-skip-worktree-entries", "--stdin"); err != nil {
			return err
		}
	}
	if v.tree, err = copies.alone(ctx, "write-tree", "--missing-ok"); err != nil {
		return err
	}
	if v.Commit, err = ask(ctx, v.repo.Top, "--verify", "--quiet", "HEAD^{commit}"); err != nil {
		return nil // no commit yet; then there is nothing to differ from either
	}
	differ, err := v.repo.Differences(ctx, &Revision{tree: v.Commit}, v)
	v.Changed = len(differ)
	return err
}

// changes lists the files that are to be recorded anew, and those that are gone.
func (v *Revision) changes(ctx context.Context, g workplace) (changed, gone []string, err error) {
	// Files that only seem changed are found out here rather than written
	// later, and the index becomes one whole, whatever it was.
	if _, err := g.run(ctx, "", "update-index", "-q", "--unmerged", "--ignore-submodules", "--refresh",
		"--no-split-index", "--force-write-index"); err != nil {
		return nil, nil, err
	}
	out, err := g.run(ctx, "", "diff-files", "-z", "--name-status", "--ignore-submodules", "--no-renames")
	if err != nil {
		return nil, nil, err
	}
	var names strings.Builder
	for i, word := range strings.Split(out, "\x00") {
		if i%2 == 1 {
			names.WriteString(word + "\x00")
		}
	}
	filters, err := g.filtered(ctx, names.String())
	if err != nil {
		return nil, nil, err
	}
	for len(out) > 0 {
		var status, path string
		status, out, _ = strings.Cut(out, "\x00")
		path, out, _ = strings.Cut(out, "\x00")
		if status == "D" {
			gone = append(gone, path)
		} else if filters[path] == "lfs" {
			continue // Git stores a pointer, which this is not
		} else if _, err := os.Lstat(filepath.Join(g.tree, filepath.FromSlash(path))); err == nil { // a conflict may be about a file that is gone
			changed = append(changed, path)
		}
	}
	// -t: what is not in the index is marked by ?, and the index is there for its
	// submodules.
	if out, err = g.run(ctx, "", "ls-files", "-z", "-t", "--others", "--exclude-standard", "--stage"); err != nil {
		return nil, nil, err
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		mark, entry, _ := strings.Cut(line, " ")
		if mark != "?" {
			if link, ok := submodule(entry); ok {
				v.leaveOut(link)
			}
		} else if folder, ok := strings.CutSuffix(entry, "/"); ok {
			v.leaveOut(folder) // of another repository
		} else {
			changed = append(changed, entry)
		}
	}
	return changed, gone, nil
}

// copyFiles copies files from one folder to another. The error is a [changingError] if
// one of them is another, or none, at the end.
func copyFiles(from, to string, names []string) error {
	if err := os.Mkdir(to, 0o777); err != nil {
		return err
	}
	before := make([]fs.FileInfo, len(names))
	for i, name := range names {
		path := filepath.Join(from, filepath.FromSlash(name))
		var err error
		if before[i], err = os.Lstat(path); err == nil {
			err = copyAsIs(path, filepath.Join(to, filepath.FromSlash(name)))
		}
		if errors.Is(err, fs.ErrNotExist) {
			return &changingError{name}
		} else if err != nil {
			return err
		}
	}
	for i, name := range names {
		now, err := os.Lstat(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil || now.Size() != before[i].Size() || !now.ModTime().Equal(before[i].ModTime()) || !os.SameFile(now, before[i]) {
			return &changingError{name}
		}
	}
	return nil
}

// copyAsIs copies what Git records of a file: its content, whether it can be
// executed, and where a link leads.
func copyAsIs(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, info.Mode().Perm()|0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if closing := out.Close(); err == nil {
		err = closing
	}
	return err
}
