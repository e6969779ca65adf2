package snapshot

import (
	"context"
	"fmt"
	"strings"
)

// A Step is a commit in a history. The time is that of the commit (RFC 3339).
type Step struct{ Hash, Time, Subject string }

// Since lists base and the commits of head along first parents that are not in base,
// the oldest first; the last is head itself. It is an error if base is not in
// the history of head.
func (r *Repository) Since(ctx context.Context, base, head *Revision) (list []Step, err error) {
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
			list = append(list, Step{hash, when, subject})
		}
	}
	return list, nil
}
