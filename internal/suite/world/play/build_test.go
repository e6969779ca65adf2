package play_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
)

// build builds sources that were changed by a test.
func build(t *testing.T, folder, path string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOTOOLCHAIN=auto", "GOFLAGS=-mod=mod -buildvcs=false -trimpath -ldflags=-w")
	fixture.Run(t, cmd)
}

// A damaged program of the cache is built again, once.
func TestDamagedProgramIsBuiltAgain(t *testing.T) {
	fixture.Long(t)
	w, b := world(t), play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	one := func() play.Program {
		t.Helper()
		programs, err := b.All(t.Context(), w, []play.Library{play.Reference})
		if err != nil || programs[0].Err != nil {
			t.Fatal(err, programs)
		}
		return programs[0]
	}
	p := one()
	if !p.Fresh || one().Fresh {
		t.Fatalf("built: %v, and again: %v", p.Fresh, one().Fresh)
	}
	text := fixture.Read(t, p.Paths[0])
	for i := len(text) / 3; i < len(text)/2; i++ {
		text[i] = 0
	}
	fixture.Check(t, os.WriteFile(p.Paths[0], text, 0o755))
	if p = one(); !p.Fresh {
		t.Error("the damaged program is used")
	}
	if _, err := p.Run(t.Context(), &w.Spec, time.Minute); err != nil {
		t.Error(err)
	}
	if one().Fresh {
		t.Error("it is built at each call")
	}
	if runtime.GOOS != "windows" {
		fixture.Check(t, os.Chmod(b.Folder, 0o777))
		if _, err := b.All(t.Context(), w, []play.Library{play.Reference}); err == nil || !strings.Contains(err.Error(), "others may write") {
			t.Errorf("a folder of everyone: %v", err)
		}
	}
}

// A program with package ecs has the Go version of that package, and go vet finds nothing in it.
func TestVet(t *testing.T) {
	fixture.CI(t)
	libraries, err := play.Named("ecs")
	fixture.Check(t, err)
	source, err := libraries[0].Standalone(asked(t, "deferred"))
	fixture.Check(t, err)
	folder := t.TempDir()
	fixture.Check(t, source.Write(folder))
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
