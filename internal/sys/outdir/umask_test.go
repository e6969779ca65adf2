//go:build unix

package outdir_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// A new file follows the umask, and a replaced one keeps its permissions.
func TestPermissions(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "kept")
	fixture.Check(t, os.WriteFile(kept, nil, 0o640))
	defer syscall.Umask(syscall.Umask(0))
	for umask, fresh := range map[int]os.FileMode{0o077: 0o600, 0o002: 0o664, 0o027: 0o640} {
		syscall.Umask(umask)
		folder := filepath.Join(dir, fresh.String())
		for path, want := range map[string]os.FileMode{filepath.Join(folder, "new"): fresh, kept: 0o640} {
			fixture.Check(t, outdir.WriteFile(path, true, text("x")))
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, want %v", path, info.Mode(), want)
			}
		}
		if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o777&^os.FileMode(umask) {
			t.Errorf("umask %o: folder %v, %v", umask, info.Mode(), err)
		}
	}
}

// Programs of a cache are intact whatever the umask is.
func TestProgramsUnderAnyUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for _, umask := range []int{0, 0o002, 0o022, 0o077} {
		syscall.Umask(umask)
		dir := t.TempDir()
		built, path := filepath.Join(dir, "built"), filepath.Join(dir, "program")
		fixture.Check(t, os.WriteFile(built, []byte("a program"), 0o777))
		if err := outdir.SealProgram(built, path); err != nil || !outdir.IntactProgram(path) {
			t.Errorf("umask %o: %v, or not intact", umask, err)
		}
	}
}
