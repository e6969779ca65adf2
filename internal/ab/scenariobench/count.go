package scenariobench

import (
	"context"
	"fmt"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
)

// Count implements [source.Counter].
func (s *Source) Count(ctx context.Context, c source.Case, side source.Side, operations int) (*cachegrind.Counts, error) {
	if side > source.Head {
		return nil, fmt.Errorf("%s is not counted", side)
	}
	v, err := cachegrind.Find(ctx)
	if err != nil {
		return nil, err
	}
	// Both are written before one of them begins: no program starts while another
	// process, a fork of this one, still has it open.
	if err := s.writeWhole(); err != nil {
		return nil, fmt.Errorf("making room for counts: %w", err)
	}
	counter := measure.Process{Program: s.whole(side), Args: []string{s.config.Profiler}}
	counts, err := profiler.CountOperations(ctx, v, counter, s.cases[c.Name].Request, operations, s.config.Plan.Timeout)
	if err != nil {
		return nil, err
	}
	counts.Lines = s.Trees[side].BySource(counts.Lines)
	return counts, nil
}
