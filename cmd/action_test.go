package cmd

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/goccy/go-yaml"
)

// actionSteps returns the steps of the action.
func actionSteps(t *testing.T) (list []struct{ Name, Uses, If, Shell, Run string }, text string) {
	t.Helper()
	raw := fixture.Read(t, filepath.Join("..", "action.yml"))
	var action struct {
		Runs struct {
			Using string
			Steps []struct{ Name, Uses, If, Shell, Run string }
		}
	}
	if err := yaml.Unmarshal(raw, &action); err != nil || action.Runs.Using != "composite" {
		t.Fatal(err, action)
	}
	return action.Runs.Steps, string(raw)
}

// The steps of the action for a pull request run in a clean clone. None of those that execute
// its code gets a token.
func TestActionStepsInACleanFolder(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a script for bash")
	}
	top, err := filepath.Abs("..")
	fixture.Check(t, err)
	all, _ := actionSteps(t)
	r := abRepository(t)
	commitAll(t, r.dir)
	dir, tools := t.TempDir(), t.TempDir()
	fixture.Run(t, exec.Command("git", "clone", "-q", r.dir, dir))
	base, err := exec.Command("git", "-C", r.dir, "rev-parse", "HEAD~1").Output()
	fixture.Check(t, err)
	steps := func(env ...string) (code int, output string) {
		for _, step := range all {
			if step.Run == "" || step.Name == "history" || step.Name == "push" || step.Name == "comment" || code != 0 {
				continue
			}
			cmd := exec.Command("bash", "-euo", "pipefail", "-c", step.Run)
			cmd.Dir = dir
			cmd.Env = append(append(os.Environ(), "PATH="+r.path, "GITHUB_ACTION_PATH="+top, "RUNNER_TEMP="+tools, "ECSBENCH="+program,
				"GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+filepath.Join(tools, "summary.md"), "GITHUB_BASE_REF=", "GATE_BENCH=.", "GATE_PACKAGES=./...", "GATE_BUDGET=40s"), env...)
			out, err := cmd.CombinedOutput()
			output += string(out)
			if err != nil {
				code = cmd.ProcessState.ExitCode()
			}
		}
		return code, output
	}
	for event, want := range map[string]string{"push": "no other side", "pull_request_target": "use pull_request"} {
		if code, out := steps("EVENT=" + event); code != int(ExitUsage) || !strings.Contains(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: exit %d\n%s", event, code, out)
		}
	}
	code, out := steps("EVENT=pull_request", "GATE_OPTIONS="+strings.TrimSpace(string(base))+" --max-regression 30% --mde 60% --alpha 0.2 --rounds 8")
	if code != int(ExitRegression) || !strings.Contains(out, "counting") {
		t.Errorf("a pull request: exit %d\n%s", code, out)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "gate.md")); err != nil || !strings.Contains(string(text), "REGRESSION") {
		t.Errorf("no verdict: %v\n%s", err, text)
	}
}

