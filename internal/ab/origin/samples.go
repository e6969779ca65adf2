package origin

import (
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/internal/profiler/symbol"
)

// Samples returns the nanoseconds of processor time of each line, named as
// [Tree.BySource] does, and how far the samples of the profile are apart.
func (t *Tree) Samples(p *profile.Profile) (lines map[cachegrind.Line]int64, period time.Duration) {
	lines = map[cachegrind.Line]int64{}
	for _, sample := range p.Sample {
		if l, known := executing(sample); known && len(sample.Value) == 2 { // count and nanoseconds
			lines[cachegrind.Line{Function: l.Function.Name, File: l.Function.Filename, Number: int(l.Line)}] += sample.Value[1]
		}
	}
	return t.BySource(lines), time.Duration(p.Period)
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
