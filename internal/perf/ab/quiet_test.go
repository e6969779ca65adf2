package ab

import (
	"context"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// A sharedSource has a neighbour in a share of its trials, which makes the noise probe slower, and
// all blocks by a share of that.
type sharedSource struct {
	Source
	share float64
	felt  float64
	noise *rand.Rand
	runs  [4]int
}

func (s *sharedSource) Run(ctx context.Context, t Trial) ([]Block, error) {
	s.runs[t.Side]++
	blocks, err := s.Source.Run(ctx, t)
	slow := 1.0
	if s.noise.Float64() < s.share {
		slow = 1.3 + 0.5*s.noise.Float64()
	}
	for i, b := range blocks {
		b = maps.Clone(b)
		b[unitTime] *= 1 + s.felt*(slow-1)
		b[results.UnitClock], b[results.UnitProbe] = 3, 7.5*slow
		blocks[i] = b
	}
	return blocks, err
}

func TestTrialsOfABusyCoreAreRunAgain(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		share float64
		says  string
	}{
		"quiet":   {0, ""},
		"half":    {0.5, "which were run again"},
		"never":   {1, "since the machine was not quiet for long"},
		"at last": {0.9, "since the machine was not quiet for long"},
	} {
		src := &sharedSource{newFake(3, "A", "B"), test.share, 1, rand.New(rand.NewPCG(1, 2)), [4]int{}}
		dir := filepath.Join(t.TempDir(), "results")
		v := mustRunIn(t, dir, src, options(1))
		if v.Outcome == verdict.Regressed || strings.Contains(strings.Join(v.Notes, "\n"), "something else used the core") != (test.says != "") || !strings.Contains(strings.Join(v.Notes, "\n"), test.says) {
			t.Errorf("%s: %s, %q", name, v.Headline(), v.Notes)
		}
		disturbed, slow := 0, 0
		for _, side := range []string{"base.txt", "head.txt"} {
			f, err := results.Read(filepath.Join(dir, side))
			fixture.Check(t, err)
			disturbed += len(f.Disturbed)
			for _, c := range f.Cases {
				if len(c.In("ns/op")) < 40 {
					t.Errorf("%s: %s has %d values of %s", name, side, len(c.In("ns/op")), c.Name)
				}
				for _, p := range c.In(results.UnitProbe) {
					if p > 7.5*timing.QuietNoise {
						slow++
					}
				}
			}
		}
		if (test.share == 0) != (disturbed == 0) || test.share <= 0.5 && slow > 8 {
			t.Errorf("%s: %d disturbed samples, and %d among those that count", name, disturbed, slow)
		}
		if a, b := src.runs[Base], src.runs[Head]; a < b-b/3 || b < a-a/3 {
			t.Errorf("%s: %d trials of base and %d of head", name, a, b)
		}
	}
}

func TestTheQuietBlockOfFewestCyclesCounts(t *testing.T) {
	n := &noise{}
	block := func(time, clock, probe float64) Block {
		return Block{unitTime: time, results.UnitClock: clock, results.UnitProbe: probe}
	}
	better := newFake(1).Better
	value, noise := n.reduce([]Block{block(5, 3, 8), block(4, 3, 12), block(4.9, 3.3, 8)}, Base, better)
	if value[unitTime] != 5 || value[results.UnitClock] != 3 || noise != 1 {
		t.Errorf("%v, noise %g", value, noise)
	}
	if value, noise = n.reduce([]Block{block(5, 3, 16), block(4, 3, 12)}, Base, better); value[unitTime] != 4 || noise != 1.5 {
		t.Errorf("%v, noise %g", value, noise)
	}
	if value, noise = n.reduce([]Block{{unitTime: 5}, {unitTime: 4}}, Head, better); value[unitTime] != 4 || noise != 0 {
		t.Errorf("%v, noise %g of programs without a probe", value, noise)
	}
}

// TestMeasuringEndsWhereTheIntervalIsClear: a large change in either direction is not
// measured for hundreds of rounds.
func TestMeasuringEndsWhereTheIntervalIsClear(t *testing.T) {
	t.Parallel()
	for name, factor := range map[string]float64{"improved": 0.854, "slower": 1.15, "the same": 1} {
		f := newFake(5, "A", "B", "C")
		f.effect = func(t Trial, trial int) float64 {
			noise := 1 + 0.08*f.rng.NormFloat64()
			if t.Side == Head {
				return factor * noise
			}
			return noise
		}
		e := &experiment{Meter: NewMeter(t.Context(), f, options(2)), record: &recorder{src: f}}
		e.o.Rounds, e.o.Budget = 0, time.Hour
		e.plan = ExperimentPlan{Seed: 2, Cases: []PlannedCase{{CaseID: f.inventory.Common[0], Operations: 1, Blocks: 5, Units: []string{unitTime}}}, Rounds: maxRounds}
		e.series = make([]series, 1)
		round := engine.NewRound(1, 0, 1)
		for len(e.nextCases([]int{0}, time.Now().Add(time.Hour))) > 0 && len(e.series[0].stage[0]) < maxRounds {
			fixture.Check(t, e.visit(round, 0, 0, mostRetakes))
		}
		if n := len(e.series[0].stage[0]); (n > 200) != (factor == 1) {
			t.Errorf("%s: measured for %d rounds", name, n)
		}
	}
}

// Programs without a noise probe are measured, and the output states what is missing.
func TestNoteStatesThatProbesAreMissing(t *testing.T) {
	n := &noise{}
	if got := n.note(); got != "" {
		t.Errorf("before the first trial: %q", got)
	}
	n.Unknown = 3
	if got := n.note(); !strings.Contains(got, "no noise probe") {
		t.Errorf("without a probe: %q", got)
	}
	n.Quiet, n.Disturbed = 5, 2
	if got := n.note(); !strings.Contains(got, "in 2 of 10 trials") {
		t.Errorf("with probes in some: %q", got)
	}
}