// The comment is posted on the pull request of the event, whatever the artifact has. Its size is
// bounded, and it leaves no files.
func TestCommentTrustsTheEventOnly(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a script for bash")
	}
	for _, tool := range []string{"bash", "unzip"} {
		if _, err := exec.LookPath(tool); err != nil {
			fixture.Lacks(t, err)
		}
	}
	script, err := filepath.Abs(filepath.Join("..", "scripts", "action.sh"))
	fixture.Check(t, err)
	comment := func(sha, size string, files map[string]string) (code ExitCode, posted, output string) {
		t.Helper()
		dir, tools := t.TempDir(), t.TempDir()
		var packed bytes.Buffer
		w := zip.NewWriter(&packed)
		for name, text := range files {
			f, err := w.Create(name)
			if err == nil {
				_, err = f.Write([]byte(text))
			}
			fixture.Check(t, err)
		}
		fixture.Check(t, w.Close())
		write(t, tools, "packed.zip", packed.String())
		// The fields that the script selects, and the body of the comment.
		write(t, tools, "gh", `#!/bin/sh
echo "$@" >>"$0.log"
case "$*" in
*/pulls*) echo "6 0000"; echo "7 abcd"; echo "8 0000";;
*/artifacts/5/zip) cat "${0%gh}packed.zip";;
*/artifacts*) echo "5 `+size+`";;
"pr comment"*) for a; do file=$a; done; cat "$file" >"${0%gh}posted";;
esac
`)
		fixture.Check(t, os.Chmod(filepath.Join(tools, "gh"), 0o777))
		cmd := exec.Command("bash", script, "comment")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"), "GH_REPO=o/r", "RUN=99", "HEAD_SHA="+sha, "HEAD_OWNER=stranger", "HEAD_BRANCH=x --repo other/x 34;$(id)")
		out, err := cmd.CombinedOutput()
		if err != nil {
			code = ExitCode(cmd.ProcessState.ExitCode())
		}
		if left := tree(t, dir); len(left) != 0 {
			t.Errorf("left in the folder: %v", left)
		}
		log, _ := os.ReadFile(filepath.Join(tools, "gh.log"))
		for line := range strings.Lines(string(log)) {
			if strings.HasPrefix(line, "pr ") && !strings.HasPrefix(line, "pr comment 7 --edit-last --create-if-none --body-file ") {
				t.Errorf("called with %s", line)
			}
		}
		if !strings.Contains(string(log), "-f head=stranger:x --repo other/x 34;$(id)") {
			t.Errorf("the branch was changed: %s", log)
		}
		body, _ := os.ReadFile(filepath.Join(tools, "posted"))
		return code, string(body), string(out)
	}
	evil := map[string]string{"gate.md": "### REGRESSION\n", "pr.txt": "12 --repo other/x 34", "../outside": "x", "PR": "8"}
	if code, posted, out := comment("abcd", "500", evil); code != ExitOK || posted != "### REGRESSION\n" {
		t.Errorf("exit %d, posted %q\n%s", code, posted, out)
	}
	if code, posted, out := comment("ef01", "500", evil); code != ExitOK || posted != "" || !strings.Contains(out, "no open pull request has the commit ef01") {
		t.Errorf("another commit: exit %d, posted %q\n%s", code, posted, out)
	}
	if code, posted, out := comment("abcd", "50000000", evil); code != ExitUsage || posted != "" || !strings.Contains(out, "not posted") {
		t.Errorf("too large: exit %d, posted %q\n%s", code, posted, out)
	}
	if code, posted, out := comment("abcd", "500", map[string]string{"gate.md": strings.Repeat("x", 5_000_000)}); code != ExitOK || len(posted) != 65000 {
		t.Errorf("a bomb: exit %d, posted %d bytes\n%s", code, len(posted), out)
	}
	if code, posted, out := comment("abcd", "500", map[string]string{"pr.txt": "12"}); code != ExitOK || posted != "" {
		t.Errorf("no verdict: exit %d, posted %q\n%s", code, posted, out)
	}
}

// Every action is pinned by the hash of a commit, no checkout keeps its token, and no workflow
// runs on pull_request_target.
func TestWorkflowsArePinned(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join("..", ".github", "workflows", "*.yml"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	pinned := regexp.MustCompile(`^(\./|[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)`)
	for _, path := range append(paths, filepath.Join("..", "action.yml")) {
		text := fixture.Read(t, path)
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			key, uses, is := strings.Cut(line, "uses: ")
			if !is || strings.Contains(key, "#") {
				continue
			}
			if !pinned.MatchString(uses) {
				t.Errorf("%s:%d: %q is not pinned by a hash with its version", path, i+1, uses)
			}
			if strings.HasPrefix(uses, "actions/checkout@") && !strings.Contains(strings.Join(lines[i:min(i+5, len(lines))], "\n"), "persist-credentials: false") {
				t.Errorf("%s:%d: the checkout keeps the token", path, i+1)
			}
			if strings.Contains(line, "pull_request_target") {
				t.Errorf("%s:%d: pull_request_target", path, i+1)
			}
		}
	}
}

// The history step stores one file per commit in a branch, adds new commits only, and leaves
// only the page in the clone.
func TestHistoryStepInACleanFolder(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a script for bash")
	}
	top, err := filepath.Abs("..")
	fixture.Check(t, err)
	r := fillRepository(t)
	git := func(dir string, args ...string) string {
		return strings.TrimSpace(string(fixture.Git(t, dir, args...)))
	}
	fill := func() {
		t.Helper()
		dir := t.TempDir()
		git(dir, "clone", "-q", r.dir, ".")
		for _, step := range []string{"history", "push"} {
			cmd := exec.Command("bash", filepath.Join(top, "scripts", "action.sh"), step)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+r.path, "ECSBENCH="+program, "HISTORY_RANGE=HEAD~3..", "GATE_BUDGET=60s", "GATE_BENCH=Changed", "GH_TOKEN=")
			fixture.Run(t, cmd)
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
