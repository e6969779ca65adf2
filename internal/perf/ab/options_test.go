package ab

import (
	"math"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/verdict"
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
