package gate

import (
	"fmt"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/verdict"
)

// Options are what a gate allows.
type Options struct {
	Metric        Metric
	MaxRegression float64 // share by which a case may get worse: 0.05 for 5%
	Alpha         float64 // chance of a false alarm over all comparisons together
	// Visible is the slow-down that the measurement has to be able to show in
	// 95% of cases, as a share: a good verdict from a blind measurement is none.
	Visible float64
	Blind   verdict.Tolerance // how many cases may lack that
	Allow   []verdict.Allowance
}

// DefaultOptions are the gate's defaults.
func DefaultOptions() Options {
	return Options{MaxRegression: 0.05, Alpha: 0.01, Visible: 0.25, Blind: verdict.DefaultBlind}
}

// Check reports the first option that makes no sense.
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
	if !(o.Visible >= 0) || math.IsInf(o.Visible, 0) {
		return fmt.Errorf("--visible %v: must be a share of at least 0%%", o.Visible)
	}
	for _, a := range o.Allow {
		if !slices.Contains(verdict.Allowances, a) {
			return fmt.Errorf("--allow %s: not one of machine, go, seed, vanished, failed", a)
		}
	}
	return nil
}

func (o Options) allows(a verdict.Allowance) bool { return slices.Contains(o.Allow, a) }
