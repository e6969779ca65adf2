package main

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

func play(t *testing.T, w *ecs.World, ticks int) {
	t.Helper()
	for range ticks {
		if err := w.Tick(1.0 / 30); err != nil {
			t.Fatal(err)
		}
	}
}

func start(t *testing.T) (*ecs.World, *Game) {
	t.Helper()
	w, g, err := newGame(3)
	if err != nil {
		t.Fatal(err)
	}
	return w, g
}

// state is the game without the numbers of handles.
func state(w *ecs.World, g *Game) string {
	s := fmt.Sprintln(*g, w.Len())
	for _, e := range w.Entities() {
		p, _ := ecs.Get[Position](w, e)
		enemy, _ := ecs.Get[Enemy](w, e)
		tower, _ := ecs.Get[Tower](w, e)
		aims, _ := ecs.Get[Aims](w, e)
		target, _ := ecs.Get[Position](w, aims.At)
		s += fmt.Sprintln(p, enemy, tower, target)
	}
	return s
}

// A game that is saved and loaded goes on as without, in both formats, and at any time.
func TestASavedGameGoesOn(t *testing.T) {
	w, g := start(t)
	if play(t, w, 1500); g.Kills == 0 || g.Built < 3 {
		t.Fatalf("nothing happens: %+v", *g)
	}
	want := state(w, g)
	for _, at := range []int{0, 1, 333, 900, 1499} {
		for _, options := range [][]ecs.SaveOption{nil, {ecs.JSON()}} {
			first, _ := start(t)
			play(t, first, at)
			var file bytes.Buffer
			if err := first.Save(&file, options...); err != nil {
				t.Fatal(err)
			}
			second, g := start(t)
			if err := second.Load(&file); err != nil {
				t.Fatal(err)
			}
			if play(t, second, 1500-at); state(second, g) != want {
				t.Errorf("saved at tick %d the game ends with\n%s\nwant\n%s", at, state(second, g), want)
			}
		}
	}
}

// The game ends, and its towers aim at living enemies only.
func TestTheGameEnds(t *testing.T) {
	w, g := start(t)
	var aims ecs.Query1[ecs.Read[Aims]]
	if err := aims.Bind(w); err != nil {
		t.Fatal(err)
	}
	for ticks := 0; !g.Over(); ticks++ {
		if play(t, w, 1); ticks > 20_000 {
			t.Fatalf("the game has no end: %+v", *g)
		}
		for a := range aims.All() {
			if !w.Alive(a.Get().At) {
				t.Fatalf("a tower aims at %v, which is dead", a.Get().At)
			}
		}
	}
}
