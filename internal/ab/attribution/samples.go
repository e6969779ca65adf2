package attribution

import (
	"slices"
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

// Callers returns a value of each sample by the innermost line of the module that is on
// its stack: what calls, and not what is called in the run-time and other modules.
func (t *Tree) Callers(p *profile.Profile, unit string) map[cachegrind.Line]int64 {
	at := slices.IndexFunc(p.SampleType, func(v *profile.ValueType) bool { return v.Type == unit })
	lines := map[cachegrind.Line]int64{}
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

func (t *Tree) caller(sample *profile.Sample) (line cachegrind.Line, ok bool) {
	for _, location := range sample.Location {
		for _, l := range location.Line {
			if l.Function == nil {
				continue
			}
			if f, inside := t.at(l.Function.Filename, int(l.Line)); inside {
				return cachegrind.Line{Function: f.name, File: l.Function.Filename, Number: int(l.Line)}, true
			}
		}
	}
	return line, false
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
