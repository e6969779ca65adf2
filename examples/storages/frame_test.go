package storages_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/asteroids/game"
	"github.com/ecsbench/ecsbench/examples/storages"
)

// newGame returns a game after its first second.
func newGame(t testing.TB, storage string, way ecs.Way, rocks int) *game.Game {
	t.Helper()
	g, err := game.New(game.Config{Seed: 1, Rocks: rocks, Ships: (rocks + 3) / 4, Storage: storage, Schedule: ecs.Schedule{Way: way}})
	check(t, err)
	t.Cleanup(g.Close)
	for range 60 {
		check(t, g.Step())
	}
	return g
}

// verifyGame plays the same game in another storage, without parallel systems.
func verifyGame(t testing.TB, g *game.Game, storage string, rocks int) error {
	t.Helper()
	other := "dense"
	if storage == other {
		other = "paged"
	}
	again := newGame(t, other, ecs.Sequential, rocks)
	for again.Ticks < g.Ticks {
		check(t, again.Step())
	}
	if got, want := g.Hash(), again.Hash(); got != want {
		return fmt.Errorf("wrong state: after %d frames the game has hash %#x, and %#x in storage %s", g.Ticks, got, want, other)
	}
	return nil
}

// BenchmarkFrame times the frames of the game asteroids: mean, tail, and late frames. With
// -benchtime 1200x every storage plays the same 20 seconds.
func BenchmarkFrame(b *testing.B) {
	const rocks = 1000 // without fragments, ships and bullets
	for _, way := range []ecs.Way{ecs.Sequential, ecs.Pooled} {
		for _, storage := range storages.Names {
			b.Run(fmt.Sprintf("storage=%s/way=%s/rocks=%d", storage, way, rocks), func(b *testing.B) {
				g := newGame(b, storage, way, rocks)
				var took []time.Duration
				late := 0
				for b.Loop() {
					start := time.Now()
					check(b, g.Step())
					frame := time.Since(start)
					took = append(took, frame)
					if frame > time.Second/60 {
						late++
					}
				}
				check(b, verifyGame(b, g, storage, rocks))
				slices.Sort(took)
				for _, percent := range []float64{50, 99, 99.9} {
					beyond := int((1 - percent/100) * float64(len(took)))
					if beyond > 0 { // enough frames for this percentile
						b.ReportMetric(float64(took[len(took)-1-beyond]), fmt.Sprintf("p%g-ns/frame", percent))
					}
				}
				b.ReportMetric(float64(late), "missed-frames")
			})
		}
	}
}

// Games are equal in every storage, and the verification finds another score.
func TestVerifyGame(t *testing.T) {
	for _, storage := range storages.Names {
		for _, way := range []ecs.Way{ecs.Sequential, ecs.Pooled} {
			g := newGame(t, storage, way, 10)
			for range 20 {
				check(t, g.Step())
			}
			if err := verifyGame(t, g, storage, 10); err != nil {
				t.Errorf("%s, %s: %v", storage, way, err)
			}
			g.Score.Hits++
			if verifyGame(t, g, storage, 10) == nil {
				t.Errorf("%s, %s: another score is verified", storage, way)
			}
		}
	}
	if _, err := storages.Find("soa"); err == nil {
		t.Error("soa is a storage of package ecs")
	}
}
