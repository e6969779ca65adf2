package gobench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/compare/ab/source"
	"github.com/ecsbench/ecsbench/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/profiler/symbol"
)

// Sample implements [source.Sampler] by the profiler of package testing. Its samples
// are of processor time, so that waiting for a core is in none of them.
func (s *Source) Sample(ctx context.Context, c source.Case, side source.Side, operations int) (map[cachegrind.Line]int64, time.Duration, error) {
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
	lines := map[cachegrind.Line]int64{}
	for _, sample := range p.Sample {
		if l, known := executing(sample); known && len(sample.Value) == 2 { // count and nanoseconds
			lines[cachegrind.Line{Function: l.Function.Name, File: l.Function.Filename, Number: int(l.Line)}] += sample.Value[1]
		}
	}
	return s.Trees[side].BySource(lines), time.Duration(p.Period), nil
}

// executing is the innermost line of a sample, of what was inlined too.
func executing(sample *profile.Sample) (line profile.Line, known bool) {
	for _, location := range sample.Location {
		for _, l := range location.Line {
			if l.Function != nil && !symbol.Interrupts(l.Function.Name) {
				return l, true
			}
		}
	}
	return profile.Line{}, false
}
