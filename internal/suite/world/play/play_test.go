package play_test

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
)

const small = `name: small
entities: 100
frames: 30
kinds: {thing: {share: 100%, has: [Position, Velocity], some: {Path: 50%}}}
systems: [{name: move, write: [Position], read: [Velocity]}]
tick:
  spawn: {entities: 3, kind: thing}
  destroy: {entities: 3}
  change: {entities: 4, add: Path, remove: Path}
`

// named is a library that is no reference.
func named(name string) (l play.Library) {
	l.Name, l.Module = name, "example.org/"+name
	return l
}

func world(t *testing.T) *format.World {
	t.Helper()
	w, err := format.Parse("small.yaml", []byte(small))
	fixture.Check(t, err)
	return w
}

// The reference needs no library, so that its program can be built anywhere.
func TestBuildAndRun(t *testing.T) {
	fixture.Long(t)
	w, b := world(t), play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	killed := filepath.Join(b.Folder, "ecsbench-scratch-build-0000000001")
	fixture.Check(t, os.MkdirAll(killed, 0o755))
	programs, err := b.All(t.Context(), w, []play.Library{play.Reference})
	if err != nil || programs[0].Err != nil || !programs[0].Fresh {
		t.Fatalf("%+v, %v", programs, err)
	}
	again, err := b.All(t.Context(), w, []play.Library{play.Reference})
	if err != nil || again[0].Fresh {
		t.Errorf("an unchanged world was built again: %+v, %v", again, err)
	}
	if left, err := os.ReadDir(b.Folder); err != nil || len(left) != 2 {
		t.Errorf("the folder has %v, want the program and its checksum: %v", left, err)
	}
	one, err := programs[0].Run(t.Context(), &w.Spec, time.Minute)
	two, err2 := again[0].Run(t.Context(), &w.Spec, time.Minute)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if one.State != two.State || one.Entities != 100 || len(one.Frames) != 30 || len(one.Steps) != 5 {
		t.Errorf("%+v\n%+v", one, two)
	}
	other := w.Spec
	other.Seed = 2
	if three, err := programs[0].Run(t.Context(), &other, time.Minute); err != nil || three.State == one.State {
		t.Errorf("another seed has the same state: %+v, %v", three, err)
	}
}

// The layouts of a program differ, and each round runs the next one.
func TestLayouts(t *testing.T) {
	fixture.Long(t)
	w, b := world(t), play.Build{Folder: filepath.Join(t.TempDir(), "cache"), Layouts: 3}
	libraries, err := play.Named("ecs")
	fixture.Check(t, err)
	programs, err := b.All(t.Context(), w, append(libraries, play.Reference))
	if err != nil || programs[0].Err != nil || len(programs[0].Paths) != 3 || len(programs[1].Paths) != 1 {
		t.Fatalf("%+v, %v", programs, err)
	}
	files := make(map[string]bool)
	for _, path := range programs[0].Paths {
		text := fixture.Read(t, path)
		files[string(text)] = true
	}
	if len(files) != 3 {
		t.Errorf("%d different files, want 3", len(files))
	}
	fixture.Check(t, os.Remove(programs[0].Paths[2]))
	for samples, fails := range map[int]bool{2: false, 3: true} {
		s := play.NewExperiment(w, programs)
		s.Samples = samples
		if err := s.Measure(t.Context()); err != nil || (s.Cases[0].Err != nil) != fails {
			t.Errorf("%d rounds without the third layout: %v, %v", samples, s.Cases[0].Err, err)
		}
	}
	again, err := b.All(t.Context(), w, libraries)
	if err != nil || again[0].Err != nil || !again[0].Fresh {
		t.Errorf("a missing layout was not linked: %+v, %v", again, err)
	}
}

// All forms of systems lead package ecs to the state of the reference.
func TestForms(t *testing.T) {
	fixture.Long(t)
	w, err := format.Parse("forms.yaml", []byte(forms))
	fixture.Check(t, err)
	libraries, err := play.Named("ecs")
	fixture.Check(t, err)
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	programs, err := b.All(t.Context(), w, append(libraries, play.Reference))
	fixture.Check(t, err)
	s := play.NewExperiment(w, programs)
	s.Samples = 1
	if err := s.Measure(t.Context()); err != nil || s.Cases[0].Err != nil || len(s.Cases[0].Results) != 1 {
		t.Errorf("%v, %+v", err, s.Cases[0])
	}
}

