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
	expect(t, t.TempDir(), ExitOK, []string{"ark", "built when it is first used"}, "list", "impls")
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

// A single dash names a library too.
func TestLibrariesAreNamedByFlags(t *testing.T) {
	for line, want := range map[string]bool{
		"--impl=ark": true, "--impl ark": true, "-impl=dense,ark:loop=simd": true, "-impl ark": true,
		"--impl=dense": false, "--impl": false, "impl=ark": false, "--implode=ark": false, "--scenario ark": false,
	} {
		if got := namesLibrary(strings.Fields(line)); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

// Without the source in the program, a message names existing folders.
func TestSourcesThatAreNotInTheProgram(t *testing.T) {
	t.Parallel()
	for impl, want := range map[string]string{
		"null": "impls/registry/null.go", "soa": "the folder impls/soa of the repository",
		"hashmap": "the folders impls/hashmap and impls/seed, on which it is built, of the repository",
	} {
		rejected(t, t.TempDir(), want, "list", "impls", impl, "--scenario", "destroy")
	}
}
