package outdir

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// write makes an output with one file.
func write(t *testing.T, out, name string, force bool) error {
	t.Helper()
	d, err := Create(out, ".marker", force)
	if err != nil {
		return err
	}
	defer d.Discard()
	if err := os.WriteFile(filepath.Join(d.Path(), name), []byte(name), 0o644); err != nil {
		t.Fatal(err)
	}
	return d.Commit()
}

// names lists what is in a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

func TestAnEarlierOutputIsReplaced(t *testing.T) {
	parent := t.TempDir()
	out := filepath.Join(parent, "deep", "out")
	for _, name := range []string{"first", "second"} {
		if err := write(t, out, name, false); err != nil {
			t.Fatal(err)
		}
		if got := names(t, out); got != ".marker "+name {
			t.Errorf("in the folder: %s", got)
		}
	}
	if got := names(t, filepath.Dir(out)); got != "out" {
		t.Errorf("left beside the folder: %s", got)
	}
}

func TestForeignFilesAreKept(t *testing.T) {
	for _, ours := range []bool{false, true} {
		out := filepath.Join(t.TempDir(), "out")
		if ours {
			if err := write(t, out, "first", false); err != nil {
				t.Fatal(err)
			}
		} else if err := os.Mkdir(out, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(out, "precious"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := write(t, out, "second", false); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "precious") {
			t.Errorf("want an error that names the file, got %v", err)
		}
		if !strings.Contains(names(t, out), "precious") {
			t.Error("the foreign file is gone")
		}
		if err := write(t, out, "second", true); err != nil || names(t, out) != ".marker second" {
			t.Errorf("forced: %v, %s", err, names(t, out))
		}
	}
}

func TestDiscardLeavesNothing(t *testing.T) {
	parent := t.TempDir()
	d, err := Create(filepath.Join(parent, "out"), ".marker", false)
	if err != nil {
		t.Fatal(err)
	}
	d.Discard()
	if got := names(t, parent); got != "" {
		t.Errorf("left: %s", got)
	}
}

func TestAFileInTheWay(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(out, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(out, ".marker", false); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("want an error of one line, got %v", err)
	}
}

func TestDiscardAllLeavesOnlyWhatIsCommitted(t *testing.T) {
	if parent := os.Getenv("DISCARD_ALL"); parent != "" {
		if err := write(t, filepath.Join(parent, "done"), "first", false); err != nil {
			t.Fatal(err)
		}
		for _, out := range []string{"done", "new"} {
			d, err := Create(filepath.Join(parent, out), ".marker", false)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(d.Path(), "second"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		DiscardAll()
		os.Exit(0) // as those do who call it
	}
	parent := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "DISCARD_ALL="+parent)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := names(t, parent); got != "done" {
		t.Errorf("left: %s", got)
	}
	if got := names(t, filepath.Join(parent, "done")); got != ".marker first" {
		t.Errorf("in the folder: %s", got)
	}
}
