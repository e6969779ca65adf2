package scenarios

import (
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/scenarios/asteroids"
)

// frameTimes measures the frames of a whole game, especially the late ones.
var frameTimes = Scenario{
	Name:     "frame",
	Title:    "Frame",
	Doc:      "a frame of the game in scenarios/asteroids with N rocks: mean, tail, and late frames",
	OnDemand: true,
	Axes:     []Axis{{Name: entities.Name, Title: entities.Title, Doc: "rocks of the game, without fragments, ships and bullets", Default: []int{1000}, Min: 1, Max: 1_000_000, Size: true}},
	Options: []impls.Option{
		{Name: "frames", Doc: "timed frames", Default: "1200", Min: 1, Max: 1_000_000},
		wayOption,
	},
	Open: func(c Case) (Workload, error) {
		storage, err := storageOf(c)
		if err != nil {
			return nil, err
		}
		w := &frames{n: c.Options.Int("frames"), config: asteroids.Config{
			Seed: c.Seed, Rocks: c.entities(), Ships: (c.entities() + 3) / 4,
			Storage: storage, Schedule: ecs.Schedule{Way: ecs.Way(c.Options["way"])},
		}}
		w.game, err = asteroids.New(w.config)
		return w, err
	},
}

type frames struct {
	config asteroids.Config
	game   *asteroids.Game
	n      int
	took   []float64 // nanoseconds
	err    error
}

// Game returns the game.
func (w *frames) Game() *asteroids.Game { return w.game }

func (w *frames) Entities() int          { return w.config.Rocks }
func (w *frames) MaxOperations() int     { return 1 << 30 }
func (w *frames) Prepare(int) error      { return nil }
func (w *frames) Warm() (float64, error) { w.Run(1); return 1, w.err }

func (w *frames) Run(n int) {
	for range n {
		if err := w.game.Step(); err != nil {
			w.err = err
		}
	}
}

// begun is the number of frames before the first timed one: one second.
const begun = 60

// Measure implements Measured.
func (w *frames) Measure() ([]Value, error) {
	w.Run(begun)
	w.took = make([]float64, 0, w.n)
	missed, sum := 0, 0.0
	for range w.n {
		start := time.Now()
		w.Run(1)
		took := time.Since(start)
		w.took = append(w.took, float64(took))
		sum += float64(took)
		if took > frame {
			missed++
		}
	}
	slices.Sort(w.took)
	return []Value{
		{sum / float64(w.n), "ns/frame"},
		{quantile(w.took, 0.5), "p50-ns/frame"},
		{quantile(w.took, 0.99), "p99-ns/frame"},
		{quantile(w.took, 0.999), "p99.9-ns/frame"},
		{float64(missed), "missed-frames"},
	}, w.err
}

// Verify plays the same game in another storage, without parallel systems.
func (w *frames) Verify() error {
	defer w.game.Close()
	if w.err != nil {
		return fmt.Errorf("wrong work: %w", w.err)
	}
	other := w.config
	other.Storage, other.Schedule = "dense", ecs.Schedule{Way: ecs.Sequential}
	if w.config.Storage == other.Storage {
		other.Storage = "paged"
	}
	again, err := asteroids.New(other)
	for err == nil && again.Ticks < w.game.Ticks {
		err = again.Step()
	}
	if err != nil {
		return err
	}
	if got, want := w.game.Hash(), again.Hash(); got != want {
		return fmt.Errorf("wrong state: after %d frames the game has hash %#x, and %#x in storage %s", w.game.Ticks, got, want, other.Storage)
	}
	return nil
}
