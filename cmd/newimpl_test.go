package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	// Imports of the skeleton, so that changes of them rerun the test.
	_ "github.com/ecsbench/ecsbench/conformance"
)

// A module written outside of the repository compiles, including its tests. examples/ownimpl
// runs its tests.
func TestSkeletonCompiles(t *testing.T) {
	sources, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := writeModule(t.Context(), "mine", "", sources, genericStyle, ""); err != nil {
		t.Fatal(err)
	}
	vet := exec.Command("go", "vet", ".")
	vet.Dir = "mine"
	if output, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	before, err := os.ReadDir("mine")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeModule(t.Context(), "mine", "", sources, genericStyle, ""); err == nil || !strings.Contains(err.Error(), "exists, and nothing was written") {
		t.Errorf("written twice: %v", err)
	}
	if after, _ := os.ReadDir("mine"); len(after) != len(before) {
		t.Error("the folder has changed")
	}
}

func TestNewImplErrors(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, test := range []struct{ name, sources, want string }{
		{"mine", "", "--ecsbench FOLDER"},
		{"mine", folder, "is not the folder of ecsbench's go.mod"},
	} {
		if err := writeModule(t.Context(), test.name, "", test.sources, genericStyle, ""); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v, want %q", test, err, test.want)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) > 0 {
		t.Errorf("%d files were written", len(entries))
	}
}

// Each style is a module that passes its tests, and compiles with a library beside.
func TestStyles(t *testing.T) {
	sources, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		name   string
		style  string
		beside string
		args   []string
	}{
		{"numbers", byIDStyle, "", []string{"test", "-short", "."}},
		{"small", minimalStyle, "", []string{"test", "-short", "."}},
		{"pair", genericStyle, "ark", []string{"vet", "."}},
	} {
		if err := writeModule(t.Context(), test.name, "", sources, test.style, test.beside); err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		cmd := exec.Command("go", test.args...)
		cmd.Dir = test.name
		if printed, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%+v: %v\n%s", test, err, printed)
		}
	}
}