// A loop that keeps the handle of another entity, and one that replaces too few, are found.
func TestWrongForms(t *testing.T) {
	fixture.CI(t)
	w, err := format.Parse("forms.yaml", []byte(forms))
	fixture.Check(t, err)
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	programs, err := b.All(t.Context(), w, []play.Library{play.Reference})
	fixture.Check(t, err)
	source, err := play.Reference.Standalone(w)
	fixture.Check(t, err)
	right := string(source["game.go"])
	for wrong, change := range map[string][2]string{
		"entities differ":       {"\t\tg.Gathered = append(g.Gathered, handle{uint32(i), x.generation})\n\t}\n", "\t\tg.Gathered = append(g.Gathered, handle{uint32(i), x.generation})\n\t}\n\tg.Gathered[0] = g.Gathered[1]\n"},
		"age.F0%7 == 0":         {"age.F0%7 == 0", "age.F0%7 == 0 && len(g.Gathered) < 3"},
		"found another entity":  {"if name.F0 == dt {", "if name.F0 == dt+1 {"},
		"the sum of all values": {"g.Sum += uint64(Late3{n}.N)", "g.Sum += uint64(Late3{n}.N) + 1"},
	} {
		if !strings.Contains(right, change[0]) {
			t.Errorf("no %q in\n%s", change[0], right)
			continue
		}
		folder := t.TempDir()
		source["game.go"] = []byte(strings.Replace(right, change[0], change[1], 1))
		fixture.Check(t, source.Write(folder))
		path := filepath.Join(folder, "wrong")
		build(t, folder, path)
		vet := exec.Command("go", "vet", ".")
		vet.Dir, vet.Env = folder, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		if out, err := vet.CombinedOutput(); err != nil {
			t.Errorf("the benchmarks: %v\n%s", err, out)
		}
		s := play.NewExperiment(w, []play.Program{{Library: named("wrong"), Paths: []string{path}}, programs[0]})
		s.Samples = 1
		fixture.Check(t, s.Measure(t.Context()))
		if c := s.Cases[0]; c.Err == nil {
			t.Errorf("%s: not found", wrong)
		}
	}
}

// A program that panics names the frame and the operation, and fails alone.
func TestPanic(t *testing.T) {
	fixture.Long(t)
	w := world(t)
	source, err := play.Reference.Sources(w)
	fixture.Check(t, err)
	folder := t.TempDir()
	game := strings.Replace(string(source["game.go"]), "func (g *game) destroy(targets []handle) {", "var calls int\n\nfunc (g *game) destroy(targets []handle) {\n\tif calls++; calls == 12 {\n\t\tpanic(\"index out of range\")\n\t}\n", 1)
	source["game.go"] = []byte(game)
	fixture.Check(t, source.Write(folder))
	path := filepath.Join(folder, "broken")
	build(t, folder, path)
	broken := play.Program{Library: named("broken"), Paths: []string{path}}
	_, err = broken.Run(t.Context(), &w.Spec, time.Minute)
	failure := (*play.Failure)(nil)
	if !errors.As(err, &failure) || failure.Reason != `panics in frame 13, step "destroy": index out of range` {
		t.Errorf("%v", err)
	}
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	programs, err := b.All(t.Context(), w, []play.Library{play.Reference})
	fixture.Check(t, err)
	right := programs[0]
	right.Library = named("right")
	s := play.NewExperiment(w, []play.Program{broken, right, programs[0]})
	s.Samples = 2
	fixture.Check(t, s.Measure(t.Context()))
	if s.Cases[0].Err == nil || s.Cases[1].Err != nil || len(s.Cases[1].Results) != 2 {
		t.Errorf("%+v %+v", s.Cases[0], s.Cases[1])
	}
}

