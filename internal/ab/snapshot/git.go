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

// limits are for repositories of any size, and for one that fetches what it
// left out when it was cloned.
var limits = child.Limits{Time: 20 * time.Minute, Output: 512 << 20}

// look runs Git in the user's repository, to read.
func look(ctx context.Context, dir string, args ...string) (string, error) {
	// GIT_OPTIONAL_LOCKS: what is not asked for is not written.
	return command(ctx, dir, append(os.Environ(), "GIT_OPTIONAL_LOCKS=0"), "", append([]string{"-c", "core.fsmonitor=false"}, args...)...)
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

// foreign is the environment without what points Git to one repository. Nobody
// is asked for a password: Git runs behind the terminal's back.
func foreign() []string {
	return slices.DeleteFunc(append(os.Environ(), "GIT_TERMINAL_PROMPT=0"), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		switch name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
			"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE",
			"GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_ATTR_SOURCE", "GIT_DEFAULT_HASH":
			return true
		}
		return false
	})
}

// command runs Git in dir and returns what it printed, without the last line
// end. Its error is the first that Git tells of.
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
		return "", fmt.Errorf("git %s: %s", args[verb], said)
	}
	return "", fmt.Errorf("git %s: %w", args[verb], err)
}

// firstError is the line that says what is wrong, rather than how far a filter
// has come.
func firstError(stderr string) string {
	for line := range strings.Lines(stderr) {
		if start := strings.ToLower(line); strings.HasPrefix(start, "error") || strings.HasPrefix(start, "fatal") {
			return strings.TrimSpace(line)
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	return first
}
