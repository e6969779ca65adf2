package gate

import (
	"math"

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

// besideWork adds the change of instructions to slower cases. A case whose times cannot decide,
// because they are too noisy or the slowdown is only suspected, passes if it executes the same
// instructions and allocates the same.
func besideWork(comparisons []Comparison, opts Options) {
	work, allocatesMore := map[results.Key]*Comparison{}, map[results.Key]bool{}
	for i := range comparisons {
		c := &comparisons[i]
		if c.Unit == "instructions/op" {
			work[c.Key] = c
		}
		allocatesMore[c.Key] = allocatesMore[c.Key] || c.AllocatesMore(opts.MaxRegression)
	}
	for i := range comparisons {
		c := &comparisons[i]
		w := work[c.Key]
		if w == nil || w.Status == verdict.Untestable || !results.UnitNamed(c.Unit).IsSpeed() {
			continue
		}
		undecided := c.Status == verdict.Suspect || c.Status == verdict.Same && c.MDE > math.Log1p(opts.MaxMDE)
		meaning := "the same work, slower"
		switch slower := c.Status == verdict.Regression || c.Status == verdict.Suspect; {
		case undecided && math.Abs(w.Effect.Log) <= math.Log1p(verdict.MaxMoreWork) && !allocatesMore[c.Key]:
			c.Status, meaning = verdict.SameWork, "the same work"
		case !slower || c.Unit != "sec/op":
			continue
		case w.Status != verdict.Same && w.Effect.Log > 0:
			meaning = "more work"
		case w.Status != verdict.Same && w.Effect.Log < 0:
			meaning = "less work"
		}
		c.Secondary = append(c.Secondary, verdict.Secondary{
			Name: "counted", Unit: w.Unit, Old: w.Old, New: w.New, N: min(w.OldN, w.NewN), Effect: w.Effect, Exact: w.Kind == verdict.Counted, Meaning: meaning,
		})
	}
}
