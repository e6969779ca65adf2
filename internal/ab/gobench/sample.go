package gobench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
)

// Sample implements [source.Sampler] by the profiler of package testing. Its samples
// are of processor time, so that waiting for a core is in none of them.
func (s *Source) Sample(ctx context.Context, c source.Case, side source.Side, operations int, _ time.Duration) (map[cachegrind.Line]int64, time.Duration, error) {
	b := s.binaries[c.Group][side]
	if b.File == nil {
		return nil, 0, fmt.Errorf("%s was not built for %s", c.Group, side)
	}
	dir, err := os.MkdirTemp(s.root, "sample-")
	if err != nil {
		return nil, 0, fmt.Errorf("making room for a profile: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "cpu.pprof")
	if _, err := s.bench(ctx, b, 0, 0, "-test.bench="+exactly(c.Name), "-test.benchtime="+strconv.Itoa(operations)+"x", "-test.cpuprofile="+path); err != nil {
		return nil, 0, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("the benchmark left no profile: %w", err)
	}
	defer file.Close()
	p, err := profile.Parse(file)
	if err != nil {
		return nil, 0, fmt.Errorf("reading the profile of a benchmark: %w", err)
	}
	lines, period := s.Trees[side].Samples(p)
	return lines, period, nil
}
