package play

import (
	"context"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// attempts is how often a sample of measured steps is taken that another program disturbed.
const attempts = 3

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
