package snapshot

import (
	"context"
	"fmt"
	"strings"
)

// A Step is a commit in a history. The time is that of the commit (RFC 3339).
type Step struct{ Hash, Time, Subject string }

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
	out, err := look(ctx, r.Top, "log", "--first-parent", "--reverse", "--format=%H %cI %s", "--end-of-options", base.Commit+".."+head.Commit)
	if err != nil {
		return nil, fmt.Errorf("listing the commits between %s and %s: %w", base, head, err)
	}
	return steps(out), nil
}

// steps reads lines of "hash time subject".
func steps(lines string) (list []Step) {
	for line := range strings.Lines(lines) {
		hash, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		when, subject, _ := strings.Cut(rest, " ")
		list = append(list, Step{hash, when, subject})
	}
	return list
}

// Since lists base and what [Repository.Between] does.
func (r *Repository) Since(ctx context.Context, base, head *Revision) ([]Step, error) {
	var list []Step
	if base.Commit != head.Commit {
		after, err := r.Between(ctx, base, head)
		if err != nil {
			return nil, err
		}
		list = after
	}
	out, err := look(ctx, r.Top, "log", "--max-count=1", "--format=%H %cI %s", "--end-of-options", base.Commit)
	if err != nil {
		return nil, fmt.Errorf("reading the commit %s: %w", base, err)
	}
	return append(steps(out), list...), nil
}
