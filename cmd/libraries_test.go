package cmd

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The installed program lists the libraries, and builds and starts the program with them, also
// outside the checkout that it was built from. Paths are relative to the user's folder.
func TestLibrariesAreBuiltWhenTheyAreNamed(t *testing.T) {
	t.Parallel()
	expect(t, t.TempDir(), ExitOK, []string{"ark", "built when it is first measured"}, "list", "impls")
	docs, err := filepath.Abs(filepath.Join("..", "docs"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	relative, err := filepath.Rel(docs, dir)
	if err != nil {
		t.Fatal(err)
	}
	goCache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache := []string{"XDG_CACHE_HOME=" + t.TempDir(), "GOCACHE=" + strings.TrimSpace(string(goCache))}
	expectWith(t, docs, cache, ExitOK, []string{"Iterate, entity by entity", " ark ", "Fastest design"},
		"run", "--entities", "100", "--components", "2", "--axis", "aged=0", "--count", "1", "--impl=dense,paged,ark", "--scenario", "iterate", "-o", filepath.Join(relative, "run.txt"))
	expect(t, dir, ExitOK, []string{"impl=ark"}, "compare", "run.txt")
	for _, test := range []struct{ impl, scenario, want string }{
		{"ark", "exchange", ") Exchange(move int"},
		{"simple", "destroy", ") Destroy(r impls.Handles)"},
		{"ecs", "destroy", ") Destroy(r impls.Handles)"},
	} {
		expectWith(t, docs, cache, ExitOK, []string{test.want}, "list", "impls", test.impl, "--scenario", test.scenario)
	}
	expectWith(t, docs, cache, ExitOK, []string{"the library Ark", "v0."}, "list", "impls", "ark")
	expectWith(t, docs, cache, ExitUsage, []string{`scenario "destry" is not known: did you mean "destroy"?`}, "list", "impls", "ark", "--scenario", "destry")
}