// A budget is a limit: the experiment ends by the deadline of each stage, has numbers of all
// libraries, and lists what it left out.
func TestDeadline(t *testing.T) {
	fixture.CI(t)
	w := world(t)
	w.Spec.Kinds[0].Count, w.Spec.Frames, w.Spec.Warmup = 20_000, 2_000_000, 400_000 // minutes for each process
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	programs, err := b.All(t.Context(), w, []play.Library{play.Reference})
	fixture.Check(t, err)
	one, two := programs[0], programs[0]
	one.Library, two.Library = named("one"), named("two")
	s := play.NewExperiment(w, []play.Program{one, two, programs[0]})
	began := time.Now()
	for i, stage := range []func(context.Context) error{s.Measure, s.Vary, s.Search} {
		ctx, cancel := context.WithDeadline(t.Context(), began.Add(time.Duration(i+1)*5*time.Second))
		err := stage(ctx)
		cancel()
		fixture.Check(t, err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %v of 15 s", took)
	}
	for _, c := range s.Cases {
		if c.Err != nil || len(c.Results) == 0 {
			t.Errorf("%s: %d results, %v", c.Library.Name, len(c.Results), c.Err)
		}
	}
	if len(s.Cut) == 0 {
		t.Error("nothing is listed as left out")
	}
}

// A program whose state is wrong gets no number.
func TestWrongState(t *testing.T) {
	fixture.Long(t)
	w := world(t)
	source, err := play.Reference.Sources(w)
	fixture.Check(t, err)
	folder := t.TempDir()
	source["game.go"] = []byte(strings.Replace(string(source["game.go"]), "s += velocity.F0 + velocity.F1", "s += velocity.F0 + velocity.F1\n\t\tif i == 7 {\n\t\t\ts++\n\t\t}", 1))
	fixture.Check(t, source.Write(folder))
	path := filepath.Join(folder, "wrong")
	build(t, folder, path)
	var said []string
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache"), Say: func(line string) { said = append(said, line) }}
	programs, err := b.All(t.Context(), w, []play.Library{play.Reference})
	fixture.Check(t, err)
	if _, err := b.All(t.Context(), w, []play.Library{play.Reference}); err != nil || len(said) != 2 || said[0] != "building the programs of reference" || !strings.HasPrefix(said[1], "built reference in ") {
		t.Errorf("one build of two printed %q, %v", said, err)
	}
	wrong := play.Program{Library: named("wrong"), Paths: []string{path}}
	s := play.NewExperiment(w, []play.Program{wrong, programs[0]})
	fixture.Check(t, s.Measure(t.Context()))
	if c := s.Cases[0]; len(c.Results) != 0 || c.Err == nil || !strings.Contains(c.Err.Error(), "1 of 100 entities differ from the reference") {
		t.Errorf("%+v", c)
	}
}

func TestWithoutToolchain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	folder := filepath.Join(t.TempDir(), "cache")
	_, err := play.Build{Folder: folder}.All(context.Background(), world(t), play.Libraries)
	if err == nil || !strings.Contains(err.Error(), "no go command in PATH") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a folder remains")
	}
}

// A library that cannot be downloaded gives one line with what to do, and the
// others are built.
func TestMissingLibrary(t *testing.T) {
	fixture.Long(t)
	t.Setenv("GOPROXY", "off")
	missing := play.Libraries[0]
	missing.Version = "v0.0.0-20010101000000-000000000000"
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	programs, err := b.All(t.Context(), world(t), []play.Library{missing, play.Reference})
	if err != nil || programs[0].Err == nil || programs[1].Err != nil {
		t.Fatalf("%+v, %v", programs, err)
	}
	if text := programs[0].Err.Error(); !strings.Contains(text, "go mod download "+missing.Module+"@"+missing.Version) || strings.Contains(text, "\n") {
		t.Error(text)
	}
}

func TestPercentile(t *testing.T) {
	for _, test := range []struct{ share, want float64 }{{0, 1}, {0.5, 3}, {1, 5}, {0.625, 3.5}} {
		if got := play.Percentile([]float64{1, 2, 3, 4, 5}, test.share); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", test.share, got, test.want)
		}
	}
}

func TestTimes(t *testing.T) {
	r := &drive.Result{}
	for i := range 100 {
		r.Frames = append(r.Frames, int64(100-i))
	}
	r.Frames[3] = -5000
	frames, disturbed := play.Times(r)
	if len(frames) != 100 || disturbed != 1 || frames[0] != 1 || frames[99] != 5000 {
		t.Errorf("%v, %d", frames, disturbed)
	}
}

// A program whose sources are not there fails alone: package ecs outside of a
// checkout, in a program that was built without paths.
func TestMissingSources(t *testing.T) {
	fixture.Long(t)
	libraries, err := play.Named("ecs")
	fixture.Check(t, err)
	t.Chdir(t.TempDir())
	b := play.Build{Folder: filepath.Join(t.TempDir(), "cache")}
	programs, err := b.All(t.Context(), world(t), append(libraries, play.Reference))
	if err != nil || programs[1].Err != nil {
		t.Fatalf("%+v, %v", programs, err)
	}
	if e := programs[0].Err; e != nil && !strings.Contains(e.Error(), "run it in a checkout of ecsbench") {
		t.Error(e)
	}
}
