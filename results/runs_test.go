package results_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

func TestRunsInAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.txt")
	const head = `# ecsbench {"format":1}` + "\n"
	text := head + `# env {"cpu":"x"}` + "\ncpu: x\nBenchmarkA 1 1 ns/op\n" +
		head + `# env {"cpu":"y"}` + "\ncpu: y\nBenchmarkB 1 2 ns/op\nBenchmarkB 1 damaged ns/op\n" + `# failed {"case":"C","reason":"r"}` + "\n"
	fixture.Check(t, os.WriteFile(path, []byte(text), 0o644))
	runs, err := results.ReadRuns(path)
	if err != nil || len(runs) != 2 {
		t.Fatal(runs, err)
	}
	a, b := runs[0], runs[1]
	if a.Cases[0].Name != "A" || len(a.Cases) != 1 || a.Environments[0].CPU != "x" || len(a.Failed)+len(a.Damaged) != 0 {
		t.Errorf("first: %+v", a)
	}
	if b.Cases[0].Name != "B" || len(b.Cases) != 1 || b.Environments[0].CPU != "y" || len(b.Environments) != 1 || len(b.Failed) != 1 || len(b.Damaged) != 1 {
		t.Errorf("second: %+v", b)
	}
	one, err := results.Read(path)
	if err != nil || len(one.Cases) != 2 || len(one.Headers) != 2 {
		t.Errorf("as one: %+v, %v", one, err)
	}
}

// A header starts a run after any content.
func TestWhatIsARun(t *testing.T) {
	const head = "# ecsbench {\"format\":1}\n"
	for before, want := range map[string]int{
		"": 1, "goos: linux\n": 1, head: 2, "BenchmarkA 1 1 ns/op\n": 2, "# env {\"cpu\":\"x\"}\n": 2,
		"# failed {\"case\":\"C\"}\n": 2, "# unsupported {\"case\":\"C\"}\n": 2,
	} {
		path := filepath.Join(t.TempDir(), "run.txt")
		fixture.Check(t, os.WriteFile(path, []byte(before+head+"BenchmarkB 1 2 ns/op\n"), 0o644))
		if runs, err := results.ReadRuns(path); err != nil || len(runs) != want {
			t.Errorf("behind %q: %d runs, %v; want %d", before, len(runs), err, want)
		}
	}
}

func TestReadAll(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(dir, name)
		fixture.Check(t, os.WriteFile(path, []byte("BenchmarkA 1 1 ns/op\nBenchmarkA 1 damaged ns/op\n"), 0o644))
		paths = append(paths, path)
	}
	warned := 0
	if runs, err := results.ReadAll(paths, func(error) { warned++ }); err != nil || len(runs) != 2 || warned != 2 {
		t.Errorf("%d runs, %d warnings, %v", len(runs), warned, err)
	}
	if runs, err := results.ReadAll(paths, nil); err != nil || len(runs) != 2 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	if runs, err := results.ReadAll(append(paths, filepath.Join(dir, "gone")), nil); err == nil || runs != nil {
		t.Errorf("with a file that is not there: %d runs, %v", len(runs), err)
	}
}

// A file of several commits, as benchmark servers store them, has a run for each.
func TestCommitsAreRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "joined.txt")
	const line = "BenchmarkA 1 5 ns/op\n"
	fixture.Check(t, os.WriteFile(path, []byte("commit: a\n"+line+line+"commit: b\n"+line), 0o644))
	runs, err := results.ReadRuns(path)
	if err != nil || len(runs) != 2 || len(runs[0].Lines) != 2 || len(runs[1].Lines) != 1 || runs[1].Cases[0].Config["commit"] != "b" {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	if f, err := results.Read(path); err != nil || len(f.Cases) != 2 {
		t.Errorf("read as one: %v", err)
	}
}
