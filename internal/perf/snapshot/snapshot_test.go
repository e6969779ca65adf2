package snapshot_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// repository is what [newRepository] copies.
var repository string

func TestMain(m *testing.M) {
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	scratch, err := outdir.NewScratch("snapshot") // the next one removes it if this process is killed
	if err != nil {
		panic(err)
	}
	dir := scratch.Path
	repository = filepath.Join(dir, "repository")
	temporary := filepath.Join(dir, "temporary")
	if err := os.Mkdir(temporary, 0o777); err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", temporary)
	os.Setenv("TMP", temporary) // of Windows
	code := m.Run()
	if left, err := os.ReadDir(temporary); code == 0 && (err != nil || len(left) > 0) {
		fmt.Fprintf(os.Stderr, "left behind among the temporary files: %v, %v\n", left, err)
		code = 1
	}
	scratch.Remove()
	os.Exit(code)
}

// newRepository makes a repository with two commits and uncommitted changes of
// every kind.
func newRepository(t *testing.T) string {
	t.Helper()
	makeRepository.Do(func() { fillRepository(t, repository) })
	dir := t.TempDir()
	fixture.Check(t, os.CopyFS(dir, os.DirFS(repository)))
	runGit(t, dir, "update-index", "-q", "--refresh") // as if the files had always been there
	return dir
}

var makeRepository sync.Once

func fillRepository(t *testing.T, dir string) {
	t.Helper()
	run := func(args ...string) { t.Helper(); runGit(t, dir, args...) }
	write(t, dir, "kept.txt", "one")
	write(t, dir, "sub/changed.txt", "one")
	write(t, dir, "deleted.txt", "one")
	write(t, dir, ".gitignore", "ignored.txt\n")
	write(t, dir, ".gitattributes", "kept.txt export-ignore\n")
	run("init", "-q", "-b", "main", "--template=")
	run("add", "-A")
	run("commit", "-qm", "one")
	run("tag", "first")
	run("repack", "-adqn") // what comes after it is not packed
	write(t, dir, "kept.txt", "two")
	run("commit", "-qam", "two")
	write(t, dir, "sub/changed.txt", "three")
	write(t, dir, "staged.txt", "three")
	run("add", "staged.txt")
	write(t, dir, "new file.txt", "three")
	write(t, dir, "ignored.txt", "three")
	write(t, dir, ".git/info/exclude", "excluded.txt\n")
	write(t, dir, "excluded.txt", "three")
	os.Remove(filepath.Join(dir, "deleted.txt"))
}

func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@t", "-c", "maintenance.auto=false", "-c", "core.logAllRefUpdates=false"}, args...)...)
	cmd.Dir = dir
	fixture.Run(t, cmd)
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	fixture.Check(t, os.MkdirAll(filepath.Dir(path), 0o777))
	fixture.Check(t, os.WriteFile(path, []byte(content), 0o666))
}

// contents reads a whole folder, Git's own files included.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		files[name] = "folder"
		if !d.IsDir() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files[name] = string(data)
		}
		return nil
	})
	fixture.Check(t, err)
	return files
}

func TestExportLeavesNoTrace(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := newRepository(t)
	before := contents(t, dir)

	repo, err := snapshot.Open(ctx, filepath.Join(dir, "sub"))
	fixture.Check(t, err)
	if repo.Prefix != "sub" {
		t.Errorf("prefix %q, want sub", repo.Prefix)
	}
	check := func(files map[string]string, want map[string]string) {
		t.Helper()
		want[".gitignore"], want[".gitattributes"] = "ignored.txt\n", "kept.txt export-ignore\n"
		want["sub"] = "folder"
		for name, content := range want {
			if files[name] != content {
				t.Errorf("%s holds %q, want %q", name, files[name], content)
			}
		}
		for name := range files {
			if _, ok := want[name]; !ok {
				t.Errorf("%s should not be there", name)
			}
		}
	}
	files, first := export(t, repo, "first")
	check(files, map[string]string{"kept.txt": "one", "sub/changed.txt": "one", "deleted.txt": "one"})
	if !strings.HasPrefix(first.String(), "first (") {
		t.Errorf("first is called %s", first)
	}
	files, _ = export(t, repo, "HEAD")
	check(files, map[string]string{"kept.txt": "two", "sub/changed.txt": "one", "deleted.txt": "one"})
	files, tree := export(t, repo, ".")
	check(files, map[string]string{"kept.txt": "two", "sub/changed.txt": "three", "staged.txt": "three", "new file.txt": "three"})
	if tree.Changed != 4 {
		t.Errorf("%d files changed, want 4", tree.Changed)
	}

	fixture.Check(t, repo.Close())
	after := contents(t, dir)
	for name := range before {
		if before[name] != after[name] {
			t.Errorf("%s was changed", name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			t.Errorf("%s was left behind", name)
		}
	}
}

func TestUnknownNames(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	repo := open(t, newRepository(t))
	for _, name := range []string{"nowhere", "--help", "-n", "", "HEAD:kept.txt", "HEAD~9"} {
		if v, err := repo.Resolve(ctx, name); err == nil {
			t.Errorf("%q was taken for %v", name, v)
		}
	}
	if _, err := snapshot.Open(ctx, t.TempDir()); err == nil || !strings.Contains(err.Error(), "is in no Git repository: change into the module") {
		t.Errorf("a folder without repository: %v", err)
	}
	bare := t.TempDir()
	runGit(t, bare, "init", "-q", "--bare")
	if _, err := snapshot.Open(ctx, bare); err == nil || !strings.Contains(err.Error(), "clone the bare repository") {
		t.Errorf("a bare repository: %v", err)
	}
}

// Git takes a file for unchanged if size and time are those of its index, except
// where the index is not younger: a change within the tick of the clock in which
// it was committed has to be seen.
func TestChangeWithinOneTick(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	tick := time.Now().Add(-time.Hour).Truncate(time.Second)
	touch := func(name string) {
		t.Helper()
		fixture.Check(t, os.Chtimes(filepath.Join(dir, name), tick, tick))
	}
	runGit(t, dir, "config", "core.trustctime", "false")
	touch("kept.txt")
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-qm", "three")
	write(t, dir, "kept.txt", "TWO")
	touch("kept.txt")
	touch(".git/index")
	v, err := open(t, dir).Resolve(context.Background(), ".")
	if err != nil || v.Changed != 1 {
		t.Errorf("%d changed files, %v; want 1", v.Changed, err)
	}
}
