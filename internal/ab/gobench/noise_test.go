package gobench

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/results"
)

func TestNoiseIsRelativeToTheLowestProbeOfASide(t *testing.T) {
	s := &Source{}
	probed := func(p float64) source.Block { return source.Block{results.UnitProbe: p} }
	for i, test := range []struct {
		side        source.Side
		probe, want float64
	}{
		{source.Base, 8, 1}, {source.Base, 12, 1.5}, {source.Head, 12, 1}, {source.Base, 4, 1}, {source.Base, 8, 2}, {source.Head, 0, 0},
	} {
		if got := s.noise(test.side, probed(test.probe)); got != test.want {
			t.Errorf("%d: noise %g, want %g", i, got, test.want)
		}
	}
}
