//go:build unix

package outdir_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ecsbench/ecsbench/internal/outdir"
)

// A new file follows the umask, and a replaced one keeps its permissions.
func TestPermissions(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "kept")
	if err := os.WriteFile(kept, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	defer syscall.Umask(syscall.Umask(0o077))
	for path, want := range map[string]os.FileMode{filepath.Join(dir, "new"): 0o600, kept: 0o640} {
		if err := outdir.WriteFile(path, true, text("x")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, want %v", path, info.Mode(), want)
		}
	}
}
