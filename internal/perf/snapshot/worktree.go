package snapshot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// workingTree records the present files, like a commit of everything.
func (r *Repository) workingTree(ctx context.Context) (*Revision, error) {
	v := &Revision{Name: ".", repo: r}
	for n := 1; ; n++ {
		err := v.record(ctx)
		if err == nil {
			return v, nil
		}
		if n == attempts || !errors.Is(err, errChanging) {
			return nil, fmt.Errorf("recording the working tree of %s: %w", r.Top, err)
		}
	}
}

// attempts limits how often a changing working tree is read.
const attempts = 3

// errChanging is the reason for reading a working tree again. A mixture of two states, or half a
// file, must not be measured as one state.
var errChanging = errors.New("changes while it is read: wait until nothing writes to the working tree, or name a commit")

// record makes the tree of the revision.
func (v *Revision) record(ctx context.Context) error {
	g, err := v.repo.scratch.in(v.repo.Top)
	if err != nil {
		return err
	}
	if err := g.copyIndex(g.index); err != nil {
		return err
	}
	changed, gone, err := v.changes(ctx, g)
	if err != nil {
		return err
	}
	if len(changed)+len(gone) > 0 {
		if err := v.stage(ctx, g, changed, gone); err != nil {
			return err
		}
	}
	if v.tree, err = g.run(ctx, "", "write-tree", "--missing-ok"); err != nil {
		return err
	}
	if v.Commit, err = ask(ctx, v.repo.Top, "--verify", "--quiet", "HEAD^{commit}"); err != nil {
		return nil // no commit yet, so no differences
	}
	differ, err := v.repo.Differences(ctx, &Revision{tree: v.Commit}, v)
	v.Changed = len(differ)
	return err
}

// stage adds changes to the index. The error is errChanging if there are new ones meanwhile.
func (v *Revision) stage(ctx context.Context, g workplace, changed, gone []string) error {
	if _, err := g.run(ctx, strings.Join(gone, "\x00"), "update-index", "-z", "--force-remove", "--stdin"); err != nil {
		return err
	}
	before := map[string]string{}
	for _, file := range changed {
		before[file] = v.repo.stamp(file)
	}
	_, err := g.run(ctx, strings.Join(changed, "\x00"), "update-index", "-z", "--add", "--remove", "--replace", "--ignore-skip-worktree-entries", "--stdin")
	for _, file := range changed {
		if v.repo.stamp(file) != before[file] { // this may be the cause of Git's error
			return fmt.Errorf("%s %w", file, errChanging)
		}
	}
	if err != nil {
		return err
	}
	changed, gone, err = v.changes(ctx, g)
	if more := slices.Concat(changed, gone); len(more) > 0 {
		return fmt.Errorf("%s %w", more[0], errChanging)
	}
	return err
}

// stamp describes a state of a file, without its content.
func (r *Repository) stamp(file string) string {
	info, err := os.Lstat(filepath.Join(r.Top, filepath.FromSlash(file)))
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(info.Mode(), info.Size(), info.ModTime())
}

// changes lists the files to record, and the removed files.
func (v *Revision) changes(ctx context.Context, g workplace) (changed, gone []string, err error) {
	// Apparent changes are resolved here instead of being written later, and a split index
	// becomes one file.
	if _, err := g.run(ctx, "", "update-index", "-q", "--unmerged", "--ignore-submodules", "--refresh",
		"--no-split-index", "--force-write-index"); err != nil {
		return nil, nil, err
	}
	out, err := g.run(ctx, "", "diff-files", "-z", "--name-status", "--ignore-submodules", "--no-renames")
	if err != nil {
		return nil, nil, err
	}
	var names strings.Builder
	words := strings.Split(out, "\x00") // status and path in turn
	for i := 1; i < len(words); i += 2 {
		names.WriteString(words[i] + "\x00")
	}
	filters, err := g.filtered(ctx, names.String())
	if err != nil {
		return nil, nil, err
	}
	for i := 1; i < len(words); i += 2 {
		switch {
		case words[i-1] == "D":
			gone = append(gone, words[i])
		case filters[words[i]] == "lfs": // Git stores a pointer, and this is the content
		default:
			changed = append(changed, words[i])
		}
	}
	// -t marks files outside of the index by ?. The index entries are needed for submodules.
	if out, err = g.run(ctx, "", "ls-files", "-z", "-t", "--others", "--exclude-standard", "--stage"); err != nil {
		return nil, nil, err
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		mark, entry, _ := strings.Cut(line, " ")
		if mark != "?" {
			if link, ok := submodule(entry); ok {
				v.LeftOut = lists.Add(v.LeftOut, link)
			}
		} else if folder, ok := strings.CutSuffix(entry, "/"); ok {
			v.LeftOut = lists.Add(v.LeftOut, folder) // of another repository
		} else {
			changed = append(changed, entry)
		}
	}
	return changed, gone, nil
}
