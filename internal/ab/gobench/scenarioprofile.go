package gobench

import (
	"context"
	"fmt"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/profiler"
)

// Count implements [ab.Counter].
func (s *Scenarios) Count(ctx context.Context, c ab.Case, side ab.Side, operations int) (*profiler.CachegrindCounts, error) {
	if side > ab.Head {
		return nil, fmt.Errorf("%s is not counted", side)
	}
	v, err := profiler.FindValgrind(ctx)
	if err != nil {
		return nil, err
	}
	counter := measure.Process{Program: s.programs[side].Whole, Args: []string{s.config.Profiler}}
	counts, err := profiler.CountOperations(ctx, v, counter, s.cases[c.Name].Request, operations, s.config.Plan.Timeout)
	if err != nil {
		return nil, err
	}
	counts.Lines = s.Trees[side].BySource(counts.Lines)
	return counts, nil
}

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
