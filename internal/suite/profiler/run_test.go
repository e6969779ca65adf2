package profiler

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
)

const workerVerb = "look"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == workerVerb {
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestTheMapIsFound profiles two implementations. One of them has its index in a map.
func TestTheMapIsFound(t *testing.T) {
	fixture.Long(t)
	p, err := profiles.Load("A")
	fixture.Check(t, err)
	selection, err := NewSelection(p.With("n", []int{5000}), "create", "hashmap,dense")
	fixture.Check(t, err)
	selection.Looks, selection.Duration = []Look{LookCPU, LookMemory}, 100*time.Millisecond
	worker, err := measure.Self(workerVerb)
	fixture.Check(t, err)
	worker.Env = []string{"GOMAXPROCS=1"} // several would wait for each other's collections
	f, err := Run(context.Background(), selection, worker, func(string) {})
	if err != nil || len(f.Failures()) > 0 {
		t.Fatal(err, f.Failures())
	}
	var text strings.Builder
	fixture.Check(t, f.Text(&text))
	for _, want := range []string{
		"create:mode=entity, profile A, 0 aging rounds, 5000 entities, 2 components",
		"hashmap: flat profile of ", "with callees", "while profiling ",
		"Memory retained for an entity", "one operation allocates",
		"`hashmap`: ", " of the time in ", "the memory of `",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	dir := t.TempDir()
	fixture.Check(t, f.Save(dir))
	if f, err = Load(dir); err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Subjects {
		m := s.Memory
		if m.Entities != 5000 || m.PerEntity(m.Full) < 16 {
			t.Errorf("%s: %+v", s.Impl, m)
		}
		sum := 0.0
		for _, c := range m.Categories {
			sum += c.Value
			if c.What == string(impls.ForOther) {
				t.Errorf("%s: %g bytes belong nowhere", s.Impl, c.Value)
			}
		}
		if full := float64(m.Full); sum < 0.9*full || sum > 1.1*full {
			t.Errorf("%s: the categories are %g bytes together, %d are retained", s.Impl, sum, m.Full)
		}
		if m.Objects < 5 || s.Visits != 5000 {
			t.Errorf("%s: %g objects, %d visits", s.Impl, m.Objects, s.Visits)
		}
		for _, name := range []string{"cpu.pprof", "heap.pprof", "allocs.pprof"} {
			demandProfile(t, filepath.Join(dir, s.Impl, name))
		}
		folded, err := os.ReadFile(filepath.Join(dir, s.Impl, "cpu.folded"))
		if err != nil || !strings.Contains(string(folded), ";") {
			t.Errorf("folded stacks of %s: %v\n%s", s.Impl, err, folded)
		}
	}
	hash, dense := f.Subjects[0].Memory, f.Subjects[1].Memory
	if indexOf(hash) <= indexOf(dense) {
		t.Errorf("the index of hashmap has %g bytes, that of dense %g", indexOf(hash), indexOf(dense))
	}
	counts, err := results.Read(filepath.Join(dir, "counts.txt"))
	if err != nil || len(counts.Cases) != 2 || len(counts.Cases[0].In("retained-B/entity")) != 1 {
		t.Errorf("counts: %v, %+v", err, counts)
	}
}

// Loaded findings have no profiles, so their folder has none either.
func TestLoadedFindingsAreSaved(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	f := &Findings{Format: Format, Selection: Selection{Bench: "."}, Subjects: []*Subject{{Impl: "x", CPU: &CPU{}, Memory: &Memory{}}}}
	text, err := json.Marshal(f)
	fixture.Check(t, err)
	fixture.Check(t, os.WriteFile(filepath.Join(first, findingsFile), text, 0o666))
	if f, err = Load(first); err != nil {
		t.Fatal(err)
	}
	fixture.Check(t, f.Save(second))
	if files, err := os.ReadDir(second); err != nil || len(files) != 1 || files[0].Name() != findingsFile {
		t.Errorf("%v, %v", files, err)
	}
}

// demandProfile requires a valid profile with this reader and without the set-up. CI
// runs "go tool pprof" itself.
func demandProfile(t *testing.T, path string) {
	t.Helper()
	data := fixture.Read(t, path)
	p, err := profile.ParseData(data)
	if err != nil || len(p.Sample) == 0 {
		t.Errorf("%s: %v in %v", path, err, p)
		return
	}
	for _, sample := range p.Sample {
		if sample.Value[len(sample.Value)-1] == 0 {
			continue
		}
		for _, l := range sample.Location {
			for _, line := range l.Line {
				if strings.HasSuffix(line.Function.Name, "Request).OpenWith") {
					t.Errorf("set-up is in %s", path)
					return
				}
			}
		}
	}
}

func indexOf(m *Memory) float64 {
	for _, c := range m.Categories {
		if c.What == string(impls.ForIndex) {
			return c.Value
		}
	}
	return 0
}

// One look fails, and the others are kept.
func TestFailedLookKeepsTheOthers(t *testing.T) {
	p, err := profiles.Load("A")
	fixture.Check(t, err)
	selection, err := NewSelection(p.With("n", []int{100}), "create", "dense")
	fixture.Check(t, err)
	selection.Looks, selection.Duration = []Look{LookCache, "unknown", LookMemory}, 50*time.Millisecond
	t.Setenv("PATH", t.TempDir()) // no valgrind
	worker, err := measure.Self(workerVerb)
	fixture.Check(t, err)
	f, err := Run(context.Background(), selection, worker, func(string) {})
	fixture.Check(t, err)
	failures := strings.Join(f.Failures(), "\n")
	if f.Looks() != 1 || f.Subjects[0].Memory == nil || !strings.Contains(failures, "dense: cache: valgrind is not installed") || !strings.Contains(failures, `dense: unknown: worker: look "unknown"`) {
		t.Errorf("%d looks, failures:\n%s", f.Looks(), failures)
	}
}

// A share of few samples has a wide interval.
func TestShareStatesItsUncertainty(t *testing.T) {
	c := &CPU{Seconds: 0.25, Samples: 25}
	if got := c.share(0.12); got != "48% [30%, 67%]" {
		t.Errorf("%s", got)
	}
	if got := (&CPU{}).share(0); got != "unknown" {
		t.Errorf("%s", got)
	}
}
