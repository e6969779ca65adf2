package snapshot_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
)

// state is everything below a folder: contents, modes, and the times of all
// files but objects.
func state(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := contents(t, dir)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		name, _ := filepath.Rel(dir, path)
		files[name] += info.Mode().String()
		if !strings.Contains(filepath.ToSlash(path), "/objects/") {
			files[name] += info.ModTime().String()
		}
		return err
	})
	fixture.Check(t, err)
	return files
}

// same demands that nothing has changed.
func same(t *testing.T, before, after map[string]string) {
	t.Helper()
	for name := range before {
		if _, ok := after[name]; !ok {
			t.Errorf("%q is gone", name)
		} else if before[name] != after[name] {
			t.Errorf("%q has changed", name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			t.Errorf("%q is new", name)
		}
	}
}

// script writes a program for sh.
func script(t *testing.T, path, text string) {
	t.Helper()
	fixture.Check(t, os.MkdirAll(filepath.Dir(path), 0o777))
	fixture.Check(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o777))
}

// mark is left behind by what must not run, or not there.
const mark = "touch \"$(git rev-parse --absolute-git-dir)/mark\" mark .git/mark 2>/dev/null\n"

// The files of a repository are found with any settings, and the repository is not changed.
func TestOddRepositories(t *testing.T) {
	fixture.Long(t)
	if runtime.GOOS == "windows" {
		t.Skip("hooks and filters are scripts for sh")
	}
	for name, odd := range map[string]func(t *testing.T, dir string, git func(...string)){
		"split index": func(t *testing.T, dir string, git func(...string)) {
			git("config", "core.splitIndex", "true")
			git("config", "splitIndex.sharedIndexExpire", "now")
			git("config", "splitIndex.maxPercentChange", "0")
			git("update-index", "--split-index")
		},
		"hooks": func(t *testing.T, dir string, git func(...string)) {
			for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "pre-auto-gc"} {
				script(t, filepath.Join(dir, ".git", "hooks", hook), mark)
			}
		},
		"hooks elsewhere": func(t *testing.T, dir string, git func(...string)) {
			script(t, filepath.Join(dir, ".git", "mine", "post-index-change"), mark)
			git("config", "core.hooksPath", ".git/mine")
		},
		"monitor": func(t *testing.T, dir string, git func(...string)) {
			script(t, filepath.Join(dir, ".git", "monitor"), mark+"printf 'token\\0/\\0'\n")
			git("config", "core.fsmonitor", ".git/monitor")
			git("config", "core.untrackedCache", "true")
			git("update-index", "--untracked-cache", "--fsmonitor")
			os.Remove(filepath.Join(dir, ".git", "mark"))
			os.Remove(filepath.Join(dir, "mark"))
		},
		"sparse checkout": func(t *testing.T, dir string, git func(...string)) {
			git("stash", "--include-untracked")
			git("sparse-checkout", "set", "--cone", "--sparse-index", "nothing")
			git("stash", "pop")
		},
		"stale times": func(t *testing.T, dir string, git func(...string)) {
			hourAgo := time.Now().Add(-time.Hour)
			os.Chtimes(filepath.Join(dir, "kept.txt"), hourAgo, hourAgo)
			git("gc", "-q")
			git("commit", "-q", "--allow-empty", "-m", "x") // trees are packed, too
		},
		"sharing objects": func(t *testing.T, dir string, git func(...string)) {
			os.Mkdir(filepath.Join(dir, ".git", "a:b\n\"c"), 0o777)
			os.Rename(filepath.Join(dir, ".git", "objects"), filepath.Join(dir, ".git", "a:b\n\"c", "objects"))
			write(t, dir, ".git/objects/info/alternates", `"../a:b\n\"c/objects"`+"\n")
			os.Mkdir(filepath.Join(dir, ".git", "objects", "pack"), 0o777)
		},
		"conflict": func(t *testing.T, dir string, git func(...string)) {
			git("stash", "--include-untracked")
			git("checkout", "-qb", "other", "first")
			write(t, dir, "kept.txt", "other")
			git("commit", "-qam", "other")
			git("checkout", "-q", "main")
			exec.Command("git", "-C", dir, "-c", "user.name=t", "-c", "user.email=t@t", "merge", "-q", "other").Run() // fails, that is the point
			write(t, dir, "kept.txt", "two")
			for name, content := range map[string]string{"sub/changed.txt": "three", "staged.txt": "three", "new file.txt": "three"} {
				write(t, dir, name, content)
			}
			os.Remove(filepath.Join(dir, "deleted.txt"))
		},
		"intent to add": func(t *testing.T, dir string, git func(...string)) { git("add", "-N", "new file.txt") },
		"worktree settings": func(t *testing.T, dir string, git func(...string)) {
			git("config", "extensions.worktreeConfig", "true")
			git("config", "--worktree", "core.hooksPath", "nowhere")
			git("config", "submodule.recurse", "true")
			git("config", "core.bare", "false")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := newRepository(t)
			odd(t, dir, func(args ...string) { t.Helper(); runGit(t, dir, args...) })
			exportsUntouched(t, dir)
		})
	}
}

