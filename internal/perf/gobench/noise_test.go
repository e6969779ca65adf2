package gobench

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/results"
)

func TestNoiseIsRelativeToTheLowestProbeOfASide(t *testing.T) {
	s := &Source{}
	probed := func(p float64) ab.Block { return ab.Block{results.UnitProbe: p} }
	for i, test := range []struct {
		side        ab.Side
		probe, want float64
	}{
		{ab.Base, 8, 1}, {ab.Base, 12, 1.5}, {ab.Head, 12, 1}, {ab.Base, 4, 1}, {ab.Base, 8, 2}, {ab.Head, 0, 0},
	} {
		if got := s.noise(test.side, probed(test.probe)); got != test.want {
			t.Errorf("%d: noise %g, want %g", i, got, test.want)
		}
	}
}
