package snapshot

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Change is what a commit, or the working tree, made of a file. A text is empty where
// the file did not exist.
type Change struct {
	By            string // the commit as Git abbreviates it, or "the working tree"
	Before, After string
}

// mostChanges of a file are read; older ones are not attributed.
const mostChanges = 200

// Changes lists what the commits that are in head and not in base made of a file, the
// newest first, after the working tree if that is head. The path is relative to the top
// of the working tree.
func (r *Repository) Changes(ctx context.Context, base, head *Revision, path string) (list []Change, _ error) {
	if base.Commit == "" || head.Commit == "" {
		return nil, nil
	}
	show := func(commit string) string {
		text, _ := look(ctx, r.Top, "cat-file", "blob", commit+":"+path) // an error where it does not exist
		return text
	}
	out, err := look(ctx, r.Top, "log", fmt.Sprintf("--max-count=%d", mostChanges), "--format=%h", "--end-of-options", base.Commit+".."+head.Commit, "--", ":(top,literal)"+path)
	if err != nil {
		return nil, fmt.Errorf("list the commits that touched %s: %w", path, err)
	}
	if head.Name == "." {
		changed, err := r.Differences(ctx, &Revision{tree: head.Commit}, head)
		if err != nil {
			return nil, err
		}
		if slices.Contains(changed, path) {
			text, _ := os.ReadFile(filepath.Join(r.Top, filepath.FromSlash(path))) // an error where it was removed
			list = append(list, Change{"the working tree", show(head.Commit), string(text)})
		}
	}
	for _, commit := range strings.Fields(out) {
		list = append(list, Change{commit, show(commit + "^"), show(commit)})
	}
	return list, ctx.Err()
}

// CommitTime returns the time of a revision's commit, as RFC 3339.
func (r *Repository) CommitTime(ctx context.Context, v *Revision) (string, error) {
	if v.Commit == "" {
		return "", fmt.Errorf("%s has no commit yet: commit it first", v)
	}
	out, err := look(ctx, r.Top, "show", "-s", "--format=%cI", "--end-of-options", v.Commit)
	if err != nil {
		return "", fmt.Errorf("read the time of %s: %w", v, err)
	}
	return strings.TrimSpace(out), nil
}
