package outdir

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// The next process removes the folder of a killed one and keeps those of living ones.
func TestScratchOfAKilledProcess(t *testing.T) {
	if os.Getenv("SCRATCH_OWNER") != "" {
		s, err := NewScratch("owner")
		if err != nil {
			panic(err)
		}
		os.WriteFile(filepath.Join(s.Path, "large"), make([]byte, 1<<20), 0o666)
		fmt.Println(s.Path)
		io.Copy(io.Discard, os.Stdin) // until it is killed
		os.Exit(0)
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	owner := exec.Command(os.Args[0], "-test.run=^TestScratchOfAKilledProcess$")
	owner.Env = append(os.Environ(), "SCRATCH_OWNER=yes")
	if _, err := owner.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	var path string
	fmt.Fscan(out, &path)
	exists := func() bool {
		_, err := os.Stat(filepath.Join(path, "large"))
		return err == nil
	}
	next := func() {
		t.Helper()
		s, err := NewScratch("next")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Remove(); err != nil {
			t.Error(err)
		}
	}
	if next(); !exists() {
		t.Error("the folder of a process that runs was removed")
	}
	owner.Process.Kill()
	owner.Wait()
	if next(); exists() {
		t.Error("the folder of a killed process stays")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestManyScratches(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				s, err := NewScratch("x")
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(s.Path, "file"), nil, 0o666); err != nil {
					t.Error(err)
				}
				if err := s.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestScratch(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	length := 0
	for range 20 {
		s, err := NewScratch("x")
		if err != nil {
			t.Fatal(err)
		}
		if length == 0 {
			length = len(s.Path)
		}
		if len(s.Path) != length {
			t.Errorf("%s is not as long as the others", s.Path)
		}
		if err := os.WriteFile(filepath.Join(s.Path, "file"), nil, 0o666); err != nil {
			t.Error(err)
		}
		if err := s.Remove(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
