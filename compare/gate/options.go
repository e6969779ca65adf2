package gate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Options are what a gate allows.
type Options struct {
	MaxRegression float64 // share by which a case may get worse: 0.05 for 5%
	Alpha         float64 // chance of a false alarm over all comparisons together
	// MustSee is the slow-down that the measurement has to be able to show in
	// 95% of cases, as a share: a good verdict from a blind measurement is none.
	// 0 means 5 times MaxRegression, but at least 25%.
	MustSee float64
	Allow   []Allowance
}

// DefaultOptions are the gate's defaults.
func DefaultOptions() Options { return Options{MaxRegression: 0.05, Alpha: 0.01} }

// An Allowance is something that makes a verdict inconclusive unless it is
// allowed.
type Allowance string

const (
	AllowMachine  Allowance = "machine"  // the sides were measured on different machines
	AllowGo       Allowance = "go"       // the sides were built with different versions or settings of Go
	AllowVanished Allowance = "vanished" // a case of OLD is not in NEW
	AllowFailed   Allowance = "failed"   // a case of NEW failed
)

// Allowances lists all of them.
var Allowances = []Allowance{AllowMachine, AllowGo, AllowVanished, AllowFailed}

// Check reports the first option that makes no sense.
func (o Options) Check() error {
	if !(o.MaxRegression >= 0) || math.IsInf(o.MaxRegression, 0) {
		return fmt.Errorf("--max-regression %v: must be a percentage of at least 0%%", o.MaxRegression)
	}
	if !(o.Alpha > 0 && o.Alpha < 0.5) {
		return fmt.Errorf("--alpha %v: must lie between 0 and 0.5, such as 0.01", o.Alpha)
	}
	if !(o.MustSee >= 0) || math.IsInf(o.MustSee, 0) {
		return fmt.Errorf("--must-see %v: must be a percentage of at least 0%%", o.MustSee)
	}
	for _, a := range o.Allow {
		if !slices.Contains(Allowances, a) {
			return fmt.Errorf("--allow %s: not one of machine, go, vanished, failed", a)
		}
	}
	return nil
}

func (o Options) allows(a Allowance) bool { return slices.Contains(o.Allow, a) }

func (o Options) mustSee() float64 {
	if o.MustSee > 0 {
		return o.MustSee
	}
	return max(0.25, 5*o.MaxRegression)
}

// ParsePercent reads a share written as a percentage, such as "5%". The sign
// is required, since 5 and 0.05 are both written for it elsewhere.
func ParsePercent(s string) (float64, error) {
	digits, ok := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if !ok || err != nil || math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
		return 0, fmt.Errorf("%q is not a percentage such as 5%%", s)
	}
	return v / 100, nil
}
