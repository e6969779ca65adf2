package scenariobench

import (
	"context"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
)

// Sample implements [source.Sampler].
func (s *Source) Sample(ctx context.Context, c source.Case, side source.Side, _ int, lasting time.Duration) (map[cachegrind.Line]int64, time.Duration, error) {
	worker := measure.Process{Program: s.programs[side].Path, Args: []string{s.config.Profiler}}
	p, err := profiler.SampleOperations(ctx, worker, s.cases[c.Name].Request, lasting, s.config.Plan.Timeout)
	if err != nil {
		return nil, 0, err
	}
	lines, period := s.Trees[side].Samples(p)
	return lines, period, nil
}
