package play

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// The minimum numbers of frames of a process. A stage has as many frames as fit into the time
// until its deadline, by the costs of earlier processes, but never fewer.
const (
	pilotFrames   = 20
	fewestTimed   = 80 // of the unchanged world, for its percentiles
	fewestVariant = 40
)

// timeLeft is the time until the deadline, centuries if there is none.
func timeLeft(ctx context.Context) time.Duration {
	deadline, limited := ctx.Deadline()
	if !limited {
		return math.MaxInt64
	}
	return time.Until(deadline)
}

// late reports whether the deadline has ended a run.
func late(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// A cost is the time of a process in the unchanged world, in nanoseconds.
type cost struct{ setUp, frame, rest float64 }

// of returns the time of a process if set-up and frames take so many times as long.
func (c cost) of(spec *drive.Spec, times float64) time.Duration {
	return time.Duration(c.rest + times*(c.setUp+c.frame*float64(spec.Warmup+spec.Frames)))
}

// expect estimates the time of a process of a program.
func (s *Experiment) expect(name string, spec *drive.Spec) time.Duration {
	return s.costs[name].of(spec, s.size(spec))
}

// size is the size of the world relative to the unchanged world.
func (s *Experiment) size(spec *drive.Spec) float64 {
	return float64(max(1, spec.Total())) / float64(max(1, s.Spec.Total()))
}

// round estimates the time of one process of each library, if frames take so many times as long
// as those of the unchanged world.
func (s *Experiment) round(spec drive.Spec, times float64) (sum time.Duration) {
	for _, c := range s.Cases {
		if c.Err == nil {
			sum += s.costs[c.Library.Name].of(&spec, times)
		}
	}
	return sum
}

// fitted returns the world with as many frames as fit into all rounds and one run of the
// reference, see round for times.
func (s *Experiment) fitted(ctx context.Context, spec drive.Spec, rounds, fewest int, times float64) drive.Spec {
	needed := func(spec drive.Spec) float64 {
		return float64(rounds)*float64(s.round(spec, times)) + float64(s.costs[s.reference.Library.Name].of(&spec, times))
	}
	setUp := needed(withFrames(spec, 0))
	share := (float64(timeLeft(ctx)) - setUp) / (needed(spec) - setUp)
	if share >= 1 {
		return spec
	}
	return withFrames(spec, min(spec.Frames, max(fewest, int(share*float64(spec.Frames)))))
}

// withFrames returns a world with a number of frames, and a proportional warm-up.
func withFrames(spec drive.Spec, frames int) drive.Spec {
	spec.Frames, spec.Warmup = frames, spec.Warmup*frames/spec.Frames
	return spec
}

// run runs a program once and stores its cost.
func (s *Experiment) run(ctx context.Context, p Program, spec *drive.Spec) (*drive.Result, error) {
	began := time.Now()
	r, err := p.Run(ctx, spec, s.Limit)
	if err == nil {
		size := s.size(spec)
		s.costs[p.Library.Name] = cost{
			setUp: float64(r.SetUp) / size, frame: float64(r.Played) / size / float64(spec.Warmup+spec.Frames),
			rest: max(0, float64(int64(time.Since(began))-r.SetUp-r.Played)),
		}
	}
	return r, err
}
