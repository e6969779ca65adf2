package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// The module that CI tests is the current skeleton.
func TestExampleIsCurrentSkeleton(t *testing.T) {
	dir := filepath.Join(t.TempDir(), sampleSkeleton)
	fixture.Check(t, (skeleton{name: sampleSkeleton, replace: "../.."}).write(dir))
	written, err := os.ReadDir(dir)
	if err != nil || len(written) < 5 {
		t.Fatalf("%d files: %v", len(written), err)
	}
	for _, f := range written {
		want := fixture.Read(t, filepath.Join(dir, f.Name()))
		got, err := os.ReadFile(filepath.Join("../examples", sampleSkeleton, f.Name()))
		if err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(string(want)) { // go mod tidy adds lines
			if !strings.Contains(string(got), strings.TrimSpace(line)) {
				t.Errorf("examples/%s/%s lacks %q", sampleSkeleton, f.Name(), line)
			}
		}
		if f.Name() != "go.mod" && string(got) != string(want) {
			t.Errorf("examples/%s/%s is another file than the skeleton's", sampleSkeleton, f.Name())
		}
	}
}

func TestSkeletonOverwritesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	fixture.Check(t, os.Mkdir("mine", 0o777))
	if err := (skeleton{name: "mine"}).check(); err == nil || !strings.Contains(err.Error(), "exists, and nothing was written") {
		t.Errorf("got %v", err)
	}
}

func TestNamesOfSkeletons(t *testing.T) {
	for _, bad := range []string{"", "My", "a/b", "..", "1st", "a-b", "a b"} {
		if err := (skeleton{name: bad}).check(); err == nil || !strings.Contains(err.Error(), "is not a valid name") {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}
