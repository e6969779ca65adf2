// Package worldfile tests that the files of the program recorder/worldfile are worlds.
package worldfile

import (
	"bytes"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/recorder"
)

var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "worldfile")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "worldfile")
	build := exec.Command("go", "build", "-C", "../../recorder", "-o", program, "./worldfile")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// worldfile runs the program.
func worldfile(t *testing.T, what, name string, in []byte) (string, error) {
	t.Helper()
	cmd := exec.Command(program, what, name)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		err = errors.New(string(exit.Stderr))
	}
	return string(out), err
}

// testdata/ark.json of recorder/worldfile is from a world of Ark 0.8.3: 100 entities with Position and
// Velocity, 41 and 7 with a relation with Position, one with Position and Name.
func TestImport(t *testing.T) {
	stats, err := os.ReadFile("../../recorder/worldfile/testdata/ark.json")
	if err != nil {
		t.Fatal(err)
	}
	made, err := worldfile(t, "import", "imported", stats)
	if err != nil {
		t.Fatal(err)
	}
	w, err := format.Parse("imported.yaml", []byte(made))
	if err != nil || w.Spec.Total() != 148 {
		t.Fatalf("%v\n%s", err, made)
	}
}

// A recording of what a plan decides is fitted to the rates of its world.
func TestFit(t *testing.T) {
	const text = `name: original
components: {Position: 8, Velocity: 8, Path: {bytes: 32, pointers: true}}
kinds:
  walker: {count: 400, has: [Position, Velocity], some: {Path: 60%}}
  rock: {count: 100, has: [Position]}
systems:
  - {name: move, write: [Position], read: [Velocity]}
  - {name: think, write: [Velocity], every: 4}
tick:
  spawn: [{entities: 5, kind: walker}, {entities: 40, kind: rock, every: 10}]
  destroy: [{entities: 5, kind: walker}, {entities: 4, kind: rock, order: oldest}]
  change: {entities: 20, add: Path, remove: Path}
  lookup: {entities: 50, component: Position, stale: 10%}
`
	w, err := format.Parse("original.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r := recorder.New(&out)
	for _, c := range w.Components {
		r.Component(c.Name, c.Bytes, c.Slices > 0)
	}
	names := func(mask uint64) (list []string) {
		for i, c := range w.Components {
			if mask>>i&1 != 0 {
				list = append(list, c.Name)
			}
		}
		return list
	}
	plan := drive.NewScript(&w.Spec)
	spawned, _ := plan.Population()
	for i, n := range spawned.Serials {
		r.Spawn(uint64(n), names(spawned.Masks[i])...)
	}
	r.Frame()
	const frames = 400
	for range frames {
		f := plan.Next()
		for i, s := range w.Spec.Steps {
			if s.Op == drive.System && f.Due[i] {
				r.System(s.Name, map[string][]string{"move": {"Velocity"}}[s.Name], map[string][]string{"move": {"Position"}, "think": {"Velocity"}}[s.Name])
			}
			for k, n := range f.Lists[i].Serials {
				switch {
				case s.Op == drive.Spawn:
					r.Spawn(uint64(n), names(f.Lists[i].Masks[k])...)
				case s.Op == drive.Destroy:
					r.Destroy(uint64(n))
				case s.Op == drive.Lookup:
					r.Lookup("Position", f.Lists[i].Slots[k]&drive.InGraveyard != 0)
				case s.Add != 0:
					r.Add(uint64(n), "Path")
				case s.Drop != 0:
					r.Remove(uint64(n), "Path")
				}
			}
		}
		r.Frame()
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	made, err := worldfile(t, "fit", "fitted", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := format.Parse("fitted.yaml", []byte(made))
	if err != nil {
		t.Fatalf("%v\n%s", err, made)
	}
	rates := func(w *format.World) (list map[string]float64) {
		list = make(map[string]float64)
		for _, s := range w.Spec.Steps {
			key := string(s.Op) + " " + string(s.Order)
			if s.Op == drive.System {
				key = s.Name
				list[key] += 1 / float64(s.Every)
				continue
			}
			list[key] += s.Count / float64(s.Every)
		}
		return list
	}
	want, got := rates(w), rates(fitted)
	for key, rate := range want {
		if math.Abs(got[key]-rate) > 0.05*rate+0.05 {
			t.Errorf("%s: %v per frame, want %v\n%s", key, got[key], rate, made)
		}
	}
	if fitted.Spec.Total() != 500 || len(fitted.Spec.Kinds) != 2 {
		t.Errorf("%d entities of %d kinds\n%s", fitted.Spec.Total(), len(fitted.Spec.Kinds), made)
	}
	cut := out.Bytes()[:out.Len()-7]
	if _, err := worldfile(t, "fit", "cut", cut); err != nil {
		t.Errorf("a recording that was cut off: %v", err)
	}
	for _, wrong := range []string{"", "x\n", `{"frame": 0}` + "\n", "{}\n{}\n"} {
		if _, err := worldfile(t, "fit", "x", []byte(wrong)); err == nil {
			t.Errorf("%q: no error", wrong)
		}
	}
}
