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
		"run", "--entities", "100", "--components", "2", "--axis", "aged=0", "--rounds", "1", "--impl=dense,paged,ark", "--scenario", "iterate", "-o", filepath.Join(relative, "run.txt"))
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

// Designs and references have their code in the program too.
func TestCodeOfDesigns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		impl, scenario string
		want           []string
	}{
		{"dense", "exchange", []string{"// seed/world.go:", ") exchange(es []Entity", "// seed/column.go:", ") Insert(ids []ID"}},
		{"hashmap", "lookup", []string{"// column.go:", ") Look(es []seed.Entity", "kernel.Glance("}},
		{"soa", "iterate", []string{"kernel.Move("}},
		{"null", "destroy", []string{"func (nullWorld) Destroy("}},
	} {
		expect(t, t.TempDir(), ExitOK, test.want, "list", "impls", test.impl, "--scenario", test.scenario)
	}
	rejected(t, t.TempDir(), "the capability is missing", "list", "impls", "soa", "--scenario", "destroy")
	rejected(t, t.TempDir(), "faulty: its source is not in the program", "list", "impls", "faulty", "--scenario", "iterate")
}
