package play

import (
	"context"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// attempts is how often a sample of measured steps is taken that another program disturbed.
const attempts = 3

// measureSteps takes the samples of measured steps.
func (s *Session) measureSteps(ctx context.Context) error {
	spec := s.Spec
	spec.MinTime = int64(measure.DefaultMinTime)
	results, err := s.rounds(ctx, "samples", s.Samples, spec)
	if err != nil {
		return err
	}
	for i, c := range s.Cases {
		if c.Results = results[i]; c.Err == nil && len(c.Results) == 0 {
			c.Err = &Failure{Reason: "the budget ended before its first sample: raise --budget, or name fewer libraries with --library", Late: true}
		}
		if c.Err == nil && len(c.Results) < s.Samples {
			s.cut("%d of %d samples of %s", len(c.Results), s.Samples, c.Library.Name)
		}
	}
	return nil
}

// sample takes a sample of a program in a round, again if it was disturbed.
func (s *Session) sample(ctx context.Context, p Program, spec drive.Spec) (r *drive.Result, err error) {
	for range attempts {
		spec.Probe = s.floor.Probe()
		if r, err = s.Verified(ctx, p, spec); err != nil || r.Sample == nil {
			return r, err
		}
		s.floor.Add(r.Sample.Probe)
		if !r.Sample.Disturbed {
			return r, nil
		}
	}
	return r, nil
}
