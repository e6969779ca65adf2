package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/recorder"
)

// text is the world file of a sketch.
func (s *sketch) text(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	if err := file.Execute(&out, s); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// testdata/ark.json is from a world of Ark 0.8.3: 100 entities with Position and
// Velocity, 41 and 7 with a relation with Position, one with Position and Name.
func TestFromArk(t *testing.T) {
	text, err := os.ReadFile("testdata/ark.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := fromArk("imported", text)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  Position: 8\n", "  Velocity: 8\n", "  Name: 16\n", "  ChildOf: 0\n", "count: 100, has: [Position, Velocity]"} {
		if text := s.text(t); !strings.Contains(text, want) {
			t.Errorf("no %q:\n%s", want, text)
		}
	}
	for _, wrong := range []string{"", "{", "[]", "{}", `{"frame":0}`, `{"ComponentTypeNames": ["A"], "Archetypes": [{"Size": -1, "ComponentTypeNames": ["A"]}]}`, `{"ComponentTypeNames": ["A"], "Archetypes": [{"Size": 1, "ComponentTypeNames": ["B"]}]}`} {
		if _, err := fromArk("x", []byte(wrong)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", wrong, err)
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
	s, err := fit("timed", out.Bytes())
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
	s, err := fit("large", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, k := range s.Kinds {
		total += k.Count
	}
	if len(s.Kinds) != 24 || total != 40 || len(s.Systems) != 2 {
		t.Errorf("%d kinds, %d entities, systems %+v", len(s.Kinds), total, s.Systems)
	}
	text := s.text(t)
	for _, want := range []string{"  Item2: 24\n", "  Item: 8 # a guess", "left out are", "rare kinds", "name: update2"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q\n%s", want, text)
		}
	}
}
