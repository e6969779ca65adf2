package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/kernel"
)

// stampedFolders lists the folders that have stamped files.
func stampedFolders(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../../impls/*/*_gen.go", "../../impls/*/*/*_gen.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no stamped files %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	var dirs []string
	for _, f := range append(files, "../stamped_gen.go") {
		dir, err := filepath.Abs(filepath.Dir(f))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// TestStampedFilesAreCurrent: what is checked in is what go generate makes.
func TestStampedFilesAreCurrent(t *testing.T) {
	for _, dir := range stampedFolders(t) {
		var shared []string
		if text, err := os.ReadFile(filepath.Join(dir, "each.go")); err == nil {
			shared = strings.Fields(string(regexp.MustCompile(`kernel/stamp(.*)`).FindSubmatch(text)[1]))
		}
		temporary := t.TempDir()
		made := stampInto(t, dir, temporary, shared)
		for name, text := range made {
			current, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || !bytes.Equal(current, text) {
				t.Errorf("%s/%s is not what the stamp makes: run go generate ./... (%v)", dir, name, err)
			}
		}
	}
}

// stampInto stamps a copy of a folder's sources, and returns what it made.
func stampInto(t *testing.T, dir, temporary string, shared []string) map[string][]byte {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	inner := filepath.Join(temporary, "impls", "storage", "package")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, s := range shared {
		copyFile(t, filepath.Join(dir, s), filepath.Join(inner, s))
	}
	for _, s := range sources {
		if base := filepath.Base(s); base == "each.go" || strings.HasSuffix(base, ".tmpl") {
			copyFile(t, s, filepath.Join(inner, base))
		}
	}
	t.Chdir(inner)
	if err := stamp(".", shared...); err != nil {
		t.Fatal(err)
	}
	made := make(map[string][]byte)
	files, err := filepath.Glob("*_gen.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: nothing was made: %v", dir, err)
	}
	for _, f := range files {
		if made[f], err = os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
	return made
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestKernelsAreInlined reads the compiler's own report: in every stamped loop
// the kernel is inlined. A call for each entity would cost a nanosecond, more
// than the work itself.
func TestKernelsAreInlined(t *testing.T) {
	// Only what has stamped files, and nothing of it is linked.
	said, err := exec.Command("go", append([]string{"build", "-gcflags=-m"}, stampedFolders(t)...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	inlined := make(map[string]bool) // file:line:kernel
	report := regexp.MustCompile(`(?m)^(\S+_gen\.go):(\d+):\d+: inlining call to kernel\.(\w+)$`)
	for _, m := range report.FindAllStringSubmatch(string(said), -1) {
		path, err := filepath.Abs(m[1])
		if err != nil {
			t.Fatal(err)
		}
		inlined[path+":"+m[2]+":"+m[3]] = true
	}
	calls := 0
	for _, dir := range stampedFolders(t) {
		for _, name := range []string{"each_gen.go", "class_gen.go"} {
			path, err := filepath.Abs(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			for at, line := range strings.Split(string(text), "\n") {
				for _, k := range kernel.All() {
					if strings.HasPrefix(strings.TrimSpace(line), "kernel."+k.Name+"(") {
						calls++
						if !inlined[path+":"+strconv.Itoa(at+1)+":"+k.Name] {
							t.Errorf("%s:%d: kernel.%s is not inlined", path, at+1, k.Name)
						}
					}
				}
			}
		}
	}
	if least := len(kernel.All()) * 8; calls < least {
		t.Errorf("only %d calls of kernels were found in stamped files, want at least %d", calls, least)
	}
}
