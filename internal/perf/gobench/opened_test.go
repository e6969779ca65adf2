package gobench

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
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
