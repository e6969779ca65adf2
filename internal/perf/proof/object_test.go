//go:build unix

package proof_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/proof"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// A file is one in an archive, which is what the build keeps of a package.
type file struct{ name, content string }

// archived writes files as an archive.
func archived(files ...file) string {
	text := "!<arch>\n"
	for _, f := range files {
		text += fmt.Sprintf("%-16s%-12d%-6d%-6d%-8o%-10d`\n%s", f.name, 0, 0, 0, 0o644, len(f.content), f.content)
		text += strings.Repeat("\n", len(f.content)%2)
	}
	return text
}

// object is one of Go without a symbol in it, below lines that describe its build.
func object(lines string) file {
	text := []byte(lines + "\n!\n\x00go120ld")
	for range 64 {
		text = binary.LittleEndian.AppendUint32(text, 100) // where a block begins, and the one before it ends
	}
	return file{"_go_.o", string(text)}
}

// The lines before an object that describe its build do not count. Objects that are not of Go
// are listed for every package. All packages were compiled with the same settings.
func TestWhatTheBuildKeeps(t *testing.T) {
	const (
		linux, plan9 = "go object linux amd64 go1.26", "go object plan9 amd64 go1.26"
		nothing      = "the entry point of the program, which is unknown" // it has none
		notGo        = "code that is not Go's, or flags for the linker"
	)
	goOf, code := []file{object(linux)}, file{"x.o", "C code"}
	cases := []struct {
		base, head []file // of the one package that the tests of a case import
		want       string // the difference
	}{
		{[]file{object(linux), code}, []file{object(linux), code}, nothing},
		{[]file{object(linux), code}, []file{object(linux), {"x.o", "D code"}}, notGo},
		{[]file{object(linux), code}, []file{object(linux), {"y.o", "C code"}}, notGo},
		{[]file{object(linux), code}, goOf, notGo},
		{[]file{object(linux + "\nbuild id \"1\"\nmain\n")}, []file{object(linux + "\nbuild id \"2\"")}, nothing},
		{goOf, []file{object(linux + "\nother")}, notGo},
		{goOf, []file{object(linux + "\nbuild")}, notGo},
		{goOf, []file{object(plan9)}, "c was compiled by another toolchain than the rest: " + plan9 + ", " + linux},
		{goOf, []file{{"x.o", linux}}, "the object file of c is not understood"},
		{goOf, []file{{"x.o", linux + "\nbuild id \"1\"\nmain\n\n!\nMAGIC"}}, "the object file of c is of another version of Go"},
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	fixture.Check(t, err)
	write := func(path, text string, mode os.FileMode) {
		fixture.Check(t, os.WriteFile(path, []byte(text), mode))
	}
	bin, base, head := t.TempDir(), t.TempDir(), t.TempDir()
	for _, dir := range []string{base, head} {
		main, list := filepath.Join(dir, "main.a"), fmt.Sprintf(`{"ImportPath": "runtime", "Root": %q}`, strings.TrimSpace(string(root)))
		write(main, archived(goOf...), 0o666)
		for i, test := range cases {
			files, export := test.base, filepath.Join(dir, fmt.Sprint(i, ".a"))
			if dir == head {
				files = test.head
			}
			write(export, archived(files...), 0o666)
			list += fmt.Sprintf(`{"ImportPath": "c [%d.test]", "Export": %q} {"ImportPath": "%[1]d.test", "Export": %[3]q, "Deps": ["c [%[1]d.test]"]}`, i, export, main)
		}
		write(filepath.Join(dir, "list"), list, 0o666)
	}
	write(filepath.Join(bin, "go"), "#!/bin/sh\ncat list\n", 0o777) // go list
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var paths []string
	for i := range cases {
		paths = append(paths, fmt.Sprint(i))
	}
	all, err := proof.Open(t.Context(), child.GoCommand{Dir: base, Temporary: t.TempDir()}, child.GoCommand{Dir: head, Temporary: t.TempDir()}, paths, nil)
	fixture.Check(t, err)
	for i, test := range cases {
		if difference := all[paths[i]].Difference("BenchmarkX"); difference == nil || difference.Error() != test.want {
			t.Errorf("%d: %v, want %q", i, difference, test.want)
		}
	}
}
