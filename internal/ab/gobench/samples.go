package gobench

import (
	"slices"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/profiler"
)

// Samples returns the nanoseconds of processor time of each line, named as
// [SourceTree.BySource] does, and how far the samples of the profile are apart.
func (t *SourceTree) Samples(p *profile.Profile) (lines map[profiler.SourceLine]int64, period time.Duration) {
	lines = map[profiler.SourceLine]int64{}
	for _, sample := range p.Sample {
		if l, known := executing(sample); known && len(sample.Value) == 2 { // count and nanoseconds
			lines[profiler.SourceLine{Function: l.Function.Name, File: l.Function.Filename, Number: int(l.Line)}] += sample.Value[1]
		}
	}
	return t.BySource(lines), time.Duration(p.Period)
}

// Callers returns a value of each sample by the innermost line of the module that is on
// its stack: what calls, and not what is called in the run-time and other modules.
func (t *SourceTree) Callers(p *profile.Profile, unit string) map[profiler.SourceLine]int64 {
	at := slices.IndexFunc(p.SampleType, func(v *profile.ValueType) bool { return v.Type == unit })
	lines := map[profiler.SourceLine]int64{}
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

func (t *SourceTree) caller(sample *profile.Sample) (line profiler.SourceLine, ok bool) {
	for _, location := range sample.Location {
		for _, l := range location.Line {
			if l.Function == nil {
				continue
			}
			if f, inside := t.at(l.Function.Filename, int(l.Line)); inside {
				return profiler.SourceLine{Function: f.name, File: l.Function.Filename, Number: int(l.Line)}, true
			}
		}
	}
	return line, false
}

// executing is the innermost line of a sample, of what was inlined too.
func executing(sample *profile.Sample) (line profile.Line, known bool) {
	for _, location := range sample.Location {
		for _, l := range location.Line {
			if l.Function != nil && !profiler.InterruptSymbol(l.Function.Name) {
				return l, true
			}
		}
	}
	return profile.Line{}, false
}
