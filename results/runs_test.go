package results

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRunsInAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.txt")
	const head = `# ecsbench {"format":1}` + "\n"
	text := head + `# env {"cpu":"x"}` + "\ncpu: x\nBenchmarkA 1 1 ns/op\n" +
		head + `# env {"cpu":"y"}` + "\ncpu: y\nBenchmarkB 1 2 ns/op\nBenchmarkB 1 damaged ns/op\n" + `# failed {"case":"C","reason":"r"}` + "\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	runs, err := ReadRuns(path)
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
	one, err := Read(path)
	if err != nil || len(one.Cases) != 2 || one.Headers != 2 {
		t.Errorf("as one: %+v, %v", one, err)
	}
}
