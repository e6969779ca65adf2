package outdir

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestDamagedProgramIsNotIntact(t *testing.T) {
	seal := func(path string) {
		t.Helper()
		built := filepath.Join(t.TempDir(), "built")
		if err := os.WriteFile(built, []byte("a program"), 0o755); err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" {
			if err := os.Chmod(built, 0o775); err != nil { // as with umask 002
				t.Fatal(err)
			}
		}
		if err := SealProgram(built, path); err != nil {
			t.Fatal(err)
		}
		if !IntactProgram(path) {
			t.Fatal("a new program is damaged")
		}
	}
	program := func() string {
		path := filepath.Join(t.TempDir(), "program")
		seal(path)
		return path
	}
	damages := map[string]func(path string) error{
		"changed":     func(path string) error { return os.WriteFile(path, []byte("A program"), 0o755) },
		"cut":         func(path string) error { return os.Truncate(path, 3) },
		"empty":       func(path string) error { return os.Truncate(path, 0) },
		"gone":        os.Remove,
		"no sum":      func(path string) error { return os.Remove(path + sumSuffix) },
		"cut sum":     func(path string) error { return os.Truncate(path+sumSuffix, 10) },
		"another sum": func(path string) error { return os.WriteFile(path+sumSuffix, []byte(strings.Repeat("0", 64)), 0o644) },
		"a folder":    func(path string) error { os.Remove(path); return os.MkdirAll(filepath.Join(path, "sub"), 0o755) },
	}
	if runtime.GOOS != "windows" {
		damages["not executable"] = func(path string) error { return os.Chmod(path, 0o600) }
		damages["others may write"] = func(path string) error { return os.Chmod(path, 0o777) }
		damages["others may write the sum"] = func(path string) error { return os.Chmod(path+sumSuffix, 0o666) }
		damages["a link"] = func(path string) error {
			if err := os.Rename(path, path+".elsewhere"); err != nil {
				return err
			}
			return os.Symlink(path+".elsewhere", path)
		}
		if os.Geteuid() == 0 {
			damages["of another user"] = func(path string) error { return os.Chown(path, 1234, 1234) }
		}
	}
	for name, damage := range damages {
		path := program()
		if err := damage(path); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if IntactProgram(path) {
			t.Errorf("%s: it would be executed", name)
		}
		seal(path) // built again
	}
}

func TestFoldersOfOthersAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permissions of others")
	}
	for name, test := range map[string]struct {
		spoil func(above, folder string) error
		want  string
	}{
		"private":             {func(_, _ string) error { return nil }, ""},
		"writable by all":     {func(_, folder string) error { return os.Chmod(folder, 0o777) }, "others may write to"},
		"writable by a group": {func(_, folder string) error { return os.Chmod(folder, 0o770) }, "others may write to"},
		"sticky":              {func(_, folder string) error { return os.Chmod(folder, 0o777|os.ModeSticky) }, "others may write to"},
		"below a shared one":  {func(above, _ string) error { return os.Chmod(above, 0o777) }, "everyone may replace folders in"},
		"below a sticky one":  {func(above, _ string) error { return os.Chmod(above, 0o777|os.ModeSticky) }, ""},
		"of another user":     {func(_, folder string) error { return os.Chown(folder, 1234, 1234) }, "another user owns"},
		"a file":              {func(_, folder string) error { os.Remove(folder); return os.WriteFile(folder, nil, 0o600) }, "not a directory"},
	} {
		if name == "of another user" && os.Geteuid() != 0 {
			continue // only root gives files away
		}
		above := filepath.Join(t.TempDir(), "above")
		folder := filepath.Join(above, "folder")
		if err := PrivateFolder(folder); err != nil {
			t.Fatal(err)
		}
		if err := test.spoil(above, folder); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		err := PrivateFolder(folder)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// Several processes may build one program at once: whoever finds it intact can execute it.
func TestProgramsStoredTwice(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows replaces no open file")
	}
	path := filepath.Join(t.TempDir(), "program")
	var found atomic.Bool
	var writers, reader sync.WaitGroup
	ctx, done := context.WithCancel(t.Context())
	for range 3 {
		writers.Go(func() {
			for i := range 50 {
				built := filepath.Join(t.TempDir(), "built")
				if err := errors.Join(os.WriteFile(built, []byte("a program"), 0o755), SealProgram(built, path)); err != nil {
					t.Errorf("%d: %v", i, err)
				}
				found.Store(true)
			}
		})
	}
	reader.Go(func() {
		for ctx.Err() == nil {
			if seen := found.Load(); seen && !IntactProgram(path) {
				t.Error("it is damaged meanwhile")
				return
			}
		}
	})
	writers.Wait()
	done()
	reader.Wait()
}
