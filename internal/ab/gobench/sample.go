package gobench

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/measure/spin"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/results"
)

// mostProfiles is how many profiles are taken at most until one is of a quiet core.
const mostProfiles = 4

// Sample implements [source.Sampler] by the profiler of package testing. Its samples
// are of processor time, so that waiting for a core is in none of them. A profile
// during which something else used the core is taken again.
func (s *Source) Sample(ctx context.Context, c source.Case, side source.Side, operations int, _ time.Duration) (lines map[cachegrind.Line]int64, period time.Duration, err error) {
	least := math.Inf(1)
	for range mostProfiles {
		p, noise, err := s.profile(ctx, c, side, operations, "-test.cpuprofile=")
		if err != nil {
			return nil, 0, err
		}
		if noise < least {
			least = noise
			lines, period = s.Trees[side].Samples(p)
		}
		if noise <= spin.Quiet {
			break
		}
	}
	return lines, period, nil
}

// noise is the noise probe of a block relative to the floor of its side.
func (s *Source) noise(side source.Side, b source.Block) float64 {
	probe := b[results.UnitProbe]
	s.floor[side].Add(probe)
	return spin.Noise(probe, s.floor[side].Probe())
}

// Allocations implements [source.Allocator] by the profiler of package testing, which
// records every allocation.
func (s *Source) Allocations(ctx context.Context, c source.Case, side source.Side, operations int) (objects, bytes map[cachegrind.Line]int64, err error) {
	p, _, err := s.profile(ctx, c, side, operations, "-test.memprofile=", "-test.memprofilerate=1")
	if err != nil {
		return nil, nil, err
	}
	return s.Trees[side].Callers(p, "alloc_objects"), s.Trees[side].Callers(p, "alloc_space"), nil
}

// profile runs a benchmark that writes a profile where the flag names a file. It returns
// the noise probe beside it, relative to the floor of the side; 0 if the probe failed.
func (s *Source) profile(ctx context.Context, c source.Case, side source.Side, operations int, flag string, args ...string) (_ *profile.Profile, noise float64, err error) {
	b := s.binaries[c.Group][side]
	if b.File == nil {
		return nil, 0, fmt.Errorf("%s was not built for %s", c.Group, side)
	}
	dir, err := os.MkdirTemp(s.root, "sample-")
	if err != nil {
		return nil, 0, fmt.Errorf("making room for a profile: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "profile.pprof")
	out, err := s.bench(ctx, b, 0, 0, append(args, "-test.bench="+exactly(c.Name), "-test.benchtime="+strconv.Itoa(operations)+"x", flag+path)...)
	if err != nil {
		return nil, 0, err
	}
	printed, _, _, err := parse(out, s.procs)
	if err != nil {
		return nil, 0, err
	}
	for _, r := range printed {
		noise = max(noise, s.noise(side, r.values))
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
	return p, noise, nil
}
