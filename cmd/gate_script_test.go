package cmd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// scripts/gate.sh returns the verdict as exit code, comment and summary.
func TestGateScript(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a script for sh")
	}
	script, err := filepath.Abs("../scripts/gate.sh")
	fixture.Check(t, err)
	dir := t.TempDir()
	write(t, dir, "old.txt", sampleLines("A", 100, 10))
	write(t, dir, "new.txt", sampleLines("A", 300, 10))
	for _, c := range []struct {
		name   string
		args   []string
		code   ExitCode
		prints string
	}{
		{"regression", []string{"old.txt", "new.txt"}, ExitRegression, "REGRESSION: 1 of 1 case"},
		{"flags", []string{"old.txt", "new.txt", "--max-regression", "250%"}, ExitOK, "NO REGRESSION"},
		{"wrong flag", []string{"old.txt", "new.txt", "--nope"}, ExitUsage, ""},
		{"no repository", nil, ExitUsage, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			summary := filepath.Join(t.TempDir(), "summary.md")
			cmd := exec.Command("sh", append([]string{script}, c.args...)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "ECSBENCH="+program, "GITHUB_STEP_SUMMARY="+summary, "GITHUB_ACTIONS=true",
				"GITHUB_BASE_REF=", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			_ = cmd.Run() // the exit code is checked below
			if code := ExitCode(cmd.ProcessState.ExitCode()); code != c.code || !strings.Contains(stdout.String(), c.prints) {
				t.Errorf("exit %d, want %d and %q:\n%s%s", code, c.code, c.prints, stdout.String(), stderr.String())
			}
			if c.prints == "" {
				if stderr.Len() == 0 {
					t.Error("nothing prints what is wrong")
				}
				return
			}
			for _, file := range []string{summary, filepath.Join(dir, "gate.md")} {
				if text, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(text), "### ") || !strings.Contains(string(text), c.prints) {
					t.Errorf("%s: %v\n%s", file, err, text)
				}
			}
			if !strings.Contains(stdout.String(), "::") {
				t.Error("no annotations for GitHub")
			}
		})
	}
}
