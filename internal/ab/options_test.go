package ab

import (
	"math"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/verdict"
)

func TestOptionsCheck(t *testing.T) {
	for _, test := range []struct {
		what   string
		ok     bool
		change func(*Options)
	}{
		{"as they are", true, func(*Options) {}},
		{"a metric", true, func(o *Options) { o.Metric = ByInstructions }},
		{"no metric", false, func(o *Options) { o.Metric = "weight" }},
		{"fewer than no rounds", false, func(o *Options) { o.Rounds = -1 }},
		{"a budget", true, func(o *Options) { o.Rounds, o.Budget = 0, time.Nanosecond }},
		{"neither rounds nor budget", false, func(o *Options) { o.Rounds, o.Budget = 0, 0 }},
		{"no regression", true, func(o *Options) { o.MaxRegression = 0 }},
		{"less than none", false, func(o *Options) { o.MaxRegression = -0.1 }},
		{"a large one", true, func(o *Options) { o.MaxRegression, o.MaxMDE = 9.9, 10 }},
		{"too large a one", false, func(o *Options) { o.MaxRegression, o.MaxMDE = 10, 11 }},
		{"no number", false, func(o *Options) { o.MaxRegression = math.NaN() }},
		{"the least alpha", true, func(o *Options) { o.Alpha = leastAlpha }},
		{"less", false, func(o *Options) { o.Alpha = leastAlpha / 2 }},
		{"the largest alpha", true, func(o *Options) { o.Alpha = 0.2 }},
		{"more", false, func(o *Options) { o.Alpha = 0.21 }},
		{"an MDE as allowed", false, func(o *Options) { o.MaxMDE = o.MaxRegression }},
		{"what may be allowed", true, func(o *Options) { o.Allow = []verdict.Allowance{verdict.AllowVanished, verdict.AllowFailed} }},
		{"what may not", false, func(o *Options) { o.Allow = []verdict.Allowance{"all"} }},
	} {
		o := options(1)
		test.change(&o)
		if err := o.Check(); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.what, err)
		}
	}
}

// What is no plan of an experiment is refused, since it was edited.
func TestPlansThatNobodyWrote(t *testing.T) {
	for _, test := range []struct {
		what   string
		ok     bool
		change func(*beginning)
	}{
		{"as written", true, func(*beginning) {}},
		{"no inventory", false, func(b *beginning) { b.Inventory = nil }},
		{"no cases", false, func(b *beginning) { b.Plan.Cases = nil }},
		{"no rounds", false, func(b *beginning) { b.Plan.Rounds = 0 }},
		{"the most rounds", true, func(b *beginning) { b.Plan.Rounds = maxRounds }},
		{"more", false, func(b *beginning) { b.Plan.Rounds = maxRounds + 1 }},
		{"as many as were asked for", true, func(b *beginning) { b.Plan.Rounds, b.Options.Rounds = maxRounds+1, maxRounds+1 }},
		{"no operations", false, func(b *beginning) { b.Plan.Cases[1].Operations = 0 }},
		{"no blocks", false, func(b *beginning) { b.Plan.Cases[1].Blocks = 0 }},
		{"a copy of no case", false, func(b *beginning) { b.Plan.Controls = []int{2} }},
		{"a slowdown before the first", false, func(b *beginning) { b.Plan.Slowed = []int{-1} }},
		{"options that cannot be meant", false, func(b *beginning) { b.Options.Alpha = 1 }},
	} {
		b := beginning{Inventory: &Inventory{}, Options: options(1)}
		b.Plan = Plan{Rounds: 1, Cases: []PlannedCase{{Operations: 1, Blocks: 1}, {Operations: 1, Blocks: 1}}, Controls: []int{0}, Slowed: []int{1}}
		test.change(&b)
		if err := b.check(); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.what, err)
		}
	}
}
