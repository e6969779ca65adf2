package outdir_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// An output maps paths to contents.
type output map[string]string

// write makes an output.
func write(t *testing.T, out string, files output, force bool) error {
	t.Helper()
	d, err := outdir.Create(out, ".marker", force)
	if err != nil {
		return err
	}
	defer d.Discard()
	put(t, d.Path(), files)
	return d.Commit()
}

// put writes foreign files into a folder.
func put(t *testing.T, dir string, files output) {
	t.Helper()
	for path, text := range files {
		path = filepath.Join(dir, filepath.FromSlash(path))
		fixture.Check(t, os.MkdirAll(filepath.Dir(path), 0o755))
		fixture.Check(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

// tree lists files with contents, links with targets, and folders; it omits the marker.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir || e.Name() == ".marker" {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		name = filepath.ToSlash(name)
		switch {
		case e.IsDir():
			name += "/"
		case e.Type()&fs.ModeSymlink != 0:
			target, _ := os.Readlink(path)
			name += "->" + filepath.Base(target)
		default:
			text, _ := os.ReadFile(path)
			name += "=" + string(text)
		}
		list = append(list, name)
		return nil
	})
	fixture.Check(t, err)
	return strings.Join(list, " ")
}

// is checks the content of a folder.
func is(t *testing.T, dir, want string) {
	t.Helper()
	if got := tree(t, dir); got != want {
		t.Errorf("in the folder: %s\nwant:          %s", got, want)
	}
}

func TestAnEarlierOutputIsReplaced(t *testing.T) {
	parent := t.TempDir()
	out := filepath.Join(parent, "deep", "out")
	for range 2 { // the second time nothing changes
		fixture.Check(t, write(t, out, output{"page": "1", "old": "1", "gone/by": "1", "raw/a": "1"}, false))
	}
	fixture.Check(t, write(t, out, output{"page": "2", "new": "2", "raw/b": "2"}, false))
	is(t, parent, "deep/ deep/out/ deep/out/new=2 deep/out/page=2 deep/out/raw/ deep/out/raw/b=2")
	marker, err := os.ReadFile(filepath.Join(out, ".marker"))
	if err != nil || string(marker) != "[\n\t\"new\",\n\t\"page\",\n\t\"raw/b\"\n]\n" {
		t.Errorf("the marker is %q, %v", marker, err)
	}
}

func TestOddNames(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("such names exist nowhere but on Unix")
	}
	out := filepath.Join(t.TempDir(), "out")
	for range 2 {
		fixture.Check(t, write(t, out, output{"raw/a\nb\\n": "1", "raw/  c\r": "1"}, false))
	}
	fixture.Check(t, write(t, out, output{"page": "2"}, false))
	is(t, out, "page=2")
}

// Foreign files are an error with their name; with force they stay beside
// the new output.
func TestForeignFilesStay(t *testing.T) {
	first, second := output{"page": "1", "old": "1", "raw/a": "1"}, output{"page": "2", "raw/b": "2"}
	for _, test := range []struct {
		name    string
		earlier bool // an output exists
		theirs  output
		named   string // in the error without force
		forced  string // tree with force; "" for an error
	}{
		{"a file beside", true, output{"thesis": "x"}, "thesis", "page=2 raw/ raw/b=2 thesis=x"},
		{"a file among raw files", true, output{"raw/mine": "x"}, "raw/mine", "page=2 raw/ raw/b=2 raw/mine=x"},
		{"a folder within", true, output{"raw/deep/mine": "x"}, "raw/deep/mine", "page=2 raw/ raw/b=2 raw/deep/ raw/deep/mine=x"},
		{"a new file's place", true, output{"raw/b": "x"}, "raw/b", ""},
		{"a new file's place, with the same text", true, output{"raw/b": "2"}, "raw/b", "page=2 raw/ raw/b=2"},
		{"a folder of others", false, output{"thesis": "x"}, "thesis", "page=2 raw/ raw/b=2 thesis=x"},
		{"their page", false, output{"page": "x"}, "page", ""},
		{"their file for our folder", false, output{"raw": "x"}, "raw", ""},
		{"their folder for our file", false, output{"page/mine": "x"}, "page/mine", ""},
		{"their marker", false, output{".marker": "page\n"}, ".marker", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			if test.earlier {
				fixture.Check(t, write(t, out, first, false))
			}
			put(t, out, test.theirs)
			before := tree(t, out)
			for _, force := range []bool{false, true} {
				err := write(t, out, second, force)
				if force && test.forced != "" {
					fixture.Check(t, err)
					is(t, out, test.forced)
					continue
				}
				named := test.named
				if force {
					named, _, _ = strings.Cut(named, "/mine")
				}
				if !errors.Is(err, outdir.ErrForeign) || !strings.Contains(err.Error(), filepath.FromSlash(named)) || strings.Contains(err.Error(), "\n") {
					t.Errorf("want one line that names %s, got %v", named, err)
				}
				is(t, out, before)
			}
			for path, text := range test.theirs {
				if got, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(path))); err != nil || string(got) != text {
					t.Errorf("%s is %q, %v", path, got, err)
				}
			}
		})
	}
}

