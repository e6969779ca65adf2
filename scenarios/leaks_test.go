package scenarios_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// leaky loses 40 bytes per entity and a goroutine per world.
type leaky struct {
	impls.World
	kept [][]byte
}

func (w *leaky) Spawn(bundle int, first uint32, dst impls.Handles) {
	w.kept = append(w.kept, make([]byte, 40*dst.Len()))
	w.World.Spawn(bundle, first, dst)
}

func (w *leaky) Destroy(r impls.Handles) int { return w.World.(impls.Changer).Destroy(r) }
func (w *leaky) Exchange(move int, r impls.Handles, first uint32) int {
	return w.World.(impls.Changer).Exchange(move, r, first)
}

func TestLeaksAreFound(t *testing.T) {
	s, err := scenarios.Find("leaks")
	fixture.Check(t, err)
	end := make(chan struct{})
	defer close(end)
	for _, test := range []struct {
		leaks             bool
		grown, goroutines float64
	}{{false, 0, 0}, {true, 40, 1}} {
		p, _ := profiles.Load("A")
		c := scenarios.Setup{Profile: p, At: at(s, 500, 2), Seed: 1, Options: s.Values, Impl: "dense", OpenWorld: func(cfg impls.Config) (impls.World, error) {
			w, err := dense.Implementation.Open(cfg, impls.Values{"dispatch": "shared", "ids": "constant"})
			if !test.leaks {
				return w, err
			}
			go func() { <-end }()
			return &leaky{World: w}, err
		}}
		w, err := s.Open(c)
		fixture.Check(t, err)
		values, err := w.(scenarios.Measured).Measure()
		fixture.Check(t, err)
		// Size classes of slices are up to an eighth larger.
		if grown := values[0].Value; grown < test.grown || grown > test.grown*9/8+1 {
			t.Errorf("leaks %v: grows by %v bytes per entity, want %v", test.leaks, grown, test.grown)
		}
		if got := values[1].Value; got != test.goroutines {
			t.Errorf("leaks %v: %v goroutines are left, want %v", test.leaks, got, test.goroutines)
		}
		if err := w.Verify(); err != nil {
			t.Error(err)
		}
	}
}