// A hook may run ab, and names its repository and index in the environment.
func TestWithinAHook(t *testing.T) {
	dir := newRepository(t)
	index := filepath.Join(dir, ".git", "mine.index")
	os.Rename(filepath.Join(dir, ".git", "index"), index)
	t.Setenv("GIT_INDEX_FILE", index)
	t.Setenv("GIT_DIR", filepath.Join(dir, ".git"))
	t.Setenv("GIT_WORK_TREE", dir)
	exportsUntouched(t, dir)
}

// exportsUntouched exports what [newRepository] makes.
func exportsUntouched(t *testing.T, dir string) {
	t.Helper()
	before := state(t, dir)
	repo := open(t, dir)
	files, _ := export(t, repo, ".")
	for file, content := range map[string]string{
		"kept.txt": "two", "sub/changed.txt": "three", "staged.txt": "three", "new file.txt": "three",
	} {
		if files[file] != content {
			t.Errorf("%s holds %q, want %q", file, files[file], content)
		}
	}
	if len(files) != 7 {
		t.Errorf("%d files: %v", len(files), files)
	}
	if files, _ := export(t, repo, "first"); files["kept.txt"] != "one" || len(files) != 6 {
		t.Errorf("first: %v", files)
	}
	same(t, before, state(t, dir))
}

// open finds the repository of a folder.
func open(t *testing.T, dir string) *snapshot.Repository {
	t.Helper()
	repo, err := snapshot.Open(context.Background(), dir)
	fixture.Check(t, err)
	t.Cleanup(func() {
		if err := repo.Close(); err != nil {
			t.Error(err)
		}
	})
	return repo
}

// export writes a revision somewhere and reads it back.
func export(t *testing.T, repo *snapshot.Repository, name string) (map[string]string, *snapshot.Revision) {
	t.Helper()
	ctx := context.Background()
	v, err := repo.Resolve(ctx, name)
	fixture.Check(t, err)
	out := filepath.Join(t.TempDir(), "out")
	fixture.Check(t, v.Export(ctx, out))
	files := contents(t, out)
	delete(files, ".")
	return files, v
}

// The attributes of a revision are applied to it.
func TestAttributesOfTheRevision(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	write(t, dir, ".gitattributes", "")
	write(t, dir, "!first.txt", "one\ntwo\n") // before .gitattributes in any order
	write(t, dir, "text.txt", "one\ntwo\n")
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-qm", "lf")
	write(t, dir, ".gitattributes", "*.txt text eol=crlf\n")
	repo, before := open(t, dir), state(t, dir)
	for revision, want := range map[string]string{"HEAD": "one\ntwo\n", ".": "one\r\ntwo\r\n"} {
		files, _ := export(t, repo, revision)
		if files["text.txt"] != want || files["!first.txt"] != want {
			t.Errorf("%s: %q and %q, want %q", revision, files["text.txt"], files["!first.txt"], want)
		}
	}
	same(t, before, state(t, dir))
	runGit(t, dir, "commit", "-qam", "crlf")
	write(t, dir, ".gitattributes", "")
	if files, _ := export(t, repo, "HEAD"); files["text.txt"] != "one\r\ntwo\r\n" {
		t.Errorf("HEAD with the attributes of the working tree: %q", files["text.txt"])
	}
}

// Repositories within the working tree, recorded or not, are left out and named.
func TestRepositoriesWithin(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	for _, inner := range []string{"empty", "other:\n[x]", "sub/module"} {
		path := filepath.Join(dir, inner)
		write(t, path, "file.txt", "x")
		runGit(t, path, "init", "-q", "--template=")
		if inner != "empty" {
			runGit(t, path, "add", "-A")
			runGit(t, path, "commit", "-qm", "inner")
		}
	}
	runGit(t, dir, "add", "sub/module")
	runGit(t, dir, "commit", "-qm", "with a submodule")
	repo, before := open(t, dir), state(t, dir)
	files, v := export(t, repo, ".")
	slices.Sort(v.LeftOut)
	if want := []string{"empty", "other:\n[x]", "sub/module"}; !slices.Equal(v.LeftOut, want) {
		t.Errorf("left out %q, want %q", v.LeftOut, want)
	}
	if files["sub/changed.txt"] != "three" || files["new file.txt"] != "three" || files["sub/module/file.txt"] != "" {
		t.Errorf("files %v", files)
	}
	if _, v := export(t, repo, "HEAD"); !slices.Equal(v.LeftOut, []string{"sub/module"}) {
		t.Errorf("left out of HEAD: %q", v.LeftOut)
	}
	same(t, before, state(t, dir))
}