// Foreign files stay foreign after a forced output.
func TestForcedTwice(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	put(t, out, output{"thesis": "x", "page": "2"})
	for range 2 {
		fixture.Check(t, write(t, out, output{"page": "2"}, true))
	}
	fixture.Check(t, write(t, out, output{"other": "3"}, true))
	is(t, out, "other=3 page=2 thesis=x")
}

func TestLinks(t *testing.T) {
	link := func(t *testing.T, target, path string) {
		t.Helper()
		if err := os.Symlink(target, path); err != nil {
			fixture.Lacks(t, err)
		}
	}
	t.Run("the folder is a link", func(t *testing.T) {
		dir := t.TempDir()
		put(t, dir, output{"target/keep": "x"})
		link(t, filepath.Join(dir, "target"), filepath.Join(dir, "out"))
		if err := write(t, filepath.Join(dir, "out"), output{"page": "1"}, false); !errors.Is(err, outdir.ErrForeign) {
			t.Errorf("got %v", err)
		}
		fixture.Check(t, write(t, filepath.Join(dir, "out"), output{"page": "1"}, true))
		is(t, dir, "out->target target/ target/keep=x target/page=1")
	})
	t.Run("to nothing", func(t *testing.T) {
		dir := t.TempDir()
		link(t, filepath.Join(dir, "target"), filepath.Join(dir, "out"))
		if err := write(t, filepath.Join(dir, "out"), output{"page": "1"}, true); err == nil {
			t.Error("no error")
		}
		is(t, dir, "out->target")
	})
	t.Run("within the folder", func(t *testing.T) {
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		fixture.Check(t, write(t, out, output{"page": "1", "raw/a": "1"}, false))
		fixture.Check(t, os.Rename(filepath.Join(out, "raw"), filepath.Join(dir, "theirs")))
		link(t, filepath.Join(dir, "theirs"), filepath.Join(out, "raw"))
		for _, force := range []bool{false, true} {
			if err := write(t, out, output{"page": "2", "raw/b": "2"}, force); !errors.Is(err, outdir.ErrForeign) || !strings.Contains(err.Error(), "raw") {
				t.Errorf("got %v", err)
			}
		}
		fixture.Check(t, write(t, out, output{"page": "2"}, true))
		is(t, dir, "out/ out/page=2 out/raw->theirs theirs/ theirs/a=1")
	})
}

func TestMarkerThatPointsOutside(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	fixture.Check(t, write(t, out, output{"page": "1"}, false))
	put(t, dir, output{"precious": "1"})
	marker := fixture.Read(t, filepath.Join(out, ".marker"))
	put(t, out, output{".marker": strings.Replace(string(marker), "page", "../precious", 1)})
	for _, force := range []bool{false, true} {
		if err := write(t, out, output{"page": "2"}, force); !errors.Is(err, outdir.ErrForeign) {
			t.Errorf("got %v", err)
		}
	}
	is(t, dir, "out/ out/page=1 precious=1")
}

func TestDiscardLeavesNothing(t *testing.T) {
	parent := t.TempDir()
	for _, exists := range []bool{false, true} {
		out := filepath.Join(parent, "out")
		if exists {
			put(t, out, output{"mine": "x"})
		}
		d, err := outdir.Create(out, ".marker", true)
		fixture.Check(t, err)
		put(t, d.Path(), output{"page": "1"})
		d.Discard()
		if exists {
			is(t, parent, "out/ out/mine=x")
		} else {
			is(t, parent, "")
		}
	}
}

