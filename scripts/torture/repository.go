//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A repository is one of a small Go module, made for ab.
type repository struct {
	dir string   // of the working tree
	tmp string   // for temporary files of ab, empty between its runs
	env []string // environment of ab
}

// module is a repository with commits "base" and "head", which is slower, and
// with changes in the working tree. Its benchmarks fail where their data are
// not those of their own revision.
func (t *torture) module(name string) *repository {
	dir := filepath.Join(t.dir, name)
	r := &repository{dir: filepath.Join(dir, "work"), tmp: filepath.Join(dir, "tmp")}
	r.env = append(os.Environ(), "TMPDIR="+r.tmp, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	program.Check(os.MkdirAll(r.dir, 0o755))
	program.Check(os.Mkdir(r.tmp, 0o755))
	r.git("init", "-q", "-b", "main")
	r.git("config", "user.name", "t")
	r.git("config", "user.email", "t@example.com")
	r.git("config", "protocol.file.allow", "always")
	r.write("go.mod", "module example.com/m\n\ngo 1.24\n")
	r.write("!first.txt", "one\ntwo\n")
	r.write("testdata/text.txt", "one\ntwo\n")
	r.write("forced.txt", "ignored and recorded\n")
	r.write(".gitignore", "*.ignored\nforced.txt\n")
	r.commit("base", 1, `one\ntwo\n`, "*.txt text eol=lf\n")
	r.commit("head", 3, `one\r\ntwo\r\n`, "*.txt text eol=crlf\n")
	r.write(".gitattributes", "*.txt -text\n") // for neither
	r.write("m_test.go", fmt.Sprintf(moduleTests, 2, `one\r\ntwo\r\n`))
	r.git("checkout", "-q", "head", "--", ".gitattributes")
	r.write("new file.txt", "not added yet\r\n")
	r.write("x.ignored", "ignored\n")
	return r
}

const moduleTests = `package m

import (
	"os"
	"testing"
)

var sink uint64

func work(b *testing.B, times int) {
	for _, name := range []string{"!first.txt", "testdata/text.txt"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			b.Fatalf("%%q, %%v", text, err)
		}
	}
	for range b.N {
		for x := range uint64(1000 * times) {
			sink += x ^ sink>>3
		}
	}
}

func BenchmarkChanged(b *testing.B)   { work(b, %d) }
func BenchmarkUnchanged(b *testing.B) { work(b, 1) }

const want = "%s"
`

// commit records a revision and names it.
func (r *repository) commit(name string, times int, want, attributes string) {
	r.write("m_test.go", fmt.Sprintf(moduleTests, times, want))
	r.write(".gitattributes", attributes)
	r.git("add", "--all", "--force")
	r.git("commit", "-q", "-m", name)
	r.git("tag", name)
	r.git("rm", "-q", "-r", "--cached", ".") // written anew, by its attributes
	r.git("reset", "-q", "--hard")
}

func (r *repository) git(args ...string) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	if out, err := cmd.CombinedOutput(); err != nil {
		program.Check(fmt.Errorf("git %v: %w: %s", args, err, out))
	}
}

func (r *repository) write(name, text string) {
	path := filepath.Join(r.dir, name)
	program.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	program.Check(os.WriteFile(path, []byte(text), 0o644))
}

func (r *repository) script(name, text string) {
	r.write(name, "#!/bin/sh\n"+text)
	program.Check(os.Chmod(filepath.Join(r.dir, name), 0o755))
}

// ab starts ecsbench in the working tree.
func (t *torture) ab(r *repository, args ...string) *victim {
	const script = `cd "$1" && shift && exec "$@"`
	cmd := exec.Command("sh", append([]string{"-c", script, "sh", r.dir, t.program, "ab"}, args...)...)
	cmd.Env = r.env
	return t.startCommand(cmd)
}

// state is everything below a folder: contents, modes and times, but not those
// of objects, which Git touches to keep them from being pruned. What is below
// the folder except is left out.
func state(dir, except string) map[string]string {
	files := map[string]string{}
	program.Check(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == except {
			return fs.SkipDir
		}
		info := program.Must(d.Info())
		facts := info.Mode().String()
		if !strings.Contains(path, "/objects/") {
			facts += info.ModTime().String()
		}
		switch {
		case info.Mode().IsRegular():
			text := program.Must(os.ReadFile(path))
			facts += fmt.Sprintf("%x", sha256.Sum256(text))
		case info.Mode()&fs.ModeSymlink != 0:
			target := program.Must(os.Readlink(path))
			facts += target
		}
		files[path] = facts
		return nil
	}))
	return files
}

// checkEmpty demands that nothing is left in a folder for temporary files.
func (t *torture) checkEmpty(dir string) {
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.fault("temporary files left", "%v %v", left, err)
	}
}

// differences lists what became other, new or missing.
func differences(before, after map[string]string) (list []string) {
	for path, facts := range before {
		if now, ok := after[path]; !ok {
			list = append(list, "gone: "+path)
		} else if now != facts {
			list = append(list, "changed: "+path)
		}
	}
	for path := range after {
		if _, ok := before[path]; !ok {
			list = append(list, "new: "+path)
		}
	}
	return list
}
