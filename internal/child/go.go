package child

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// buildLimits allow any module with dependencies to download.
var buildLimits = Limits{Time: time.Hour, Output: 256 << 20}

// List runs a go command that prints JSON, such as go list -json, and decodes its values.
func List[T any](ctx context.Context, dir, temporary string, args ...string) (list []T, err error) {
	out, err := Go(ctx, dir, temporary, args...)
	if err != nil {
		return nil, err
	}
	for all := json.NewDecoder(bytes.NewReader(out)); all.More(); {
		var one T
		if err := all.Decode(&one); err != nil {
			return nil, fmt.Errorf("reading the answer of the go command: %w", err)
		}
		list = append(list, one)
	}
	return list, nil
}

// Go runs the go command in dir. Temporary files of it and the compilers go below the
// folder temporary. Its error contains the command's message.
func Go(ctx context.Context, dir, temporary string, args ...string) ([]byte, error) {
	temporary = filepath.Join(temporary, "go")
	if err := os.MkdirAll(temporary, 0o777); err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = cmd.Environ()
	for _, name := range []string{"GOTMPDIR", "TMPDIR", "TMP", "TEMP"} {
		cmd.Env = append(cmd.Env, name+"="+temporary)
	}
	stdout, stderr, err := Run(ctx, cmd, buildLimits)
	if err == nil {
		return stdout, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if said := strings.TrimSpace(string(stderr)); said != "" && !errors.As(err, new(*LimitError)) {
		return nil, fmt.Errorf("go %s: %s", args[0], said)
	}
	return nil, fmt.Errorf("go %s: %w", args[0], err)
}

// Git runs git in the current folder, to read. No command that the settings of the
// repository name is executed, such as a file watcher.
func Git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "log.showSignature=false", "-c", "core.fsmonitor=false"}, args...)...)
	out, _, err := Run(ctx, cmd, Limits{Time: time.Minute, Output: 16 << 20})
	return strings.TrimSpace(string(out)), err
}
