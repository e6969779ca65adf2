package ab

import (
	"fmt"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// Options are the duration and limits of an experiment.
type Options struct {
	Metric        Metric              `json:"metric"`           // "" for ByTime
	Budget        time.Duration       `json:"budget_ns"`        // for everything from Started on
	Started       time.Time           `json:"-"`                // when everything was built
	BuildTimeout  time.Duration       `json:"build_timeout_ns"` // limits building; 0 is no limit
	Rounds        int                 `json:"rounds"`           // exactly this many rounds, ignoring the budget; 0 for as many as it allows
	MaxRegression float64             `json:"max_regression"`   // 0.02: a slowdown of up to 2% is no regression
	Alpha         float64             `json:"alpha"`            // 0.01: at most one experiment in 100 reports a regression if nothing changed
	MaxMDE        float64             `json:"maxMDE"`           // 0.10: a case with a larger MDE is underpowered
	Underpowered  verdict.Tolerance   `json:"underpowered"`     // how many cases may be underpowered
	Seed          uint64              `json:"seed"`             // of all random order
	Allow         []verdict.Allowance `json:"allow"`            // verdict.AllowVanished and verdict.AllowFailed are known here
	Calibrate     bool                `json:"-"`                // measure equal sides too
	Environment   results.Environment `json:"-"`                // of the machine, for the record
	Progress      Progress            `json:"-"`                // may be nil
	Decided       Decided             `json:"-"`                // may be nil
	Request       Request             `json:"request"`          // the caller's data to open the source again, see [Continue]
}

// leastAlpha limits the number of random swaps of [statistics.Fastest].
const leastAlpha = 0.0001

// Check rejects invalid options.
func (o *Options) Check() error {
	switch {
	case o.Metric.unknown() != "":
		return fmt.Errorf("--metric %s: %q is not one of %s", o.Metric, o.Metric.unknown(), strings.Join(Metrics, ", "))
	case o.Rounds < 0:
		return fmt.Errorf("--rounds %d: give a positive number", o.Rounds)
	case o.Rounds == 0 && o.Budget <= 0:
		return fmt.Errorf("--budget %v: give a positive duration such as 5m", o.Budget)
	case !(o.MaxRegression >= 0 && o.MaxRegression < 10):
		return fmt.Errorf("--max-regression %v: give a share between 0 and 1000%%", o.MaxRegression)
	case !(o.Alpha >= leastAlpha && o.Alpha <= 0.2):
		return fmt.Errorf("--alpha %v: give a probability between %v and 0.2", o.Alpha, leastAlpha)
	case !(o.MaxMDE > o.MaxRegression):
		return fmt.Errorf("--mde %v: must be larger than --max-regression %v", o.MaxMDE, o.MaxRegression)
	}
	for _, a := range o.Allow {
		if a != verdict.AllowVanished && a != verdict.AllowFailed {
			return fmt.Errorf("--allow %s: not one of vanished, failed; everything else is the same for both sides", a)
		}
	}
	return nil
}

// firstLimit limits the first process of a benchmark. A slower one would use the budget for a
// few rounds.
func (o *Options) firstLimit() time.Duration { return max(30*time.Second, o.Budget/4) }

// A Progress receives the state of an experiment.
type Progress = engine.Progress

// Decided receives the verdict before the causes are searched.
type Decided func(*verdict.Verdict)