// The next process cleans up after a killed one and keeps files with similar names.
func TestCleanUpAfterAKilledProcess(t *testing.T) {
	if parent := os.Getenv("LEFT_OVERS"); parent != "" {
		for _, out := range []string{"new", "done", "made"} {
			d, err := outdir.Create(filepath.Join(parent, out), ".marker", true)
			fixture.Check(t, err)
			put(t, d.Path(), output{"page": "2", "raw/a": "2"})
		}
		os.Exit(0)
	}
	parent := t.TempDir()
	fixture.Check(t, write(t, filepath.Join(parent, "done"), output{"page": "1"}, false))
	theirs := output{"new/.marker-mine/x": "x", "new/.marker-/x": "x", "done/.marker-12": "x"}
	put(t, parent, theirs)
	again(t, "LEFT_OVERS="+parent)
	if left, _ := filepath.Glob(filepath.Join(parent, "*", ".marker-*")); len(left) != 6 {
		t.Fatalf("nothing was left but %q", left)
	}
	put(t, parent, output{"made/mine": "x"}) // the target of the killed one
	for _, out := range []string{"new", "done", "made"} {
		fixture.Check(t, write(t, filepath.Join(parent, out), output{"page": "3"}, true))
	}
	is(t, parent, "done/ done/.marker-12=x done/page=3 made/ made/mine=x made/page=3 "+
		"new/ new/.marker-/ new/.marker-/x=x new/.marker-mine/ new/.marker-mine/x=x new/page=3")
}

// again runs the test in a new process.
func again(t *testing.T, environment string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), environment)
	fixture.Run(t, cmd)
}

// The second writer of a folder gets an error that names the first.
func TestOneWriter(t *testing.T) {
	patience := outdir.Patience
	for _, exists := range []bool{false, true} {
		parent := t.TempDir()
		out := filepath.Join(parent, "out")
		if exists {
			fixture.Check(t, write(t, out, output{"page": "1"}, false))
		}
		first, err := outdir.Create(out, ".marker", false)
		fixture.Check(t, err)
		put(t, first.Path(), output{"page": "2"})
		outdir.Patience = 20 * time.Millisecond
		for _, force := range []bool{false, true} {
			if err := write(t, out, output{"page": "3"}, force); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("is being written: process %d ", os.Getpid())) {
				t.Errorf("the second got %v", err)
			}
		}
		outdir.Patience = patience
		if err := first.Commit(); err != nil {
			t.Error(err)
		}
		first.Discard()
		is(t, parent, "out/ out/page=2")
		if err := write(t, out, output{"page": "3"}, false); err != nil {
			t.Error(err)
		}
		is(t, parent, "out/ out/page=3")
	}
}

func TestAFileInTheWay(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	put(t, filepath.Dir(out), output{"out": "precious"})
	for _, force := range []bool{false, true} {
		if _, err := outdir.Create(out, ".marker", force); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("want an error of one line, got %v", err)
		}
	}
	is(t, filepath.Dir(out), "out=precious")
}

func TestDiscardAllLeavesOnlyWhatIsCommitted(t *testing.T) {
	if parent := os.Getenv("DISCARD_ALL"); parent != "" {
		fixture.Check(t, write(t, filepath.Join(parent, "done"), output{"first": "1"}, false))
		for _, out := range []string{"done", "new"} {
			d, err := outdir.Create(filepath.Join(parent, out), ".marker", false)
			fixture.Check(t, err)
			begun := make(chan bool)
			go func() { // the writer continues meanwhile
				for i := 0; ; i++ {
					_ = os.WriteFile(filepath.Join(d.Path(), fmt.Sprint("second", i)), nil, 0o644)
					if i == 100 {
						close(begun)
					}
				}
			}()
			<-begun
		}
		outdir.DiscardAll()
		os.Exit(0) // as all callers do
	}
	parent := t.TempDir()
	again(t, "DISCARD_ALL="+parent)
	is(t, parent, "done/ done/first=1")
}
