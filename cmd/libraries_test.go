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
	rejected(t, dir, `"ark@new": want a library with a version, such as ark@v0.8.0`, append(run, "ark@new")...)
	rejected(t, dir, `"dense@v1.0.0": want a library with a version`, append(run, "dense@v1.0.0")...)
}

// Commands that measure in this process name the one for libraries.
func TestLibrariesAreNotInThisProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rejected(t, dir, "ark is measured by programs of its own: each sample of ecsbench run --impl ark is verified", "run", "--verify", "--impl", "ark")
	rejected(t, dir, "ark is measured by programs of its own: ecsbench ab --world iterate ark@VERSION ark@VERSION compares them", "ab", "HEAD", ".", "--impl", "ark@v0.8.0")
	rejected(t, "..", "ecs is measured by programs of its own: ecsbench ab --world exchange ecs@HEAD~1 ecs@. compares them", "ab", "HEAD~1", ".", "--impl", "ecs", "--scenario", "exchange:mode=batch")
	rejected(t, dir, "ecs is measured by programs of its own: --calibrate measures this program: name designs, such as dense", "doctor", "--calibrate", "--impl", "ecs")
}

// The program of each library and scenario can be written to a folder.
func TestRunEmitsPrograms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := []string{"run", "--impl", "ark,ecs", "--scenario", "iterate,exchange:mode=filter", "--components", "5", "--emit", "programs"}
	expect(t, dir, ExitOK, []string{"programs/ark/iterate: go run . < world.json", "programs/ecs/exchange-filter"}, run...)
	for _, name := range []string{"ark/iterate/game.go", "ecs/exchange-filter/go.mod", "ark/exchange-filter/fillers.go", "ark/iterate/world.json"} {
		if _, err := os.Stat(filepath.Join(dir, "programs", name)); err != nil {
			t.Error(err)
		}
	}
	rejected(t, dir, "programs/ark/exchange-filter exists: name another folder", run...)
	rejected(t, dir, "--emit writes programs of libraries, and dense is none", "run", "--impl", "dense", "--scenario", "iterate", "--emit", "others")
}

// A plan with libraries builds nothing.
func TestDryRunBuildsNothing(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	c := expectWith(t, t.TempDir(), []string{"XDG_CACHE_HOME=" + cache, "HOME=" + cache, "PATH="}, ExitOK, []string{"Iterate/impl=ark/", "Iterate/impl=ecs/"},
		"run", "--impl", "ecs,ark", "--scenario", "iterate", "--dry-run")
	if left, err := os.ReadDir(cache); err != nil || len(left) > 0 || strings.Contains(c.stderr, "building") {
		t.Errorf("%v, %v\n%s", left, err, c.stderr)
	}
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

// A library that cannot be downloaded is left out unless it is named. A folder with its module takes
// the place of a version.
func TestFoldersOfLibraries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	expect(t, dir, ExitOK, []string{"goke is left out: ", "--impl goke=FOLDER"}, "list", "impls")
	expectWith(t, dir, []string{"PATH="}, ExitUsage, []string{"goke is left out: ", "--library goke=FOLDER", "install Go"}, "world", "run", "iterate")
	write(t, dir, "go.mod", "module github.com/kjkrol/goke/v3\n")
	run := []string{"run", "--scenario", "iterate", "--emit", "programs", "--impl"}
	expect(t, dir, ExitOK, []string{"programs/goke/iterate"}, append(run, "goke=.")...)
	text, err := os.ReadFile(filepath.Join(dir, "programs", "goke", "iterate", "go.mod"))
	if err != nil || !strings.Contains(string(text), "\ngo 1.27.0\n") || !strings.Contains(string(text), "replace github.com/kjkrol/goke/v3 => ") {
		t.Errorf("%v\n%s", err, text)
	}
	rejected(t, dir, "want the folder of the module github.com/mlange-42/ark: its go.mod is that of", append(run, "ark=.")...)
	rejected(t, dir, "ark is a library: want the folder of its module", append(run, "ark=nowhere")...)
	rejected(t, dir, "--impl goke=.: goke is there twice: give the other one its version, such as goke@v1.0.0", append(run, "goke,goke=.")...)
}

// Designs and references have the places of their code in the program.
func TestCodeOfDesigns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		impl, scenario string
		want           []string
	}{
		{"dense", "exchange", []string{"\nseed/world.go:", ") exchange(es []Entity", "\nseed/column.go:", ") Insert(ids []ID"}},
		{"hashmap", "lookup", []string{"column.go:", ") Look(es []seed.Entity", "seed/seed.go:"}},
		{"soa", "iterate", []string{": func (w *world) Run("}},
		{"null", "destroy", []string{"func (nullWorld) Destroy("}},
	} {
		expect(t, t.TempDir(), ExitOK, test.want, "list", "impls", test.impl, "--scenario", test.scenario)
	}
	rejected(t, t.TempDir(), "the capability is missing", "list", "impls", "soa", "--scenario", "destroy")
	rejected(t, t.TempDir(), "faulty: its source is not in the program", "list", "impls", "faulty", "--scenario", "iterate")
}
