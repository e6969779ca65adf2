package gobench

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// Only changed files that a benchmark reads disable its proof, in whatever way it reads them.
func TestOnlyReadFilesDisableTheProof(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("files that are opened are noticed on Linux")
	}
	const tests = `package m

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

func BenchmarkNothing(b *testing.B) {}

func BenchmarkReads(b *testing.B) { os.ReadFile("testdata/a.txt") }

func BenchmarkSizes(b *testing.B) { os.Stat("testdata/a.txt") }

func BenchmarkLists(b *testing.B) { filepath.Glob("testdata/*") }

func BenchmarkElsewhere(b *testing.B) { os.ReadFile("other/b.txt") }

func BenchmarkCalls(b *testing.B) {
	if fd, err := syscall.Open("testdata/a.txt", 0, 0); err == nil {
		syscall.Close(fd)
	}
}

func BenchmarkStarts(b *testing.B) { exec.Command("/bin/cat", "testdata/a.txt").Run() }

func BenchmarkDocument(b *testing.B) { os.ReadFile("README.md") }

func BenchmarkParses(b *testing.B) { os.ReadFile("testdata/a.go") }

func BenchmarkChdir(b *testing.B) {
	os.Chdir("testdata")
	os.ReadFile("a.txt")
}
`
	const init = "package m\n\nimport \"os\"\n\nvar data, _ = os.ReadFile(\"other/b.txt\")\n"
	first := map[string]string{"m_test.go": tests, "testdata/a.txt": "1", "other/b.txt": "1", "README.md": "1", "CHANGES.md": "1", "testdata/a.go": "package a\n"}
	for name, test := range map[string]struct {
		base, head map[string]string
		read       []string
	}{
		"nothing that is read": {nil, map[string]string{"notes.txt": "1", "deep/er/x.txt": "1"}, nil},
		"a file":               {nil, map[string]string{"testdata/a.txt": "2"}, []string{"Calls", "Chdir", "Reads", "Sizes", "Starts"}},
		"a document":           {nil, map[string]string{"README.md": "2"}, []string{"Document"}},
		"an unread document":   {nil, map[string]string{"CHANGES.md": "2"}, nil},
		"a source":             {nil, map[string]string{"testdata/a.go": "package b\n"}, []string{"Parses"}},
		"another file":         {nil, map[string]string{"other/b.txt": "2"}, []string{"Elsewhere"}},
		"a new file":           {nil, map[string]string{"testdata/c.txt": "1"}, []string{"Lists"}},
		"one of all":           {map[string]string{"init_test.go": init}, map[string]string{"other/b.txt": "2"}, []string{"Calls", "Chdir", "Document", "Elsewhere", "Lists", "Nothing", "Parses", "Reads", "Sizes", "Starts"}},
	} {
		dir := newModule(t, first, test.base, test.head)
		s := open(t, dir, "HEAD~1", "HEAD", "Nothing|Reads|Sizes|Lists|Elsewhere|Calls|Starts|Chdir|Document|Parses")
		if s.Same() && test.read == nil {
			continue
		}
		inv, err := s.Inventory(t.Context(), time.Minute)
		fixture.Check(t, err)
		if got := names(inv.Common); !slices.Equal(slices.Sorted(slices.Values(got)), test.read) {
			t.Errorf("%s: %q are measured, want %q; proved equal are %q", name, got, test.read, names(inv.Proved))
		}
	}
}

// Sources and documents that a benchmark reads are data, however it finds them, and also if only a
// comment in them changed.
func TestSourcesThatAreData(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	for name, test := range map[string]struct{ imports, body, changes string }{
		"a parser":      {`"go/parser"; "go/token"`, `parser.ParseDir(token.NewFileSet(), ".", nil, 0)`, "m.go"},
		"a pattern":     {`"os"`, `fs.WalkDir(os.DirFS("."), ".", func(p string, _ fs.DirEntry, _ error) error { if ok, _ := path.Match("*.go", p); ok { os.ReadFile(p) }; return nil })`, "m.go"},
		"an extension":  {`"os"`, `fs.WalkDir(os.DirFS("."), ".", func(p string, _ fs.DirEntry, _ error) error { if path.Ext(p) == ".go" { os.ReadFile(p) }; return nil })`, "m.go"},
		"documents":     {`"os"`, `names, _ := fs.Glob(os.DirFS("docs"), "*.md"); for _, n := range names { os.ReadFile(path.Join("docs", n)) }`, "docs/a.md"},
		"its own name":  {`"os"`, `os.ReadFile("m.go")`, "m.go"},
		"a header file": {`"os"`, `os.ReadFile("c/x.h")`, "c/x.h"},
	} {
		t.Run(name, func(t *testing.T) {
			tests := "package m\n\nimport (\n\"io/fs\"\n\"path\"\n\"testing\"\n" + strings.ReplaceAll(test.imports, "; ", "\n") + "\n)\n\nvar _, _ = path.Ext, fs.Glob\n\n" +
				"func BenchmarkReads(b *testing.B) {\n" + test.body + "\n}\n\nfunc BenchmarkNothing(b *testing.B) {}\n"
			files := map[string]string{"m_test.go": tests, "m.go": "package m\n", "docs/a.md": "a", "c/x.h": "// a\n"}
			dir := newModule(t, files, map[string]string{test.changes: files[test.changes] + "// a comment\n"})
			s := open(t, dir, "HEAD~1", "HEAD", ".")
			inv, err := s.Inventory(t.Context(), time.Minute)
			fixture.Check(t, err)
			if !slices.Contains(names(inv.Common), "Reads") || runtime.GOOS == "linux" && slices.Contains(names(inv.Common), "Nothing") {
				t.Errorf("%q are measured, proved equal are %q", names(inv.Common), names(inv.Proved))
			}
			c := ab.CaseID{Group: "example.com/m", Name: "Reads"}
			if Same(t.Context(), Config{Dir: dir, Base: "HEAD~1", Head: "HEAD"}, c) {
				t.Error("said to be the same")
			}
			var hashes [2]string
			for i, revision := range []string{"HEAD~1", "HEAD"} {
				one, err := Open(t.Context(), Config{Dir: dir, Head: revision, Pattern: "."})
				fixture.Check(t, err)
				hashes[i] = one.Code(t.Context())[c]
				fixture.Check(t, one.Close())
			}
			if hashes[0] == hashes[1] {
				t.Errorf("two revisions have the hashes %q", hashes)
			}
		})
	}
}
