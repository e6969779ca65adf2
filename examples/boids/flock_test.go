package main

import (
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// A flock aligns itself, and its state is the same under every schedule.
func TestTheFlockAligns(t *testing.T) {
	var first string
	for _, s := range []ecs.Schedule{{Way: ecs.Sequential}, {Way: ecs.Pooled, Workers: 3, Shuffle: 1}, {Way: ecs.Spawning}} {
		w, err := newFlock(150, 7)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if err := w.SetSchedule(s); err != nil {
			t.Fatal(err)
		}
		before, err := order(w)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			if err := w.Tick(1.0 / 30); err != nil {
				t.Fatal(err)
			}
		}
		after, err := order(w)
		if err != nil || before > 0.3 || after < 2*before || w.Len() != 150 {
			t.Errorf("%d boids are aligned %.2f, then %.2f: %v", w.Len(), before, after, err)
		}
		var state string
		for _, e := range w.Entities() {
			state += w.Dump(e)
		}
		if first == "" {
			first = state
		} else if state != first {
			t.Errorf("%+v leaves another state", s)
		}
	}
}
