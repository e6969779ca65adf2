package page_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/page"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// little is for tests of the written files only.
const little = "BenchmarkIterate/impl=dense/n=1000-2 1 5 ns/op\n"

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	fixture.Check(t, err)
	list := lists.Map(entries, func(e os.DirEntry) string { return e.Name() })
	return strings.Join(list, " ")
}

func TestFolderHasEverything(t *testing.T) {
	run := fixture.MadeUpRun{Impls: []string{"dense", "soa"}, Entities: []int{10, 1000}, Samples: 6}
	// Keep two scenarios: pictures take time.
	text := regexp.MustCompile(`(?m)^Benchmark[CI].*\n`).ReplaceAll(run.Text(), nil)
	files := write(t, text)
	o := page.FolderOptions{Files: files, Out: filepath.Join(t.TempDir(), "new", "out")}
	if _, err := page.WriteFolder(o); err != nil {
		t.Fatal(err)
	}
	got := names(t, o.Out)
	for _, want := range []string{"report.html", "results", "time-mixed.png", "time-mixed.svg", "samples.png"} {
		if !strings.Contains(" "+got+" ", " "+want+" ") {
			t.Errorf("no %s among %s", want, got)
		}
	}
	raw, err := os.ReadFile(filepath.Join(o.Out, "results", "a.txt"))
	if err != nil || string(raw) != string(text) {
		t.Errorf("the raw results differ: %v", err)
	}
	if left := names(t, filepath.Dir(o.Out)); left != "out" {
		t.Errorf("left beside it: %s", left)
	}
}

func TestForeignFilesStay(t *testing.T) {
	files := write(t, []byte(little))
	o := page.FolderOptions{Files: files, Out: filepath.Join(t.TempDir(), "out"), WithoutPictures: true}
	fixture.Check(t, os.Mkdir(o.Out, 0o755))
	if _, err := page.WriteFolder(o); err != nil {
		t.Fatalf("an empty folder: %v", err)
	}
	if _, err := page.WriteFolder(o); err != nil {
		t.Fatalf("an earlier report: %v", err)
	}
	mine := filepath.Join(o.Out, "thesis.doc")
	fixture.Check(t, os.WriteFile(mine, []byte("years of work"), 0o644))
	before := names(t, o.Out)
	_, err := page.WriteFolder(o)
	if !errors.Is(err, outdir.ErrForeign) || !strings.Contains(err.Error(), "thesis.doc") || !strings.Contains(err.Error(), "--force") {
		t.Errorf("got %v", err)
	}
	if after := names(t, o.Out); after != before {
		t.Errorf("the folder changed from %s to %s", before, after)
	}
	o.Force = true
	if _, err := page.WriteFolder(o); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(mine); err != nil || string(text) != "years of work" {
		t.Errorf("it is %q, %v", text, err)
	}
}

// A report beside its results finds the copies of the raw files present.
func TestReportBesideItsResults(t *testing.T) {
	dir := t.TempDir()
	fixture.Check(t, os.Mkdir(filepath.Join(dir, "results"), 0o755))
	mine, other := filepath.Join(dir, "results", "run.txt"), filepath.Join(dir, "results", "other.txt")
	for _, path := range []string{mine, other} {
		fixture.Check(t, os.WriteFile(path, []byte(little), 0o644))
	}
	o := page.FolderOptions{Files: []string{mine}, Out: dir, WithoutPictures: true}
	if _, err := page.WriteFolder(o); !errors.Is(err, outdir.ErrForeign) {
		t.Errorf("got %v", err)
	}
	o.Force = true
	for range 2 {
		if _, err := page.WriteFolder(o); err != nil {
			t.Fatal(err)
		}
	}
	if left := names(t, dir); left != ".ecsbench-report report.html results" {
		t.Errorf("in the folder: %s", left)
	}
	if left := names(t, filepath.Dir(mine)); left != "other.txt run.txt" {
		t.Errorf("among the results: %s", left)
	}
}

func TestFilesOfPeopleWithTheNamesOfOursStay(t *testing.T) {
	o := page.FolderOptions{Files: write(t, []byte(little)), Out: t.TempDir(), WithoutPictures: true}
	mine := filepath.Join(o.Out, "report.html")
	fixture.Check(t, os.WriteFile(mine, []byte("mine"), 0o644))
	if _, err := page.WriteFolder(o); !errors.Is(err, outdir.ErrForeign) {
		t.Errorf("got %v", err)
	}
	if text, _ := os.ReadFile(mine); string(text) != "mine" {
		t.Error("it was overwritten")
	}
}

func TestFailedRunLeavesNothing(t *testing.T) {
	good := write(t, []byte(little))[0]
	bad := write(t, []byte("hello\n"))[0]
	for name, o := range map[string]page.FolderOptions{
		"second file": {Files: []string{good, bad}},
		"baseline":    {Files: []string{good}, Baseline: bad},
		"no file":     {Files: []string{good + ".missing"}},
	} {
		parent := t.TempDir()
		o.Out = filepath.Join(parent, "out")
		if _, err := page.WriteFolder(o); err == nil {
			t.Errorf("%s: no error", name)
		}
		if left := names(t, parent); left != "" {
			t.Errorf("%s: left behind: %s", name, left)
		}
	}
	// An earlier report survives a failed one.
	o := page.FolderOptions{Files: []string{good}, Out: filepath.Join(t.TempDir(), "out"), WithoutPictures: true}
	if _, err := page.WriteFolder(o); err != nil {
		t.Fatal(err)
	}
	before := names(t, o.Out)
	o.Files = []string{bad}
	if _, err := page.WriteFolder(o); err == nil {
		t.Error("no error")
	}
	if after := names(t, o.Out); after != before {
		t.Errorf("the earlier report changed from %s to %s", before, after)
	}
}

func TestOutIsAFile(t *testing.T) {
	file := write(t, []byte(little))[0]
	if _, err := page.WriteFolder(page.FolderOptions{Files: []string{file}, Out: file}); err == nil {
		t.Error("no error")
	}
	if text, _ := os.ReadFile(file); string(text) != little {
		t.Error("the file changed")
	}
}