// Paths may have all characters that the file system allows.
func TestOddPaths(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("allows less")
	}
	t.Parallel()
	dir := filepath.Join(filepath.Dir(newRepository(t)), "a:b -- \"c\" ")
	fixture.Check(t, os.Rename(filepath.Join(filepath.Dir(dir), "001"), dir))
	odd := "x:y\t\"z\\ ü--"
	write(t, dir, odd+"/"+odd, "odd")
	for _, from := range []string{dir, filepath.Join(dir, odd)} {
		repo := open(t, from)
		files, v := export(t, repo, ".")
		if files[odd+"/"+odd] != "odd" || files["kept.txt"] != "two" || v.Changed != 5 {
			t.Errorf("%d changed, %q", v.Changed, files)
		}
		if files, _ := export(t, repo, "first"); files["kept.txt"] != "one" {
			t.Errorf("first: %q", files)
		}
	}
}

// Other forms of repositories.
func TestForms(t *testing.T) {
	fixture.Long(t)
	origin := newRepository(t)
	for name, args := range map[string][]string{
		"worktree":     {"worktree", "add", "-q"},
		"shared clone": {"clone", "-q", "--template=", "--shared", origin},
		"separate":     {"clone", "-q", "--template=", "--separate-git-dir=" + filepath.Join(t.TempDir(), "git"), origin},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "copy")
			runGit(t, origin, append(args, dir)...)
			before, within := state(t, dir), state(t, origin)
			repo := open(t, dir)
			files, _ := export(t, repo, "HEAD")
			first, _ := export(t, repo, "first")
			if files["kept.txt"] != "two" || first["kept.txt"] != "one" || first["sub/changed.txt"] != "one" {
				t.Errorf("HEAD %v, first %v", files, first)
			}
			write(t, dir, "kept.txt", "three")
			before["kept.txt"] = state(t, dir)["kept.txt"]
			if files, v := export(t, repo, "."); files["kept.txt"] != "three" || v.Changed != 1 {
				t.Errorf("%d changed: %v", v.Changed, files)
			}
			same(t, before, state(t, dir))
			same(t, within, state(t, origin))
		})
	}
	t.Run("sha256", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		runGit(t, dir, "init", "-q", "--template=", "--object-format=sha256")
		repo := open(t, dir)
		if files, _ := export(t, repo, "."); len(files) > 0 {
			t.Errorf("nothing was there but %v", files)
		}
		write(t, dir, "a", "one")
		if files, _ := export(t, repo, "."); files["a"] != "one" {
			t.Errorf("before the first commit: %v", files)
		}
		runGit(t, dir, "add", "-A")
		runGit(t, dir, "commit", "-qm", "one")
		write(t, dir, "a", "two")
		write(t, dir, ".gitignore", "a\n") // recorded files stay recorded
		if files, v := export(t, repo, "."); files["a"] != "two" || v.Changed != 2 || len(v.Commit) != 64 {
			t.Errorf("%v at %s", files, v.Commit)
		}
	})
}

// A working tree that is written to all the time is rejected in one line; after a single
// change it is read again.
func TestAWorkingTreeThatChanges(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	for kind, name := range map[string]func(n int) string{
		"one file":  func(int) string { return "many/7.txt" },
		"new files": func(n int) string { return fmt.Sprintf("many/new%d.txt", n) }, // each in place of the last
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			dir := newRepository(t)
			for i := range 200 {
				write(t, dir, fmt.Sprintf("many/%d.txt", i), strings.Repeat("x", 10000))
			}
			repo := open(t, dir)
			stop, stopped := make(chan bool), make(chan bool)
			go func() {
				defer close(stopped)
				for n := 0; ; n++ {
					select {
					case <-stop:
						return
					default:
						if name(n) != name(0) {
							os.Remove(filepath.Join(dir, name(n-1)))
						}
						os.WriteFile(filepath.Join(dir, name(n)), []byte(strings.Repeat("y", n%1000)), 0o666)
					}
				}
			}()
			var err error
			for start := time.Now(); time.Since(start) < 30*time.Second; { // on a busy machine nothing may be written for a while
				if _, err = repo.Resolve(context.Background(), "."); err != nil {
					break
				}
			}
			close(stop)
			<-stopped
			prefix, _, _ := strings.Cut(name(0), "0")
			if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), prefix) || !strings.Contains(err.Error(), "changes while it is read: wait") {
				t.Error(err)
			}
			if files, _ := export(t, repo, "."); len(files["many/8.txt"]) != 10000 {
				t.Errorf("%d bytes", len(files["many/8.txt"]))
			}
		})
	}
}
