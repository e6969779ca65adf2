package snapshot

import (
	"context"
	"fmt"
	"strings"
)

// A Step is a commit in a history.
type Step struct{ Hash, Subject string }

// Between lists the commits of head along first parents that are not in base,
// the oldest first; the last is head itself. It is an error if base is not in
// the history of head.
func (r *Repository) Between(ctx context.Context, base, head *Revision) ([]Step, error) {
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
	out, err := look(ctx, r.Top, "log", "--first-parent", "--reverse", "--format=%H %s", "--end-of-options", base.Commit+".."+head.Commit)
	if err != nil {
		return nil, fmt.Errorf("listing the commits between %s and %s: %w", base, head, err)
	}
	var list []Step
	for line := range strings.Lines(out) {
		hash, subject, _ := strings.Cut(strings.TrimSpace(line), " ")
		list = append(list, Step{hash, subject})
	}
	return list, nil
}
