package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	// Imports of the skeleton, so that changes of them rerun the test.
	_ "github.com/ecsbench/ecsbench/conformance"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// A module written outside of the repository compiles, including its tests. examples/ownimpl
// runs its tests.
func TestSkeletonCompiles(t *testing.T) {
	fixture.CI(t)
	sources, err := filepath.Abs("..")
	fixture.Check(t, err)
	t.Chdir(t.TempDir())
	fixture.Check(t, writeModule(t.Context(), "mine", "", sources, templateStyle))
	vet := exec.Command("go", "vet", ".")
	vet.Dir = "mine"
	if output, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	before, err := os.ReadDir("mine")
	fixture.Check(t, err)
	if err := writeModule(t.Context(), "mine", "", sources, templateStyle); err == nil || !strings.Contains(err.Error(), "exists, and nothing was written") {
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
		{"mine", folder, "is not the folder of ecsbench's go.mod"},
	} {
		if err := writeModule(t.Context(), test.name, "", test.sources, templateStyle); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v, want %q", test, err, test.want)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) > 0 {
		t.Errorf("%d files were written", len(entries))
	}
	t.Setenv("GOPROXY", "off")
	err := writeModule(t.Context(), "mine", "v0.0.0-20260101000000-0123456789ab", "", templateStyle)
	if err == nil || !strings.Contains(err.Error(), "--ecsbench FOLDER") ||
		!strings.Contains(err.Error(), "module lookup disabled by GOPROXY=off)") || strings.Contains(err.Error(), "\n") {
		t.Errorf("version that cannot be downloaded: %v", err)
	}
}

// A killed call leaves a complete module or none, and the next call removes the rest. Outside a
// checkout a program without a version uses the sources that it was built from.
func TestKilledNewImpl(t *testing.T) {
	fixture.CI(t)
	dir := t.TempDir()
	start := func() *exec.Cmd {
		cmd := exec.Command(program, "new-impl", "mine")
		cmd.Dir = dir
		return cmd
	}
	for moment := 10 * time.Millisecond; moment < 2*time.Second; moment = moment * 3 / 2 {
		cmd := start()
		fixture.Check(t, cmd.Start())
		time.Sleep(moment)
		cmd.Process.Kill()
		cmd.Wait()
		if _, err := os.Stat(filepath.Join(dir, "mine")); err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, "mine", "each_gen.go")); err != nil {
			t.Fatalf("killed after %v: half a module: %v", moment, err)
		}
		fixture.Check(t, os.RemoveAll(filepath.Join(dir, "mine")))
	}
	fixture.Run(t, start())
	if left, _ := os.ReadDir(dir); len(left) != 1 || left[0].Name() != "mine" {
		t.Errorf("left: %v", left)
	}
}

// Compilers of a killed call may still write during the next call.
func TestLeftFolderThatIsStillWritten(t *testing.T) {
	fixture.Long(t)
	dir := filepath.Join(t.TempDir(), "left")
	write := func(n int) {
		deep := filepath.Join(dir, "go", strconv.Itoa(n%50))
		if os.MkdirAll(deep, 0o777) == nil {
			_ = os.WriteFile(filepath.Join(deep, strconv.Itoa(n)), nil, 0o666)
		}
	}
	for n := range 1000 {
		write(n)
	}
	var writers sync.WaitGroup
	writers.Go(func() {
		for n, begin := 0, time.Now(); time.Since(begin) < 300*time.Millisecond; n++ {
			write(n)
		}
	})
	if err := removeLeft(dir); err != nil {
		t.Error(err)
	}
	writers.Wait()
}

// Each style is a module that passes its tests.
func TestStyles(t *testing.T) {
	fixture.CI(t)
	sources, err := filepath.Abs("..")
	fixture.Check(t, err)
	t.Chdir(t.TempDir())
	for _, test := range []struct{ name, style string }{{"small", minimalStyle}} {
		if err := writeModule(t.Context(), test.name, "", sources, test.style); err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		cmd := exec.Command("go", "test", "-short", ".")
		cmd.Dir = test.name
		if printed, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%+v: %v\n%s", test, err, printed)
		}
	}
}
