package gate

import (
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// compareRounds compares the files of one experiment of package ab by its rules, because their
// samples were taken in turns. It sets the method of the verdict. It returns nil for other files.
func compareRounds(old, now *Input, label func(results.Key) string, meta metadata, opts Limits, v *verdict.Verdict) []*comparison {
	if opts.Instructions {
		return nil
	}
	is := make(map[results.Key]*results.Case)
	for _, c := range now.file.Cases {
		is[v.Identity.Of(c)] = c
	}
	var cases []ab.FileCase
	for _, c := range old.file.Cases {
		if key := v.Identity.Of(c); is[key] != nil {
			cases = append(cases, ab.FileCase{Key: key, Label: label(key), Base: c, Head: is[key]})
		}
	}
	better := func(unit string) int { return int(direction(unit, meta.old)) }
	judged := ab.JudgeFiles(old.file, now.file, cases, better, ab.Options{
		MaxRegression: opts.MaxRegression, Alpha: opts.Alpha, MaxMDE: opts.MaxMDE, Underpowered: opts.Underpowered,
	})
	if judged == nil {
		return nil
	}
	v.Tested, v.Method, v.Correction = judged.Tested, judged.Method, judged.Correction
	_, proved := pairUp(old, now, label, meta, opts)
	return append(lists.Map(judged.Comparisons, func(c verdict.Comparison) *comparison { return &comparison{Comparison: c} }), proved...)
}
