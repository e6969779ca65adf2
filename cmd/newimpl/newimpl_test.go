package newimpl

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	// What the skeleton imports, so that the test runs again when that has changed.
	// Of the command it calls cmd.Main alone.
	_ "github.com/ecsbench/ecsbench/impls/conformance"
	_ "github.com/ecsbench/ecsbench/kernel/generate/generatetest"
	_ "github.com/ecsbench/ecsbench/scenarios/benchmark"
)

// TestWhatIsWrittenCompiles: what is written outside of the repository is a module that
// compiles, tests and all. That the tests pass is seen on examples/ownimpl.
func TestWhatIsWrittenCompiles(t *testing.T) {
	sources, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("GOGC", "off") // for the moments that go commands are here
	if err := Write(t.Context(), "mine", "", sources); err != nil {
		t.Fatal(err)
	}
	vet := exec.Command("go", "vet", ".")
	vet.Dir = "mine"
	if said, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	before, err := os.ReadDir("mine")
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), "mine", "", sources); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("written twice: %v", err)
	}
	if after, _ := os.ReadDir("mine"); len(after) != len(before) {
		t.Error("the folder has changed")
	}
}

func TestWriteSaysWhatItLacks(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, test := range []struct{ name, sources, want string }{
		{"mine", "", "--ecsbench FOLDER"},
		{"mine", folder, "is not the folder of ecsbench's go.mod"},
	} {
		if err := Write(t.Context(), test.name, "", test.sources); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v, want %q", test, err, test.want)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) > 0 {
		t.Errorf("%d files were written", len(entries))
	}
}
