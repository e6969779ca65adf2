package ab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

const (
	// sampleTime is how long a turn of either side takes. There are 4 turns at
	// least, some 200 samples of each side, and more where less has to be seen.
	sampleTime  = 500 * time.Millisecond
	fewestTurns = 4
	mostTurns   = 16
	sampleLimit = 2 * time.Minute // for all turns
)

// turnsFor returns the number of turns that detect a slowdown of a function by a share: twice
// the standard deviation of a difference of Poisson counts, at 100 samples per second.
func turnsFor(share float64) int {
	perTurn := sampleTime.Seconds() * 100
	return max(fewestTurns, min(mostTurns, int(math.Ceil(8/(share*share)/perTurn))))
}

// sampled finds the slower functions of a case whose work is equal, or unknown for a reason.
func (j *judgement) sampled(k *comparison, c PlannedCase, work *profiler.InstructionComparison, why string, a *attribution) error {
	worse := k.Status == verdict.Regression || k.Status == verdict.Suspect
	if !worse && k.Status != verdict.Refuted || len(a.causes) > 0 || work != nil && k.unit != unitTime {
		return nil
	}
	if sampler, ok := j.src.(Sampler); ok && worse && k.unit == unitTime {
		causes, err := j.sample(sampler, c, k.New/k.Old)
		if j.ctx.Err() != nil {
			return j.ctx.Err()
		}
		if a.causes = causes; err == nil {
			return nil
		}
		why = err.Error()
	}
	if why != "" {
		a.notes = append(a.notes, "unknown cause: "+why)
	}
	return nil
}

// sample takes profiles of both sides in turns. The machine may have slowed one of
// them down as a whole, so what they have in common is only how their time is
// shared out: the shares are scaled to what an operation was measured to take.
func (e *experiment) sample(s Sampler, c PlannedCase, ratio float64) ([]results.Cause, error) {
	ctx, cancel := context.WithTimeout(e.ctx, sampleLimit)
	defer cancel()
	operations := max(1, int(sampleTime.Seconds()/max(1e-9, c.PerOp)))
	lines := [2]map[profiler.SourceLine]int64{{}, {}}
	var total [2]float64
	var period time.Duration
	turns := turnsFor(ratio - 1)
	for turn := range turns {
		sides := []Side{Base, Head}
		if turn%2 == 1 {
			slices.Reverse(sides)
		}
		for _, side := range sides {
			seen, every, err := s.Sample(ctx, c.Case, side, operations, sampleTime)
			if err != nil {
				return nil, fmt.Errorf("sampling the processor: %w", err)
			}
			for line, ns := range seen {
				lines[side][line] += ns
				total[side] += float64(ns)
			}
			period = every
		}
	}
	if total[Base] == 0 || total[Head] == 0 {
		return nil, errors.New("a profile of the processor has no samples")
	}
	// A sample stands for more or less time of an operation on each side.
	scale := ratio * total[Base] / total[Head]
	for line, ns := range lines[Head] {
		lines[Head][line] = int64(float64(ns) * scale)
	}
	n := turns * operations
	change := (ratio - 1) * total[Base] / float64(n)
	grown := profiler.Growth(lines[Base], lines[Head], n, change/10)
	// The number of samples in a function is Poisson's: its growth has to exceed
	// twice the spread that chance gives it, since a wrong name is worse than none.
	grown = slices.DeleteFunc(grown, func(g profiler.GrownFunction) bool {
		of := float64(period) / float64(n)
		return g.Head-g.Base < 2*math.Sqrt((g.Base+g.Head*scale)*of)
	})
	if len(grown) == 0 {
		return nil, errors.New("in samples of the processor no function takes longer than chance explains")
	}
	return e.causes(verdict.BySamples, grown, nil), nil
}
