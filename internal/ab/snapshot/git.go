package snapshot

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/child"
)

// limits are for repositories of any size.
var limits = child.Limits{Time: 20 * time.Minute, Output: 512 << 20}

// look runs Git in the user's repository, to read. Its settings apply there, except those
// that name commands which Git would execute to read.
func look(ctx context.Context, dir string, args ...string) (string, error) {
	// GIT_OPTIONAL_LOCKS: nothing is written that was not asked for.
	return command(ctx, dir, append(os.Environ(), append(offline(), "GIT_OPTIONAL_LOCKS=0")...), "",
		append([]string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "log.showSignature=false"}, args...)...)
}

// offline keeps Git from fetching objects that a partial clone left out. Versions before
// 2.44 try to, and are then allowed no way to do it.
func offline() []string {
	return []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0"}
}

// ask asks where things are and what names mean.
func ask(ctx context.Context, dir string, question ...string) (string, error) {
	return look(ctx, dir, append([]string{"rev-parse", "--path-format=absolute"}, question...)...)
}

// A question is one for rev-parse about where something is.
type question struct {
	answer *string
	words  []string
}

// between is no question: rev-parse repeats it as it is. A path may hold any
// character but NUL, line ends included; but no two slashes in a row, which Git
// leaves out of absolute paths.
const between = "--//"

// askAll asks several questions at once: to begin takes Git longer than to answer.
func askAll(ctx context.Context, dir string, questions ...question) error {
	var words []string
	for _, q := range questions {
		words = append(append(words, q.words...), between)
	}
	out, err := ask(ctx, dir, words...)
	if err != nil {
		return err
	}
	answers := strings.Split(out+"\n", "\n"+between+"\n")
	if len(answers) != len(questions)+1 {
		return fmt.Errorf("git rev-parse: %d answers to %d questions: %q", len(answers)-1, len(questions), out)
	}
	for i, q := range questions {
		*q.answer = answers[i]
	}
	return nil
}

// foreign is the environment without what points Git to one repository, and without the
// user's settings.
func foreign() []string {
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		switch name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
			"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE",
			"GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_ATTR_SOURCE", "GIT_DEFAULT_HASH",
			"GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_CONFIG":
			return true
		}
		return false
	})
	return append(append(env, offline()...), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
}

// command runs Git in dir and returns what it printed, without the last line
// end. Its error is the first that Git prints.
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

// missing reports whether Git looked for an object that the clone does not have.
func missing(stderr string) bool {
	for _, sign := range []string{"unable to read", "promisor remote", "lazy fetching", "missing blob"} {
		if strings.Contains(stderr, sign) {
			return true
		}
	}
	return false
}

// firstError is the line that states what is wrong, rather than progress.
func firstError(stderr string) string {
	for line := range strings.Lines(stderr) {
		if start := strings.ToLower(line); strings.HasPrefix(start, "error") || strings.HasPrefix(start, "fatal") {
			return strings.TrimSpace(line)
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	return first
}
