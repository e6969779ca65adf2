package results_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

var testHead = results.Head{
	Header:      results.Header{Format: results.Format, Version: "v1"},
	Plan:        map[string]int{"seed": 7},
	Environment: results.Environment{GoVersion: "go1.26", Commit: "abc"},
	Config:      [][2]string{{"profile", "AA"}, {"cpu", "two\nlines"}},
}

func write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "folder", "run.txt")
	w, err := results.Create(path, false, testHead)
	fixture.Check(t, err)
	defer w.Close()
	steps := []error{
		w.Sample(results.Sample{Case: "Iterate/impl=dense/comps=2/n=1000-2", Iterations: 412, Values: []results.Value{{172193, "ns/op"}, {5.81e8, "entities/s"}}}),
		w.Annotate(results.KindFailed, results.Exception{Case: "Iterate/impl=broken/comps=2/n=1000-2", Reason: "panic: \"no\"\nreally"}),
		w.Sample(results.Sample{Case: "Iterate/impl=dense/comps=2/n=1000-2", Iterations: 412, Values: []results.Value{{172194, "ns/op"}, {5.8e8, "entities/s"}}}),
	}
	for i, err := range steps {
		if err != nil {
			t.Fatal(i, err)
		}
	}
	return path
}

func TestReadWhatWasWritten(t *testing.T) {
	f, err := results.Read(write(t))
	fixture.Check(t, err)
	if len(f.Cases) != 1 {
		t.Fatalf("cases: %+v", f.Cases)
	}
	c := f.Cases[0]
	if got := c.In("ns/op"); len(got) != 2 || got[0] != 172193 || got[1] != 172194 {
		t.Errorf("ns/op = %v", got)
	}
	if c.Keys[""] != "Iterate" || c.Keys["impl"] != "dense" || c.Keys["n"] != "1000" || c.Keys["gomaxprocs"] != "2" {
		t.Errorf("keys = %v", c.Keys)
	}
	if c.Config["profile"] != "AA" || c.Config["cpu"] != "two lines" {
		t.Errorf("config = %v", c.Config)
	}
	if len(f.Failed) != 1 || !strings.Contains(f.Failed[0].Reason, "really") {
		t.Errorf("failed = %v", f.Failed)
	}
	if len(f.Lines) != 2 || len(c.Order) != 2 || c.Order[1] != 1 {
		t.Errorf("%d samples in order %v", len(f.Lines), c.Order)
	}
	if f.Better["entities/s"] != 1 || f.Better["ns/op"] != 0 {
		t.Errorf("better = %v", f.Better)
	}
	if string(f.Header.Plan) != `{"seed":7}` || f.Environments[0].Commit != "abc" {
		t.Errorf("plan %s, environments %v", f.Header.Plan, f.Environments)
	}
}

func TestBenchstatReadsIt(t *testing.T) {
	out := fixture.Run(t, exec.Command("go", "tool", "benchstat", "-col", "/impl", write(t)))
	for _, want := range []string{"profile: AA", "sec/op", "entities/s", "172.2µ"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("benchstat does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(string(out), ".txt:") {
		t.Errorf("benchstat complains:\n%s", out)
	}
}

func TestReadReportsErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "no benchmark results"},
		{"foreign", "hello\nworld\n", "no benchmark results"},
		{"binary", "\x00\x01\x02\xff", "no benchmark results"},
		{"newer", "# ecsbench {\"format\": 99}\n", ":1: the file has format 99"},
		{"not a number", "BenchmarkX 1 2 ns/op\nBenchmarkX 1 NaN ns/op\n", ":2: BenchmarkX has NaN ns/op"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.txt")
			fixture.Check(t, os.WriteFile(path, []byte(test.text), 0o644))
			_, err := results.Read(path)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %q and the path in it", err, test.want)
			}
		})
	}
	if _, err := results.Read(t.TempDir()); err == nil {
		t.Error("a directory was read")
	}
}

// Damaged lines are skipped and listed.
func TestReadSkipsDamage(t *testing.T) {
	text := "# env {\"os\n# failed {\"case\":7}\n# a comment\n# ecsbench ab: of other people\nBenchmarkX 1 2 ns/op\nBenchmarkX one 2 ns/op\nBenchmarkX 1 3 ns/op\n"
	f, err := results.Parse(strings.NewReader(text), "x.txt")
	if err != nil || len(f.Lines) != 2 || len(f.Cases) != 1 || len(f.Failed) != 0 {
		t.Fatalf("%+v, %v", f, err)
	}
	damage := lists.Map(f.Damaged, func(d error) string { return strings.Join(strings.Fields(d.Error())[:3], " ") })
	if got := strings.Join(damage, "; "); got != `x.txt:1: annotation "env":; x.txt:2: annotation "failed":; x.txt:6: parsing iteration` {
		t.Errorf("damage: %s", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("# ecsbench {\"format\":1}\nprofile: A\nBenchmarkX/a=b-2 1 2 ns/op\n")
	f.Add("# failed {}\r\nUnit x better=higher\nBenchmarkX 1 NaN x\n")
	f.Add("d\xc7m: k {}\r\nUnit x b")
	f.Add("d {} \nUnit \xdf\rbetter=hidd {}\f\xedUnit } better=")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := results.Parse(strings.NewReader(text), "fuzz.txt")
		if err == nil && file.Header == nil && len(file.Cases) == 0 && len(file.Damaged) == 0 {
			t.Error("nothing was read, without an error or warning")
		}
	})
}

func TestUnfinishedLineOfAKilledRunIsPassedOver(t *testing.T) {
	path := write(t)
	text, _ := os.ReadFile(path)
	for cut := 1; cut < 60; cut++ {
		fixture.Check(t, os.WriteFile(path, text[:len(text)-cut], 0o644))
		f, err := results.Read(path)
		if err != nil {
			t.Fatalf("%d bytes short: %v", cut, err)
		}
		if n := len(f.Cases[0].In("ns/op")); n != 1 {
			t.Fatalf("%d bytes short: %d samples, want 1", cut, n)
		}
	}
}
