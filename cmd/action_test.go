package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// The steps of the action run in a clean clone: a push stores a baseline, and a pull request
// posts a verdict as a comment.
func TestActionStepsInACleanFolder(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a script for bash")
	}
	top, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(top, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Runs struct {
			Using string
			Steps []struct{ Name, Uses, If, Shell, Run string }
		}
	}
	if err := yaml.Unmarshal(text, &action); err != nil || action.Runs.Using != "composite" {
		t.Fatal(err, action)
	}
	r := abRepository(t)
	commitAll(t, r.dir)
	dir, tools := t.TempDir(), t.TempDir()
	if out, err := exec.Command("git", "clone", "-q", r.dir, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	posted := filepath.Join(tools, "posted")
	write(t, tools, "gh", "#!/bin/sh\necho \"$@\" >>"+posted+"\ncat gate.md >>"+posted+"\n")
	if err := os.Chmod(filepath.Join(tools, "gh"), 0o777); err != nil {
		t.Fatal(err)
	}
	base, err := exec.Command("git", "-C", r.dir, "rev-parse", "HEAD~1").Output()
	if err != nil {
		t.Fatal(err)
	}
	steps := func(env ...string) (code int, output string) {
		for _, step := range action.Runs.Steps {
			if step.Run == "" || step.Name == "history" || step.Name == "comment" && strings.Contains(strings.Join(env, " "), "EVENT=push") {
				continue
			}
			cmd := exec.Command("bash", "-euo", "pipefail", "-c", step.Run)
			cmd.Dir = dir
			cmd.Env = append(append(os.Environ(), "PATH="+tools+string(os.PathListSeparator)+r.path, "GITHUB_ACTION_PATH="+top, "RUNNER_TEMP="+tools, "ECSBENCH="+program,
				"GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+filepath.Join(tools, "summary.md"), "GITHUB_BASE_REF=", "GATE_BENCH=.", "GATE_PACKAGES=./...", "GATE_BUDGET=40s"), env...)
			out, err := cmd.CombinedOutput()
			output += string(out)
			if err != nil && code == 0 {
				code = cmd.ProcessState.ExitCode()
			}
		}
		return code, output
	}
	if code, out := steps("EVENT=push"); code != 0 {
		t.Errorf("a push: exit %d\n%s", code, out)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "baseline.txt")); err != nil || !strings.Contains(string(text), "BenchmarkUnchanged") {
		t.Errorf("no baseline: %v\n%s", err, text)
	}
	code, out := steps("EVENT=pull_request", "PR=7", "GATE_OPTIONS="+strings.TrimSpace(string(base))+" --max-regression 30% --mde 60% --alpha 0.2 --rounds 8")
	if code != int(ExitRegression) {
		t.Errorf("a pull request: exit %d\n%s", code, out)
	}
	if text, err := os.ReadFile(posted); err != nil || !strings.HasPrefix(string(text), "pr comment 7 ") || !strings.Contains(string(text), "REGRESSION") {
		t.Errorf("no comment: %v\n%s", err, text)
	}
}

// The history step stores one file per commit in a branch, adds new commits only, and leaves
// only the page in the clone.
func TestHistoryStepInACleanFolder(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a script for bash")
	}
	top, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	r := fillRepository(t)
	git := func(dir string, args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	fill := func() {
		t.Helper()
		dir := t.TempDir()
		git(dir, "clone", "-q", r.dir, ".")
		cmd := exec.Command("bash", filepath.Join(top, "scripts", "action.sh"), "history")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+r.path, "ECSBENCH="+program, "HISTORY_RANGE=HEAD~3..", "GATE_BUDGET=60s", "GATE_BENCH=Changed")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if _, err := os.Stat(filepath.Join(dir, "history-page", "report.html")); err != nil {
			t.Error(err)
		}
		if left := git(dir, "status", "--porcelain"); left != "?? history-page/" {
			t.Errorf("left %q", left)
		}
	}
	fill()
	if files := git(r.dir, "ls-tree", "--name-only", "performance"); strings.Count(files, ".txt") != 3 {
		t.Errorf("files %q", files)
	}
	write(t, r.dir, "README.md", "m, again\n")
	git(r.dir, "commit", "-qam", "another note")
	fill()
	if files := git(r.dir, "ls-tree", "--name-only", "performance"); strings.Count(files, ".txt") != 4 || git(r.dir, "rev-list", "--count", "performance") != "2" {
		t.Errorf("files %q", files)
	}
	if last := git(r.dir, "diff-tree", "--name-status", "performance~1", "performance"); strings.Contains(last, "M\t") || strings.Count(last, "\n") != 0 {
		t.Errorf("the second call has changed %q", last)
	}
}
