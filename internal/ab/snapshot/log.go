package snapshot

import (
	"context"
	"fmt"
	"strings"
)

// Log lists the commits that are in head and not in base and touched a file,
// the newest first, each as Git abbreviates it, after "the working tree" if that did.
// The path is relative to the top of the working tree.
func (r *Repository) Log(ctx context.Context, base, head *Revision, path string) ([]string, error) {
	if base.Commit == "" || head.Commit == "" {
		return nil, nil
	}
	out, err := look(ctx, r.Top, "log", "--format=%h", "--end-of-options", base.Commit+".."+head.Commit, "--", ":(top,literal)"+path)
	if err != nil {
		return nil, fmt.Errorf("asking which commits touched %s: %w", path, err)
	}
	list := strings.Fields(out)
	if head.Name == "." {
		changed, err := r.Differences(ctx, &Revision{tree: head.Commit}, head)
		for _, name := range changed {
			if name == path {
				list = append([]string{"the working tree"}, list...)
			}
		}
		return list, err
	}
	return list, nil
}
