package results_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

func sample(n int) results.Sample {
	return results.Sample{Case: "Iterate/impl=dense/comps=2/n=1000-2", Iterations: n, Values: []results.Value{{float64(n), "ns/op"}}}
}

// create creates a file in a new folder.
func create(t *testing.T) *results.Writer {
	t.Helper()
	w, err := results.Create(filepath.Join(t.TempDir(), "folder", "run.txt"), false, testHead)
	fixture.Check(t, err)
	return w
}

// replaced overwrites a file with one sample.
func replaced(t *testing.T, path string) {
	t.Helper()
	w, err := results.Create(path, true, testHead)
	fixture.Check(t, err)
	take(t, w, 7, 7)
	fixture.Check(t, w.Close())
}

// maxLine is the longest line that readers of the benchmark format accept.
const maxLine = bufio.MaxScanTokenSize - 2

// take writes numbered samples.
func take(t *testing.T, w *results.Writer, from, to int) {
	t.Helper()
	for n := from; n <= to; n++ {
		fixture.Check(t, w.Sample(sample(n)))
	}
}

// checkSamples requires exactly the samples of take in a file.
func checkSamples(t *testing.T, path string, from, to int) {
	t.Helper()
	f, err := results.Read(path)
	fixture.Check(t, err)
	var want []float64
	for n := from; n <= to; n++ {
		want = append(want, float64(n))
	}
	if len(f.Cases) != 1 || !reflect.DeepEqual(f.Cases[0].In("ns/op"), want) {
		t.Errorf("%s holds %+v, want %v", path, f.Cases, want)
	}
	if !f.PlanIntact() || f.Cases[0].Config["profile"] != "AA" || f.Better["entities/s"] != 1 {
		t.Errorf("%s has lost its head", path)
	}
}

func TestNeverOverwrites(t *testing.T) {
	path := write(t)
	before, _ := os.ReadFile(path)
	if _, err := results.Create(path, false, testHead); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("got %v", err)
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the file changed")
	}
	w, err := results.Create(path, true, testHead)
	fixture.Check(t, err)
	fixture.Check(t, w.Close())
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("beside the file: %v", left)
	}
}

func TestOverwritesWhereALinkLeads(t *testing.T) {
	path := write(t)
	link := filepath.Join(t.TempDir(), "link.txt")
	if err := os.Symlink(path, link); err != nil {
		fixture.Lacks(t, err)
	}
	replaced(t, link)
	checkSamples(t, path, 7, 7)
}

func TestTheSecondWriterIsRefused(t *testing.T) {
	w := create(t)
	take(t, w, 1, 1)
	link := filepath.Join(filepath.Dir(w.Path()), "link.txt")
	if err := os.Symlink("run.txt", link); err != nil {
		fixture.Lacks(t, err)
	}
	patience := outdir.Patience
	outdir.Patience = 20 * time.Millisecond
	for _, path := range []string{w.Path(), link} {
		_, err := results.Create(path, true, testHead)
		if !errors.Is(err, outdir.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d on host ", os.Getpid())) {
			t.Errorf("forced: %v", err)
		}
		_, _, err = results.Resume(path)
		if !errors.Is(err, outdir.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d on host ", os.Getpid())) {
			t.Errorf("resumed: %v", err)
		}
	}
	outdir.Patience = patience
	take(t, w, 2, 2)
	fixture.Check(t, w.Close())
	checkSamples(t, w.Path(), 1, 2)
	w, _, err := results.Resume(link)
	fixture.Check(t, err)
	fixture.Check(t, w.Close())
}

func TestResumeCutsTheUnfinishedLine(t *testing.T) {
	w := create(t)
	take(t, w, 1, 2)
	fixture.Check(t, w.Close())
	whole, _ := os.ReadFile(w.Path())
	fixture.Check(t, os.WriteFile(w.Path(), append(whole, "BenchmarkIterate/impl=dense/comps=2/n=1000-2\t 41"...), 0o644))
	w, _, err := results.Resume(w.Path())
	fixture.Check(t, err)
	fixture.Check(t, w.Continue(testHead, nil))
	take(t, w, 3, 3)
	fixture.Check(t, w.Close())
	checkSamples(t, w.Path(), 1, 3)
	if f, err := results.Read(w.Path()); err != nil || len(f.Damaged) != 0 {
		t.Errorf("a part of the line remains: %v, %v", f.Damaged, err)
	}
}

