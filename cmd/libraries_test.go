package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Libraries are measured by programs of their own, which are built when they are named, also
// outside a checkout. Paths are relative to the user's folder.
func TestLibrariesAreBuiltWhenTheyAreNamed(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	expect(t, t.TempDir(), ExitOK, []string{"ark", "built when it is first used"}, "list", "impls")
	goCache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir, cache := t.TempDir(), []string{"XDG_CACHE_HOME=" + t.TempDir(), "GOCACHE=" + strings.TrimSpace(string(goCache))}
	run := []string{"run", "--entities", "100", "--components", "2", "--rounds", "1", "--impl", "dense,ark,ecs", "--scenario", "iterate,save", "-o", "run.txt"}
	expectWith(t, dir, cache, ExitOK, []string{"building the programs of ark, ecs\n", "built iterate in ", "\nark  ", "Fastest library", "- unsupported; the reason: ecsbench list impls NAME"}, run...)
	expect(t, dir, ExitOK, []string{"impl=ark"}, "compare", "run.txt")
	c := expectWith(t, dir, cache, ExitOK, []string{"\nark  ", "0 samples in"}, "run", "--resume", "run.txt")
	if strings.Contains(c.stderr, "built") {
		t.Errorf("unchanged programs are built again:\n%s", c.stderr)
	}
	expect(t, dir, ExitOK, []string{"ecs.NewMap1[Burning]", "Map.Remove(e)"}, "list", "impls", "ark", "--scenario", "exchange")
}

// Versions of a library are measured beside each other.
func TestVersionsOfLibraries(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir, cache := t.TempDir(), []string{"XDG_CACHE_HOME=" + t.TempDir()}
	run := []string{"run", "--entities", "100", "--components", "2", "--rounds", "1", "--scenario", "iterate", "--quiet", "--impl"}
	expectWith(t, dir, cache, ExitOK, []string{"\nark@v0.8.0  ", "\nark  "}, append(run, "ark@v0.8.0,ark", "-o", "run.txt")...)
	expectWith(t, dir, cache, ExitOK, []string{"\nark@v0.8.0  "}, "run", "--resume", "run.txt")
}

// A build that fails names the step and leaves nothing behind.
func TestFailedBuilds(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a shell script stands for the go command")
	}
	for name, test := range map[string]struct{ script, want string }{
		"download": {`echo "go: downloading x v1" >&2; echo "ark.go:3:2: x@v1: dial tcp: no route to host" >&2; exit 1`, "for ark: download failed (it takes the network the first time): ark.go:3:2: x@v1: dial tcp: no route to host"},
		"compile":  {`printf '# example.com/ark\nark.go:7:1: syntax error\nark.go:9:1: another\n' >&2; exit 1`, "for ark: compile failed: ark.go:7:1: syntax error"},
		"killed":   {`echo "example.com/ark: /usr/lib/go/pkg/tool/compile: signal: killed" >&2; exit 1`, "for ark: compile failed: example.com/ark"},
		"link":     {`printf '# named\n/usr/lib/go/pkg/tool/link: running gcc failed\n' >&2; exit 1`, "for ark: link failed: /usr/lib/go/pkg/tool/link: running gcc failed"},
		"nothing":  {`exit 3`, "exit status 3"},
		"unserved": {`echo "go: example.com/goke: 403 Forbidden" >&2; exit 1`, "for goke: download failed (it takes the network the first time): go: example.com/goke: 403 Forbidden: get its repository, and name the folder: goke=FOLDER"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bin, cache, impl := t.TempDir(), t.TempDir(), "ark"
			if name == "unserved" {
				impl = "goke"
			}
			if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"+test.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			c := expectWith(t, t.TempDir(), []string{"XDG_CACHE_HOME=" + cache, "HOME=" + cache, "PATH=" + bin + ":" + os.Getenv("PATH")}, ExitUsage, []string{test.want, "building the programs of " + impl + "\n"},
				"run", "--impl", impl, "--scenario", "iterate", "--rounds", "1")
			if lines := strings.Count(c.stderr, "\n"); lines != 2 {
				t.Errorf("%d lines:\n%s", lines, c.stderr)
			}
			files := 0
			if err := filepath.WalkDir(cache, func(_ string, d os.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					files++
				}
				return err
			}); err != nil || files > 0 {
				t.Errorf("%d files are left, %v", files, err)
			}
		})
	}
}
