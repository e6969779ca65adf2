package gate

import (
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A Metric selects the judged units.
type Metric string

// The metrics: all that both files have, or nothing but the instructions that
// were counted.
const (
	ByAll          Metric = ""
	ByInstructions Metric = "instructions"
)

// MaxMoreWork is the default limit for instructions.
const MaxMoreWork = 0.005

// withoutWork returns the problem of files without instructions.
func withoutWork(comparisons []Comparison, opts Options) []verdict.Problem {
	if opts.Metric != ByInstructions || len(comparisons) > 0 {
		return nil
	}
	return []verdict.Problem{{
		Outcome: verdict.Inconclusive, Invalidates: true, What: "the files have no instructions/op in common",
		Remedy: "record them with `ecsbench run --metric instructions` or `ecsbench ab --metric instructions`",
	}}
}

// sideBySide adds the change of instructions to slower cases.
func sideBySide(comparisons []verdict.Comparison) {
	work := map[results.Key]*verdict.Comparison{}
	for i := range comparisons {
		if c := &comparisons[i]; c.Unit == "instructions/op" {
			work[c.Key] = c
		}
	}
	for i := range comparisons {
		c := &comparisons[i]
		w := work[c.Key]
		if w == nil || c.Unit != "sec/op" || c.Status != verdict.Regression && c.Status != verdict.Suspect {
			continue
		}
		says := "the same work, slower"
		switch log := w.Effect.Log; {
		case w.Status == verdict.Untestable:
			continue
		case w.Status != verdict.Same && log > 0:
			says = "more work"
		case w.Status != verdict.Same && log < 0:
			says = "less work"
		}
		c.Secondary = append(c.Secondary, verdict.Secondary{
			Name: "counted", Unit: w.Unit, Old: w.Old, New: w.New, N: min(w.OldN, w.NewN), Effect: w.Effect, Exact: w.Kind == verdict.Counted, Meaning: says,
		})
	}
}
