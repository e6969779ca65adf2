package cmd

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	modules "golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// fillRepository has six commits: before modules, the same code, slower, a note, one that does
// not build, and the current one, equal to the slower one.
func fillRepository(t *testing.T) *repository {
	t.Helper()
	dir, when := t.TempDir(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		date := when.Format(time.RFC3339)
		cmd.Env = append(cmd.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
		fixture.Run(t, cmd)
	}
	git("init", "-q", "--template=")
	commit := func(subject string, files map[string]string) {
		t.Helper()
		for name, text := range files {
			write(t, dir, name, text)
		}
		git("add", "-A")
		when = when.AddDate(0, 0, 1)
		git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", subject)
	}
	// For loops as in old versions of Go.
	current := regexp.MustCompile(`range (\S+) `).ReplaceAllString(abBenchmarks, "i := 0; i < $1; i++ ")
	slower := strings.Replace(current, "work(1000)", "work(20000)", 1)
	commit("initial", map[string]string{"m_test.go": current})
	commit("go.mod", map[string]string{"go.mod": "module example.com/m\n", "m_test.go": "// Package m.\n" + current})
	commit("checks twice", map[string]string{"m_test.go": slower})
	commit("a note", map[string]string{"README.md": "m\n"})
	commit("broken", map[string]string{"m_test.go": slower + "}"})
	commit("repaired", map[string]string{"m_test.go": slower})
	path := os.Getenv("PATH")
	if runtime.GOOS != "windows" {
		path = counting(t) + string(os.PathListSeparator) + path
	}
	return &repository{t, dir, t.TempDir(), path, tree(t, dir)}
}

// A history is filled in two calls; the first is interrupted. Each state of the code is
// measured once, and the step is found with its commit and function.
func TestHistoryFill(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	r := fillRepository(t)
	out := filepath.Join(t.TempDir(), "perf")
	if runtime.GOOS != "windows" { // Windows cannot interrupt a single process
		r.interrupt(filepath.Join(out, ".fill", "*.txt"), "the same command continues in "+out, "history", "fill", "HEAD~5..", "--rounds", "40", "-o", out)
	}
	r.expect(ExitOK, []string{
		"1 STEP in 1 of 2 cases over 5 commits", "WORSE", "Changed", "checks twice", "m.work",
		"not measured: ", "6 commits: 5 measured now, 3 of them have the same code as others, 1 cannot be measured",
	}, "history", "fill", "HEAD~5..", "--rounds", "12", "-o", out)
	files, _ := filepath.Glob(filepath.Join(out, "*"))
	if left, _ := filepath.Glob(filepath.Join(out, ".fill")); len(files) != 5 || len(left) != 0 {
		t.Fatalf("%v, %v", files, left)
	}
	for _, file := range files {
		for name, n := range samples(t, file) {
			if n < 12 {
				t.Errorf("%s has %d samples of %s", file, n, name)
			}
		}
	}
	// Only the next commit and its neighbour are measured.
	write(t, r.dir, "m_test.go", strings.Replace(r.before[filepath.Join(r.dir, "m_test.go")], "work(20000)", "work(5000)", 1))
	fixture.Git(t, r.dir, "commit", "-qam", "faster again")
	before := tree(t, out)
	r.expect(ExitOK, []string{"2 STEPS in 1 of 2 cases over 6 commits", "better", "faster again", "7 commits: 1 measured now, 1 cannot be measured"},
		"history", "fill", "HEAD~6..", "--rounds", "12", "-o", out)
	after := tree(t, out)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s was changed", name)
		}
	}
	if runtime.GOOS == "linux" { // the causes are stored in the files
		r.expect(ExitOK, []string{"2 STEPS in 1 of 2 cases", "m.work", "checks twice"}, "history", out)
	}
	page := filepath.Join(t.TempDir(), "page")
	r.expect(ExitOK, nil, "report", out, "-o", page)
	text, err := os.ReadFile(filepath.Join(page, "report.html"))
	if err != nil || !strings.Contains(string(text), "Commits measured in turns are compared with the commit before them") {
		t.Errorf("%v: the page has no history", err)
	}
	if runtime.GOOS == "linux" && !strings.Contains(string(text), `"causes":["m_test.go:`) {
		t.Error("the page has no causes of steps")
	}
	r.expect(ExitCaseFailed, []string{"building took longer than --build-timeout 1ms", "no commit can be measured"}, "history", "fill", "HEAD~1..", "--build-timeout", "1ms", "-o", filepath.Join(t.TempDir(), "x"))
	// Building takes none of the budget.
	r.expect(ExitInconclusive, []string{"built 1 commit in ", "the budget of 100ms ended before any commit was measured"}, "history", "fill", "HEAD~1..", "--budget", "100ms", "-o", filepath.Join(t.TempDir(), "x"))
	r.expect(ExitCaseFailed, []string{"no commit can be measured"}, "history", "fill", "HEAD~1..", "--bench", "Nothing", "-o", filepath.Join(t.TempDir(), "x"))
}

