package gate

import (
	"fmt"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/verdict"
)

// A Metric selects the judged units.
type Metric string

// The metrics: all that both files have, or nothing but the instructions that
// were counted.
const (
	ByAll          Metric = ""
	ByInstructions Metric = "instructions"
)

// Options are the limits of a gate.
type Options struct {
	Metric        Metric
	MaxRegression float64           // share by which a case may get worse: 0.05 for 5%
	Alpha         float64           // probability of a false alarm over all comparisons
	MaxMDE        float64           // largest minimum detectable effect of a case, as a share
	Underpowered  verdict.Tolerance // how many cases may exceed MaxMDE
	Allow         []verdict.Allowance
}

// DefaultOptions are the gate's defaults.
func DefaultOptions() Options {
	return Options{MaxRegression: 0.05, Alpha: 0.01, MaxMDE: 0.25, Underpowered: verdict.DefaultUnderpowered}
}

// Check reports the first invalid option.
func (o Options) Check() error {
	switch {
	case o.Metric != ByAll && o.Metric != ByInstructions:
		return fmt.Errorf("--metric %s: must be all or instructions", o.Metric)
	case !(o.MaxRegression >= 0) || math.IsInf(o.MaxRegression, 0):
		return fmt.Errorf("--max-regression %v: must be a share of at least 0%%", o.MaxRegression)
	case !(o.Alpha > 0 && o.Alpha < 0.5):
		return fmt.Errorf("--alpha %v: must lie between 0 and 0.5, such as 0.01", o.Alpha)
	case !(o.MaxMDE >= 0) || math.IsInf(o.MaxMDE, 0):
		return fmt.Errorf("--mde %v: must be a share of at least 0%%", o.MaxMDE)
	}
	for _, a := range o.Allow {
		if !slices.Contains(verdict.Allowances, a) {
			return fmt.Errorf("--allow %s: must be machine, go, seed, vanished or failed", a)
		}
	}
	return nil
}

// limit is MaxRegression as a logarithm.
func (o Options) limit() float64 { return math.Log1p(o.MaxRegression) }

// mostMDE is the largest minimum detectable effect of a case, as a logarithm.
func (o Options) mostMDE() float64 { return math.Log1p(math.Max(o.MaxMDE, o.MaxRegression)) }
