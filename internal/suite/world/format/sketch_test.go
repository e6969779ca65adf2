package format_test

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/recorder"
)

// testdata/ark.json is from a world of Ark 0.8.3: 100 entities with Position and
// Velocity, 41 and 7 with a relation with Position, one with Position and Name.
func TestFromArk(t *testing.T) {
	text, err := os.ReadFile("testdata/ark.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := format.FromArk("imported", text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := format.Parse("imported.yaml", []byte(s.YAML()))
	if err != nil {
		t.Fatalf("%v\n%s", err, s.YAML())
	}
	sizes := make(map[string]int)
	for _, c := range w.Components {
		sizes[c.Name] = c.Bytes
	}
	if sizes["Position"] != 8 || sizes["Velocity"] != 8 || sizes["Name"] != 16 || sizes["ChildOf"] != 0 || w.Spec.Total() != 148 {
		t.Errorf("sizes %v, %d entities, want 148\n%s", sizes, w.Spec.Total(), s.YAML())
	}
	for _, wrong := range []string{"", "{", "[]", "{}", `{"frame":0}`, `{"ComponentTypeNames": ["A"], "Archetypes": [{"Size": -1, "ComponentTypeNames": ["A"]}]}`, `{"ComponentTypeNames": ["A"], "Archetypes": [{"Size": 1, "ComponentTypeNames": ["B"]}]}`} {
		if _, err := format.FromArk("x", []byte(wrong)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", wrong, err)
		}
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
	plan := drive.NewPlan(&w.Spec)
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
	s, err := format.Fit("fitted", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := format.Parse("fitted.yaml", []byte(s.YAML()))
	if err != nil {
		t.Fatalf("%v\n%s", err, s.YAML())
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
			t.Errorf("%s: %v per frame, want %v\n%s", key, got[key], rate, s.YAML())
		}
	}
	if fitted.Spec.Total() != 500 || len(fitted.Spec.Kinds) != 2 {
		t.Errorf("%d entities of %d kinds\n%s", fitted.Spec.Total(), len(fitted.Spec.Kinds), s.YAML())
	}
	cut := out.Bytes()[:out.Len()-7]
	if _, err := format.Fit("cut", cut); err != nil {
		t.Errorf("a recording that was cut off: %v", err)
	}
	for _, wrong := range []string{"", "x\n", `{"frame": 0}` + "\n", "{}\n{}\n"} {
		if _, err := format.Fit("x", []byte(wrong)); err == nil {
			t.Errorf("%q: no error", wrong)
		}
	}
}

// Systems keep their order, and the time of a system besides its loop and its
// look-ups is its work.
func TestFitOfTimes(t *testing.T) {
	var out bytes.Buffer
	r := recorder.New(&out)
	r.Component("Position", 8, false)
	for e := range uint64(100) {
		r.Spawn(e, "Position")
	}
	r.Frame()
	r.System("think", []string{"Position"}, nil)
	r.Took("think", 100, 10*time.Microsecond)
	for range 100 {
		r.Lookup("Position", false)
	}
	r.System("move", nil, []string{"Position"})
	r.Took("move", 100, 100*time.Nanosecond)
	r.Frame()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := format.Fit("timed", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Systems) != 2 || s.Systems[0].Name != "think" || s.Systems[0].Work != 89*time.Nanosecond || s.Systems[1].Work != 0 {
		t.Errorf("%+v", s.Systems)
	}
}

// A recording of a large game makes a world: components that nobody has declared, names that
// differ by a number or a package, more kinds and components than a world file has.
func TestFitOfALargeGame(t *testing.T) {
	var out bytes.Buffer
	r := recorder.New(&out)
	r.Component("game.Item2", 24, false)
	for e := range uint64(40) {
		set := []string{"game.Item", "game.Item2", "ui.Item"}
		for i := range e % 12 {
			set = append(set, "C"+strings.Repeat("x", int(i)))
		}
		if e >= 12 {
			set = append(set, "D"+strings.Repeat("x", int(e)))
		}
		r.Spawn(e, set...)
	}
	r.Frame()
	r.System("a.update", []string{"ui.Item"}, []string{"game.Item2"})
	r.System("b.update", nil, []string{"game.Item"})
	for e := range uint64(40) {
		r.Destroy(e)
		r.Spawn(100+e, "game.Item", "game.Item2", "ui.Item")
	}
	r.Frame()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := format.Fit("large", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	w, err := format.Parse("large.yaml", []byte(s.YAML()))
	if err != nil {
		t.Fatalf("%v\n%s", err, s.YAML())
	}
	if len(w.Spec.Kinds) != 24 || w.Spec.Total() != 40 || len(w.Systems) != 2 || w.Systems[0].Visited != 40 {
		t.Errorf("%d kinds, %d entities, systems %+v\n%s", len(w.Spec.Kinds), w.Spec.Total(), w.Systems, s.YAML())
	}
	for _, want := range []string{"  Item2: 24\n", "  Item: 8 # a guess", "left out are", "rare kinds", "name: update2"} {
		if !strings.Contains(s.YAML(), want) {
			t.Errorf("no %q\n%s", want, s.YAML())
		}
	}
}