// Versions of a module form a history.
func TestHistoryFillOfReleases(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	proxy := moduleProxy(t, "example.com/m", []string{"v0.1.0", "v0.2.0", "v0.3.0-rc.1", "v0.3.0"}, func(version string) map[string]string {
		work := "work(1000)"
		if version > "v0.2.0" {
			work = "work(20000)"
		}
		return map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "go.work": "go 1.24\n\nuse (\n\t.\n\t./docs\n)\n", "m_test.go": strings.Replace(abBenchmarks, "work(1000)", work, 1)}
	})
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "perf")
	env := []string{"GOPROXY=file://" + filepath.ToSlash(proxy), "GONOSUMDB=*", "GONOSUMCHECK=1", "GOFLAGS=-modcacherw", "GOMODCACHE=" + t.TempDir()}
	expectWith(t, dir, env, ExitOK, []string{"1 STEP in 1 of 2 cases over 3 commits", "v0.3.0", "3 commits: 3 measured now, 1 of them have the same code"},
		"history", "fill", "example.com/m@v0.1.0..v0.3.0", "--rounds", "12", "-o", out)
	for _, version := range []string{"v0.1.0", "v0.2.0", "v0.3.0"} {
		if _, err := os.Stat(filepath.Join(out, version+".txt")); err != nil {
			t.Error(err)
		}
	}
	expectWith(t, dir, env, ExitUsage, []string{"has no versions from v0.1.0 to v0.9.0"}, "history", "fill", "example.com/m@v0.1.0..v0.9.0", "-o", out)
	expectWith(t, dir, env, ExitOK, []string{"3 commits: 3 measured now"}, "history", "fill", "example.com/m@v0.3.0,v0.1.0,v0.2.0", "--rounds", "6", "--bench", "Changed", "-o", filepath.Join(t.TempDir(), "x"))
	expectWith(t, dir, env, ExitUsage, []string{"written in full"}, "history", "fill", "example.com/m@v0.1..v0.2.0", "-o", out)
}

// moduleProxy creates a folder in the format of a module proxy.
func moduleProxy(t *testing.T, module string, versions []string, files func(version string) map[string]string) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, filepath.FromSlash(module), "@v")
	fixture.Check(t, os.MkdirAll(dir, 0o777))
	for i, v := range versions {
		write(t, dir, v+".info", fmt.Sprintf(`{"Version":%q,"Time":"2026-0%d-01T00:00:00Z"}`, v, i+1))
		write(t, dir, v+".mod", files(v)["go.mod"])
		source := t.TempDir()
		for name, text := range files(v) {
			write(t, source, name, text)
		}
		out, err := os.Create(filepath.Join(dir, v+".zip"))
		if err == nil {
			err = errors.Join(zip.CreateFromDir(out, modules.Version{Path: module, Version: v}, source), out.Close())
		}
		fixture.Check(t, err)
	}
	write(t, dir, "list", strings.Join(versions, "\n")+"\n")
	return root
}
