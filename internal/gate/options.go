package gate

import (
	"fmt"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/verdict"
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
	if o.Metric != ByAll && o.Metric != ByInstructions {
		return fmt.Errorf("--metric %s: must be all or instructions", o.Metric)
	}
	if !(o.MaxRegression >= 0) || math.IsInf(o.MaxRegression, 0) {
		return fmt.Errorf("--max-regression %v: must be a share of at least 0%%", o.MaxRegression)
	}
	if !(o.Alpha > 0 && o.Alpha < 0.5) {
		return fmt.Errorf("--alpha %v: must lie between 0 and 0.5, such as 0.01", o.Alpha)
	}
	if !(o.MaxMDE >= 0) || math.IsInf(o.MaxMDE, 0) {
		return fmt.Errorf("--mde %v: must be a share of at least 0%%", o.MaxMDE)
	}
	for _, a := range o.Allow {
		if !slices.Contains(verdict.Allowances, a) {
			return fmt.Errorf("--allow %s: must be machine, go, seed, vanished or failed", a)
		}
	}
	return nil
}
