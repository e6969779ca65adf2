package snapshot

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// limits suffice for repositories of any size.
var limits = child.Limits{Time: 20 * time.Minute, Output: 512 << 20}

// look runs Git in the user's repository without writing. Its settings apply, except those with
// commands that Git would execute.
func look(ctx context.Context, dir string, args ...string) (string, error) {
	return lookAt(ctx, dir, "", args...)
}

// lookAt is look with an input.
func lookAt(ctx context.Context, dir, input string, args ...string) (string, error) {
	// GIT_OPTIONAL_LOCKS prevents unrequested writes.
	return command(ctx, dir, append(os.Environ(), append(offline(), "GIT_OPTIONAL_LOCKS=0")...), input,
		append([]string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "log.showSignature=false"}, args...)...)
}

// offline keeps Git from fetching objects that a partial clone lacks. Versions before 2.44 would
// try, so all protocols are forbidden.
func offline() []string {
	return []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0"}
}

// ask queries paths and names.
func ask(ctx context.Context, dir string, question ...string) (string, error) {
	return look(ctx, dir, append([]string{"rev-parse", "--path-format=absolute"}, question...)...)
}

// foreign is the environment without variables that select a repository, and without the user's
// settings.
func foreign() []string {
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GIT_") })
	return append(append(env, offline()...), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
}

// command runs Git in dir and returns its output without the last line end. Its error is the
// first one that Git prints.
func command(ctx context.Context, dir string, env []string, input string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, env, strings.NewReader(input)
	stdout, stderr, err := child.Run(ctx, cmd, limits)
	if err == nil {
		return strings.TrimSuffix(string(stdout), "\n"), nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	verb := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") && !strings.Contains(a, "=") })
	if said := firstError(string(stderr)); said != "" {
		if missing(string(stderr)) {
			said += "; the clone lacks objects, and ecsbench fetches none: get them with `git fetch --refetch --no-filter`"
		}
		return "", fmt.Errorf("git %s: %s", args[verb], said)
	}
	return "", fmt.Errorf("git %s: %w", args[verb], err)
}

// missing reports whether Git needed an object that the clone lacks.
func missing(stderr string) bool {
	signs := []string{"unable to read", "promisor remote", "lazy fetching", "missing blob"}
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(stderr, sign) })
}

// firstError returns the line with the error, which may follow progress messages.
func firstError(stderr string) string {
	for line := range strings.Lines(stderr) {
		if start := strings.ToLower(line); strings.HasPrefix(start, "error") || strings.HasPrefix(start, "fatal") {
			return strings.TrimSpace(line)
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	return first
}