// The head may be cut at any byte. Step 5 covers all positions in lines.
func TestAHeadThatWasCutIsCompleted(t *testing.T) {
	w := create(t)
	head, _ := os.ReadFile(w.Path())
	fixture.Check(t, w.Close())
	header := bytes.IndexByte(head, '\n') + 1
	path := filepath.Join(t.TempDir(), "cut.txt")
	for cut := 0; cut < len(head); cut += 5 {
		fixture.Check(t, os.WriteFile(path, head[:cut], 0o644))
		w, _, err := results.Resume(path)
		if cut < header {
			if !errors.Is(err, results.ErrNotResults) {
				t.Fatalf("%d bytes of the header: %v", cut, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%d bytes: %v", cut, err)
		}
		if err := w.Continue(testHead, nil); err != nil {
			t.Fatalf("%d bytes: %v", cut, err)
		}
		take(t, w, 1, 1)
		fixture.Check(t, w.Close())
		checkSamples(t, path, 1, 1)
		if text, _ := os.ReadFile(path); bytes.Count(text, []byte("profile:")) != 1 {
			t.Fatalf("%d bytes: the head became\n%s", cut, text)
		}
	}
}

func TestAHeadCannotBeCompletedBehindSamples(t *testing.T) {
	path := write(t)
	text, _ := os.ReadFile(path)
	text = bytes.Replace(text, []byte("profile: AA\n"), nil, 1)
	fixture.Check(t, os.WriteFile(path, text, 0o644))
	w, _, err := results.Resume(path)
	fixture.Check(t, err)
	defer w.Close()
	if err := w.Continue(testHead, nil); err == nil || !strings.Contains(err.Error(), `no line "profile: AA"`) {
		t.Errorf("got %v", err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(after, text) {
		t.Errorf("the file became\n%s", after)
	}
}

func TestTheLongestHead(t *testing.T) {
	dir := t.TempDir()
	head := testHead
	longest := 0
	for n := maxLine - 200; n < maxLine; n += 5 {
		head.Plan = strings.Repeat("x", n)
		path := filepath.Join(dir, "new", fmt.Sprint(n))
		w, err := results.Create(path, false, head)
		if err != nil {
			if !strings.Contains(err.Error(), "measure fewer sizes") {
				t.Error(err)
			}
			break
		}
		longest = n
		w.Close()
		if _, err := results.Read(path); err != nil {
			t.Fatal(err)
		}
		os.Remove(path)
	}
	if longest == 0 || longest > maxLine-80 {
		t.Errorf("a plan of %d bytes was the longest to be accepted", longest)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, "new")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func TestTheLongestAnnotation(t *testing.T) {
	text := strings.Repeat("x", maxLine-len("# end \"\"\n"))
	line, err := results.Annotation(results.KindEnd, text)
	if err != nil || len(line) != maxLine {
		t.Fatalf("%d bytes, %v", len(line), err)
	}
	if err := (&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(line + good)}).Each(func(any) error { return nil }); err != nil {
		t.Error(err)
	}
	if _, err := results.Annotation(results.KindEnd, text+"x"); err == nil || !strings.Contains(err.Error(), fmt.Sprint(maxLine+1)) {
		t.Errorf("one byte more: %v", err)
	}
}

// If another program changes the file while it is written, that is an error, and the file
// stays as it is.
func TestTheFileIsNotOursAlone(t *testing.T) {
	for name, test := range map[string]struct {
		happens func(path string) error
		left    string // in the file, where there still is one
	}{
		"truncated":   {func(path string) error { return os.Truncate(path, 0) }, ""},
		"cut":         {func(path string) error { return os.Truncate(path, 5) }, "# ecs"},
		"overwritten": {func(path string) error { return os.WriteFile(path, []byte("mine"), 0o644) }, "mine"},
		"replaced": {func(path string) error {
			return errors.Join(os.WriteFile(path+"~", []byte("mine"), 0o644), os.Rename(path+"~", path))
		}, "mine"},
		"deleted":        {os.Remove, "gone"},
		"moved":          {func(path string) error { return os.Rename(path, path+"~") }, "gone"},
		"folder deleted": {func(path string) error { return os.RemoveAll(filepath.Dir(path)) }, "gone"},
	} {
		t.Run(name, func(t *testing.T) {
			w := create(t)
			path := w.Path()
			take(t, w, 1, 3)
			if err := test.happens(path); runtime.GOOS == "windows" && err != nil {
				t.Skip("Windows protects files that are open: ", err)
			} else if err != nil {
				t.Fatal(err)
			}
			if err := w.Sample(sample(4)); err == nil || !strings.Contains(err.Error(), path+": another program changed, moved or deleted it") {
				t.Errorf("got %v", err)
			}
			if err := w.Close(); err == nil {
				t.Error("closed without an error")
			}
			left := "gone"
			if text, err := os.ReadFile(path); err == nil {
				left = string(text)
			}
			if left != test.left {
				t.Errorf("left: %q", left)
			}
		})
	}
}

func TestAgainForgivesThatCaseAlone(t *testing.T) {
	const text = "BenchmarkA 1 1 ns/op\n# failed {\"case\":\"X\"}\n# failed {\"case\":\"Y\"}\n# again {\"case\":\"X\"}\n"
	f, err := results.Parse(strings.NewReader(text), "run.txt")
	if err != nil || len(f.Failed) != 1 || f.Failed[0].Case != "Y" {
		t.Errorf("failed: %v, %v", f, err)
	}
}

func TestAgainForgivesAFailure(t *testing.T) {
	w := create(t)
	for _, c := range []string{"X", "Y"} {
		fixture.Check(t, w.Annotate(results.KindFailed, results.Exception{Case: c, Reason: "killed"}))
	}
	fixture.Check(t, w.Close())
	w, file, err := results.Resume(w.Path())
	fixture.Check(t, err)
	fixture.Check(t, w.Continue(testHead, file.Failed))
	fixture.Check(t, w.Annotate(results.KindFailed, results.Exception{Case: "Y", Reason: "killed once more"}))
	fixture.Check(t, w.Close())
	f, err := results.Read(w.Path())
	fixture.Check(t, err)
	if len(f.Failed) != 1 || f.Failed[0].Case != "Y" || f.Failed[0].Reason != "killed once more" {
		t.Errorf("failed: %v", f.Failed)
	}
}

// Configuration is written only when it changes.
func TestSettings(t *testing.T) {
	w := create(t)
	before := w.Mark().Size
	for _, config := range [][][2]string{nil, {{"pkg", ""}}, {{"pkg", "a"}, {"cpu", "x"}}, {{"pkg", "a"}, {"cpu", "x"}}, {{"pkg", "b"}, {"cpu", "x"}}, {{"pkg", ""}}, {{"pkg", ""}}} {
		s := sample(1)
		s.Config = config
		fixture.Check(t, w.Sample(s))
	}
	fixture.Check(t, w.Close())
	if err := w.Sample(sample(1)); err == nil {
		t.Error("a closed file is written")
	}
	text := fixture.Read(t, w.Path())
	got := strings.ReplaceAll(string(text[before:]), sample(1).String()+"\n", "*")
	if want := "**pkg: a\ncpu: x\n**pkg: b\n*pkg: \n**"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Values have six digits. Times have no exponent.
func TestValuesOfSamples(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1.5: "1.5", 1.2345678: "1.23457", 99_999.51: "99999.5", 100_000: "100000", 123_456.7: "123457", 99_999_999: "99999999", 1e8: "1e+08", 1.23456789e9: "1.23457e+09", 1e-9: "1e-09",
	} {
		s := results.Sample{Case: "A-2", Iterations: 3, Values: []results.Value{{v, "ns/op"}}}
		if got := strings.Join(strings.Fields(s.String()), " "); got != "BenchmarkA-2 3 "+want+" ns/op" {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

func TestResumeWhatIsNoFile(t *testing.T) {
	if _, _, err := results.Resume(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Error(err)
	}
}

func TestWithoutAHeaderNoPlanIsIntact(t *testing.T) {
	if f, err := results.Parse(strings.NewReader("BenchmarkA 1 1 ns/op\n"), "a.txt"); err != nil || f.PlanIntact() {
		t.Errorf("intact, %v", err)
	}
}

// A stream has the content of a file and cannot be resumed.
func TestStream(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	out, err := os.Create(path)
	fixture.Check(t, err)
	w, err := results.Stream(out, testHead)
	fixture.Check(t, err)
	take(t, w, 1, 3)
	checkSamples(t, path, 1, 3)
	if f, err := w.Written(); err != nil || len(f.Cases) != 1 || len(f.Lines) != 3 || w.Path() != results.Stdout {
		t.Errorf("%+v, %v", f, err)
	}
	fixture.Check(t, out.Close())
	if err := w.Sample(sample(4)); err == nil || strings.Contains(err.Error(), "--resume") {
		t.Errorf("a broken pipe: %v", err)
	}
}

// Reopen cuts off later content and repeats a setting that differs.
func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.txt")
	with := func(pkg string, n int) results.Sample {
		s := sample(n)
		s.Config = [][2]string{{"pkg", pkg}}
		return s
	}
	w, err := results.Create(path, false, results.Head{Units: []results.Unit{{Name: "words/op", Better: 1}}})
	fixture.Check(t, err)
	for n, pkg := range []string{"", "a", "a", "b"} {
		fixture.Check(t, w.Sample(with(pkg, n)))
	}
	mark := w.Mark()
	fixture.Check(t, errors.Join(w.Sample(with("c", 9)), w.Close()))
	if w, err = results.Reopen(path, mark); err != nil {
		t.Fatal(err)
	}
	fixture.Check(t, errors.Join(w.Sample(with("b", 4)), w.Close()))
	f, err := results.Read(path)
	if err != nil || f.Better["words/op"] != 1 {
		t.Fatalf("%+v, %v", f, err)
	}
	got := lists.Map(f.Cases, func(c *results.Case) string { return fmt.Sprint(c.Config["pkg"], c.In("ns/op")) })
	if want := []string{"[0]", "a[1 2]", "b[3 4]"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, at := range []results.Mark{{Size: 1 << 20, CRC32: mark.CRC32}, {Size: mark.Size, CRC32: mark.CRC32 + 1}, {Size: -1}} {
		if _, err := results.Reopen(path, at); err == nil || !strings.Contains(err.Error(), "was changed since") {
			t.Errorf("a file that was changed: %v", err)
		}
	}
}

// A file is replaced with force only, and a broken link is not followed without it.
func TestCreateWhereSomethingIs(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.txt")
	fixture.Check(t, os.WriteFile(empty, nil, 0o644))
	if _, err := results.Create(empty, false, testHead); err == nil || !strings.Contains(err.Error(), "empty.txt exists: choose another name") {
		t.Errorf("an empty file: %v", err)
	}
	replaced(t, empty)
	checkSamples(t, empty, 7, 7)
	dangling := filepath.Join(dir, "dangling.txt")
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), dangling); err != nil {
		fixture.Lacks(t, err)
	}
	if _, err := results.Create(dangling, false, testHead); err == nil || !strings.Contains(err.Error(), "dangling.txt exists") {
		t.Errorf("a link that leads nowhere: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "elsewhere")); err == nil {
		t.Error("it was followed")
	}
}

func TestCreateBelowAFileFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	fixture.Check(t, os.WriteFile(file, nil, 0o644))
	for _, force := range []bool{false, true} {
		_, err := results.Create(filepath.Join(file, "run.txt"), force, testHead)
		if err == nil || !strings.HasPrefix(err.Error(), "create result file: ") || strings.Contains(err.Error(), "exists:") {
			t.Errorf("force %v: %v", force, err)
		}
	}
}
