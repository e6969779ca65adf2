//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// tortureGit runs ab over repositories with odd settings and contents, some at a
// time, and demands that it measures the right files and leaves everything as it
// was. A third of the runs is ended early.
func tortureGit(t *torture) {
	for n := 1; n <= t.kills/4; n++ {
		r := t.module(fmt.Sprintf("git%d", n))
		names := ""
		for _, o := range oddities {
			if !t.chance(5) {
				continue
			}
			names += ", " + o.name
			program.At(fmt.Sprintf("repository %d%s", n, names), func() { o.make(r) })
			t.done.add(o.name, 1)
		}
		t.abLeaves(r, names)
		t.done.add("runs of ab", 1)
	}
}

// abLeaves runs ab once and looks at what it leaves.
func (t *torture) abLeaves(r *repository, names string) {
	top := filepath.Dir(r.dir)
	before := state(top, r.tmp)
	base := []string{"base", "head~1", "main~1"}[t.rng.IntN(3)]
	head := []string{"head", "."}[t.rng.IntN(2)]
	// One round can show nothing: all is built and tried out, and nothing measured.
	v := t.ab(r, base, head, "--bench", ".", "--rounds", "1", "--quiet", "-o", filepath.Join(t.dir, filepath.Base(top)+"-results"))
	killed := false
	if t.chance(3) {
		killed = t.strike(v, t.moment(4*time.Second), []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[t.rng.IntN(2)], t.chance(2))
		t.done.add("interrupted", 1)
	}
	if code := t.end(v); code != 3 && !(killed && (code == 130 || code == -1)) {
		t.fault("not measured", "exit code %d of %s against %s in %s%s:\n%s", code, base, head, r.dir, names, &v.output)
	}
	after := state(top, r.tmp)
	for _, d := range differences(before, after) {
		t.fault("not left alone", "%s%s", d, names)
	}
	t.checkEmpty(r.tmp)
	cmd := exec.Command("git", "status", "--short")
	cmd.Dir, cmd.Env = r.dir, r.env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.fault("damaged", "git status in %s%s: %v: %s", r.dir, names, err, out)
	}
}

// mark is what must not run: it leaves something where it runs.
const mark = "touch \"$(git rev-parse --absolute-git-dir)/mark\" mark .git/mark 2>/dev/null || :\n"

// oddities are applied in this order.
var oddities = []struct {
	name string
	make func(*repository)
}{
	{"conflict", func(r *repository) {
		r.git("stash", "-q", "--include-untracked")
		r.git("checkout", "-q", "-b", "other", "base")
		r.write("conflict", "other\n")
		r.git("add", "conflict")
		r.git("commit", "-q", "-m", "other")
		r.git("checkout", "-q", "main")
		r.write("conflict", "main\n")
		r.git("add", "conflict")
		r.git("commit", "-q", "-m", "main")
		r.git("tag", "-f", "head")
		merge := exec.Command("git", "merge", "-q", "other")
		merge.Dir, merge.Env = r.dir, r.env
		_ = merge.Run() // fails on purpose
		r.write("new file.txt", "not added yet\r\n")
	}},
	{"repositories within", func(r *repository) {
		for _, inner := range []string{"empty repository", "other:\n[repository]", "submodule"} {
			r.write(inner+"/file.go", "package x\n")
			r.git("-C", inner, "init", "-q")
			if inner != "empty repository" {
				r.git("-C", inner, "add", "--all")
				r.git("-C", inner, "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "inner")
			}
		}
		r.git("add", "submodule")
	}},
	{"odd names", func(r *repository) { r.write("x:y\n\t\"z\\ ü/[a] *?", "odd\n") }},
	{"packed", func(r *repository) { r.git("gc", "-q", "--prune=now") }},
	{"index of version 4", func(r *repository) { r.git("update-index", "--index-version=4") }},
	{"intent to add", func(r *repository) { r.git("add", "--intent-to-add", "new file.txt") }},
	{"stale times", func(r *repository) {
		then := time.Now().Add(-time.Hour)
		program.Check(os.Chtimes(filepath.Join(r.dir, "go.mod"), then, then))
	}},
	{"split index", func(r *repository) {
		r.git("config", "core.splitIndex", "true")
		r.git("config", "splitIndex.sharedIndexExpire", "now")
		r.git("config", "splitIndex.maxPercentChange", "0")
		r.git("update-index", "--split-index")
	}},
	{"filters with a state", func(r *repository) {
		r.git("config", "filter.odd.clean", mark+"cat")
		r.git("config", "filter.odd.smudge", mark+"cat")
		r.git("config", "filter.odd.required", "true")
		r.write(".git/info/attributes", "*.mod filter=odd\n")
	}},
	{"converted line ends", func(r *repository) { r.git("config", "core.autocrlf", "true") }},
	{"untracked cache", func(r *repository) {
		r.git("config", "core.untrackedCache", "true")
		r.git("update-index", "--untracked-cache")
		r.git("status")
	}},
	{"monitor", func(r *repository) {
		r.script(".git/monitor", "touch .git/mark\nprintf 'token\\0/\\0'\n")
		r.git("config", "core.fsmonitor", ".git/monitor")
		r.git("update-index", "--fsmonitor")
		program.Check(os.Remove(filepath.Join(r.dir, ".git/mark")))
	}},
	{"settings of the working tree", func(r *repository) {
		r.git("config", "extensions.worktreeConfig", "true")
		r.git("config", "--worktree", "submodule.recurse", "true")
		r.git("config", "--worktree", "index.sparse", "true")
	}},
	{"borrowed objects", func(r *repository) {
		r.write(".git/a:b/.keep", "")
		program.Check(os.Rename(filepath.Join(r.dir, ".git/objects"), filepath.Join(r.dir, ".git/a:b/objects")))
		r.write(".git/objects/info/alternates", "../a:b/objects\n")
		program.Check(os.MkdirAll(filepath.Join(r.dir, ".git/objects/pack"), 0o755))
	}},
	{"hooks", func(r *repository) {
		for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "pre-auto-gc", "pre-commit"} {
			r.script(".git/hooks/"+hook, mark)
		}
	}},
	{"hooks elsewhere", func(r *repository) {
		r.script(".git/mine/post-index-change", mark)
		r.git("config", "core.hooksPath", ".git/mine")
	}},
	{"linked working tree", func(r *repository) {
		// Not worktree move, which refuses submodules.
		r.git("worktree", "add", "-q", "--detach", "../linked", "head")
		r.dir = filepath.Join(filepath.Dir(r.dir), "linked")
		r.write("m_test.go", fmt.Sprintf(moduleTests, 2, `one\r\ntwo\r\n`))
	}},
	{"odd path", func(r *repository) {
		// Linked worktrees have absolute paths.
		if filepath.Base(r.dir) == "work" {
			odd := filepath.Join(filepath.Dir(r.dir), "a:b\n\"c\" d")
			program.Check(os.Rename(r.dir, odd))
			r.dir = odd
		}
	}},
	{"within a hook", func(r *repository) {
		dir := exec.Command("git", "rev-parse", "--absolute-git-dir")
		dir.Dir, dir.Env = r.dir, r.env
		out := program.Must(dir.Output())
		r.env = append(r.env, "GIT_DIR="+string(out[:len(out)-1]), "GIT_WORK_TREE="+r.dir)
	}},
}

func init() { subjects = append(subjects, subject{"git", tortureGit}) }
