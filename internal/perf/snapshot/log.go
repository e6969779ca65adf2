package snapshot

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Change is the change of a file by a commit or the working tree. A text is empty if the file
// did not exist.
type Change struct {
	By            string // the commit as Git abbreviates it, or "the working tree"
	Before, After string
}

// mostChanges limits the changes of a file; older ones are not attributed.
const mostChanges = 200

// Changes lists the changes of a file by commits that are in head and not in base, newest first,
// after those of the working tree if that is head. The path is relative to the top of the
// working tree.
func (r *Repository) Changes(ctx context.Context, base, head *Revision, path string) (list []Change, _ error) {
	if base.Commit == "" || head.Commit == "" {
		return nil, nil
	}
	show := func(commit string) string {
		text, _ := look(ctx, r.Top, "cat-file", "blob", commit+":"+path) // an error if it does not exist
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
			text, _ := os.ReadFile(filepath.Join(r.Top, filepath.FromSlash(path))) // an error if it was removed
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

// A Commit is a commit in a history. The time is that of the commit (RFC 3339).
type Commit struct {
	Hash    string `json:"hash"`
	Time    string `json:"-"`
	Subject string `json:"subject"` // the first line of its message
}

func (s Commit) String() string {
	return strings.TrimSpace(s.Hash[:min(10, len(s.Hash))] + " " + s.Subject)
}

// Since lists base and the commits of head along first parents that are not in base,
// the oldest first; the last is head itself. It is an error if base is not in
// the history of head.
func (r *Repository) Since(ctx context.Context, base, head *Revision) (list []Commit, err error) {
	if base.Name == "." || head.Name == "." {
		return nil, fmt.Errorf("the working tree is no commit: commit or stash what it changes, and name commits")
	}
	common, err := look(ctx, r.Top, "merge-base", base.Commit, head.Commit)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || common != base.Commit {
		hint := ""
		if common != "" {
			hint = fmt.Sprintf("; the last commit that they have in common is %s", common[:min(10, len(common))])
		}
		return nil, fmt.Errorf("%s is not in the history of %s%s", base, head, hint+r.fetchHint(ctx))
	}
	for _, selection := range [][]string{{"--max-count=1", base.Commit}, {"--first-parent", "--reverse", base.Commit + ".." + head.Commit}} {
		out, err := look(ctx, r.Top, append([]string{"log", "--format=%H %cI %s"}, selection...)...)
		if err != nil {
			return nil, fmt.Errorf("listing the commits from %s to %s: %w", base, head, err)
		}
		for line := range strings.Lines(out) {
			hash, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			when, subject, _ := strings.Cut(rest, " ")
			list = append(list, Commit{hash, when, subject})
		}
	}
	return list, nil
}
