package gobench

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// mostProfiles limits the profiles that are taken until one is of a quiet core.
const mostProfiles = 4

// Sample implements [ab.Sampler] by the profiler of package testing. It samples processor time,
// so no sample contains waiting for a core. If something else used the core, the profile is
// taken again.
func (s *Source) Sample(ctx context.Context, c ab.CaseID, side ab.Side, operations int, _ time.Duration) (lines map[instructions.SourceLine]int64, period time.Duration, err error) {
	p, _, err := s.CPU(ctx, c, side, operations)
	if err != nil {
		return nil, 0, err
	}
	lines, period = s.Trees[side].Samples(p)
	return lines, period, nil
}

// CPU takes a profile of so many operations of a case, and their time in seconds per
// operation.
func (s *Source) CPU(ctx context.Context, c ab.CaseID, side ab.Side, operations int) (best *profile.Profile, seconds float64, err error) {
	least := math.Inf(1)
	for range mostProfiles {
		p, r, err := s.profile(ctx, c, side, operations, "-test.cpuprofile=")
		if err != nil {
			return nil, 0, err
		}
		if r.noise < least {
			least, best, seconds = r.noise, p, r.seconds
		}
		if r.noise <= timing.QuietNoise {
			break
		}
	}
	return best, seconds, nil
}

// noise is the noise probe of a block relative to the floor of its side.
func (s *Source) noise(side ab.Side, b ab.Block) float64 {
	probe := b[results.UnitProbe]
	s.floor[side].Add(probe)
	return timing.RelativeNoise(probe, s.floor[side].Probe())
}

// Allocations implements [ab.Allocator] by the profiler of package testing, which
// records every allocation.
func (s *Source) Allocations(ctx context.Context, c ab.CaseID, side ab.Side, operations int) (objects, bytes map[instructions.SourceLine]int64, err error) {
	p, err := s.AllAllocations(ctx, c, side, operations)
	if err != nil {
		return nil, nil, err
	}
	return s.Trees[side].Callers(p, "alloc_objects"), s.Trees[side].Callers(p, "alloc_space"), nil
}

// AllAllocations takes a profile of all allocations of so many operations, including set-up.
func (s *Source) AllAllocations(ctx context.Context, c ab.CaseID, side ab.Side, operations int) (*profile.Profile, error) {
	p, _, err := s.profile(ctx, c, side, operations, "-test.memprofile=", "-test.memprofilerate=1")
	return p, err
}

// A reading is the output of a profiled benchmark.
type reading struct {
	noise   float64 // probe, relative to the floor of the side; 0 if it failed
	seconds float64 // per operation
}

// profile runs a benchmark that writes a profile to the file after the flag.
func (s *Source) profile(ctx context.Context, c ab.CaseID, side ab.Side, operations int, flag string, args ...string) (_ *profile.Profile, r reading, err error) {
	b, err := s.binary(c.Group, side)
	if err != nil {
		return nil, r, err
	}
	dir, err := os.MkdirTemp(s.root, "sample-")
	if err != nil {
		return nil, r, fmt.Errorf("making room for a profile: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "profile.pprof")
	out, err := s.bench(ctx, b, 0, 0, operations, append(args, "-test.bench="+verdict.Exactly(c.Name), flag+path)...)
	if err != nil {
		return nil, r, err
	}
	printed, _, _, err := parse(out, s.procsOf(side))
	if err != nil {
		return nil, r, err
	}
	for _, p := range printed {
		r.noise, r.seconds = max(r.noise, s.noise(side, p.values)), p.values[secPerOp]
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, r, fmt.Errorf("the benchmark left no profile: %w", err)
	}
	p, err := profile.ParseData(text)
	if err != nil {
		err = fmt.Errorf("reading the profile of a benchmark: %w", err)
	}
	return p, r, err
}

// Samples returns the nanoseconds of processor time of each line, named as by
// [SourceTree.BySource], and the period of the samples.
func (t *SourceTree) Samples(p *profile.Profile) (lines map[instructions.SourceLine]int64, period time.Duration) {
	lines = map[instructions.SourceLine]int64{}
	for _, sample := range p.Sample {
		if l, known := executing(sample); known && len(sample.Value) == 2 { // count and nanoseconds
			lines[instructions.SourceLine{Function: l.Function.Name, File: l.Function.Filename, Number: int(l.Line)}] += sample.Value[1]
		}
	}
	return t.BySource(lines), time.Duration(p.Period)
}

// Callers returns a value of each sample by the innermost line of the module on its stack: the
// caller of the runtime and of other modules, not the called code.
func (t *SourceTree) Callers(p *profile.Profile, unit string) map[instructions.SourceLine]int64 {
	at := slices.IndexFunc(p.SampleType, func(v *profile.ValueType) bool { return v.Type == unit })
	lines := map[instructions.SourceLine]int64{}
	if at < 0 {
		return lines
	}
	for _, sample := range p.Sample {
		if line, ok := t.caller(sample); ok {
			lines[line] += sample.Value[at]
		}
	}
	return lines
}

func (t *SourceTree) caller(sample *profile.Sample) (line instructions.SourceLine, ok bool) {
	for l := range instructions.LinesOf(sample) {
		if f, inside := t.at(l.Function.Filename, int(l.Line)); inside {
			return instructions.SourceLine{Function: f.name, File: l.Function.Filename, Number: int(l.Line)}, true
		}
	}
	return line, false
}

// executing returns the innermost line of a sample, including inlined functions.
func executing(sample *profile.Sample) (line profile.Line, known bool) {
	for l := range instructions.LinesOf(sample) {
		if !instructions.InterruptSymbol(l.Function.Name) {
			return l, true
		}
	}
	return profile.Line{}, false
}
