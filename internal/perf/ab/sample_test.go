package ab

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// A sampling source is found in m.f and m.g for equal times in base; in head
// m.g takes so many times as long.
type sampling struct {
	*counting
	factor float64
	fails  error
	busy   int // how many times slower the machine is while it samples head
	few    bool
	turns  []Side // in which sides were sampled
}

func (s *sampling) Sample(_ context.Context, _ CaseID, side Side, _ int, _ time.Duration) (map[instructions.SourceLine]int64, time.Duration, error) {
	const period = 10 * time.Millisecond
	s.turns = append(s.turns, side)
	if s.fails != nil {
		return nil, 0, s.fails
	}
	f, g := 25*float64(period), 25*float64(period)
	if s.few {
		f, g = float64(period)/2, float64(period)/2
	}
	if side == Head {
		f, g = f*float64(s.busy), g*s.factor*float64(s.busy)
	}
	return map[instructions.SourceLine]int64{
		{Function: "m.f", File: "m/f.go", Number: 3}: int64(f),
		{Function: "m.g", File: "m/f.go", Number: 7}: int64(g),
	}, period, nil
}

func TestTheSameWorkSlowerHasACauseBySamples(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		source sampling
		failed error // the count
		cause  bool
		note   string
	}{
		"same work":         {source: sampling{factor: 1.8, busy: 1}, cause: true},
		"on a busy machine": {source: sampling{factor: 1.8, busy: 3}, cause: true},
		"not countable":     {source: sampling{factor: 1.8, busy: 1}, failed: instructions.ErrNoValgrind, cause: true},
		"too few samples":   {source: sampling{factor: 1, busy: 1, few: true}, note: "no function takes significantly longer"},
		"not to be sampled": {source: sampling{fails: errors.New("it prints a profile of its own")}, note: "sampling the processor: it prints a profile of its own"},
	} {
		s := test.source
		s.counting = &counting{fakeSource: newFake(1, "A", "B", "C"), failed: map[string]error{"B": test.failed}}
		s.effect = slower("B", 1.4)
		k := comparisonOf(t, mustRunSource(t, &s, options(1)), "B", unitTime)
		if k.Status != verdict.Regression || (len(k.Causes) > 0) != test.cause || !strings.Contains(k.NoCause, test.note) || test.note == "" && k.NoCause != "" {
			t.Errorf("%s: %s, causes %+v, no cause: %q", name, k.Status, k.Causes, k.NoCause)
			continue
		}
		for i, side := range s.turns { // what warms up or wears off is in both
			if want := Side((i + i/2) % 2); side != want {
				t.Errorf("%s: side %v is sampled as number %d, want %v", name, side, i, want)
			}
		}
		if test.cause && (k.Causes[0].By != verdict.BySamples || k.Causes[0].Function != "m.g" || k.Causes[0].Line != 7 || math.Abs(k.Causes[0].Share-1) > 0.1) {
			t.Errorf("%s: %+v", name, k.Causes[0])
		}
	}
}
