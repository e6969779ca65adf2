package cmd

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Libraries are measured by programs of their own, which are built when they are named, also
// outside a checkout. Paths are relative to the user's folder.
func TestLibrariesAreBuiltWhenTheyAreNamed(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	expect(t, t.TempDir(), ExitOK, []string{"ark", "built when it is first used"}, "list", "impls")
	goCache, err := exec.Command("go", "env", "GOCACHE").Output()
	fixture.Check(t, err)
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
