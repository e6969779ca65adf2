package gobench

import (
	"context"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/profiler"
)

// Sample implements [ab.Sampler].
func (s *Scenarios) Sample(ctx context.Context, c ab.Case, side ab.Side, _ int, lasting time.Duration) (map[profiler.SourceLine]int64, time.Duration, error) {
	worker := measure.Process{Program: s.programs[side].Path, Args: []string{s.config.Profiler}}
	p, err := profiler.SampleOperations(ctx, worker, s.cases[c.Name].Request, lasting, s.config.Plan.Timeout)
	if err != nil {
		return nil, 0, err
	}
	lines, period := s.Trees[side].Samples(p)
	return lines, period, nil
}
