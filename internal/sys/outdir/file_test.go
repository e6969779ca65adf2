package outdir_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestFileAppearsWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "out.txt")
	check := func(want string) {
		t.Helper()
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
		if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) > 2 {
			t.Errorf("left behind: %v", entries)
		}
	}
	fixture.Check(t, outdir.WriteFile(path, false, text("good")))
	check("good")
	full := errors.New("no space left on device")
	err := outdir.WriteFile(path, true, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half", 1<<20)) // more than the buffer
		return full
	})
	if !errors.Is(err, full) {
		t.Error(err)
	}
	check("good")
	if err := outdir.WriteFile(path, false, text("other")); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Error(err)
	}
	check("good")
	fixture.Check(t, outdir.WriteFile(path, true, text("better")))
	check("better")
	if err := outdir.WriteFile(dir, true, text("x")); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Error(err)
	}
}

// Of several that write one new file at the same time, one succeeds, and nothing is overwritten.
func TestOneOfManyWritersSucceeds(t *testing.T) {
	for range 20 {
		path := filepath.Join(t.TempDir(), "out.txt")
		var begin, end sync.WaitGroup
		begin.Add(8)
		var errs [8]error
		for i := range errs {
			end.Go(func() {
				errs[i] = outdir.WriteFile(path, false, func(w io.Writer) error {
					begin.Done()
					begin.Wait() // all have found that there is no file
					return text(fmt.Sprint(i))(w)
				})
			})
		}
		end.Wait()
		got, err := os.ReadFile(path)
		fixture.Check(t, err)
		for i, err := range errs {
			if won := string(got) == fmt.Sprint(i); won != (err == nil) || !won && !strings.Contains(err.Error(), "exists: choose another name") {
				t.Errorf("the file has %q, and %d got %v", got, i, err)
			}
		}
		if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) > 1 {
			t.Errorf("left behind: %v", entries)
		}
	}
}

// What cannot be written at the end is rejected at the beginning, and nothing is made for it.
func TestPlacesThatAreNone(t *testing.T) {
	dir := t.TempDir()
	fixture.Check(t, outdir.WriteFile(filepath.Join(dir, "file"), false, text("x")))
	locked := filepath.Join(dir, "locked")
	fixture.Check(t, os.Mkdir(locked, 0o555))
	for path, good := range map[string]bool{
		"new": true, "new/deep/er": true, "file/x": false, "file/x/y": false, "locked/x": os.Getuid() <= 0, "locked/x/y": os.Getuid() <= 0,
	} {
		path := filepath.Join(dir, filepath.FromSlash(path))
		for what, err := range map[string]error{"file": outdir.CheckFile(path, false), "folder": outdir.CheckFolder(path)} {
			if (err == nil) != good || err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%s %s: %v", what, path, err)
			}
		}
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s was made", path)
		}
	}
	if err := outdir.CheckFolder(filepath.Join(dir, "file")); err == nil {
		t.Error("a file is a folder")
	}
}

func TestFileOnAFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/dev/full is Linux's")
	}
	if err := outdir.WriteFile("/dev/full", false, text("x")); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Error(err)
	}
}
