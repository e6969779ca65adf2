package verdict

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Tolerance is the number, or the share of all cases, that may be underpowered in a conclusive
// verdict.
type Tolerance struct {
	Share float64 `json:"share,omitempty"` // 0.2: a fifth
	Cases int     `json:"cases,omitempty"`
}

// DefaultUnderpowered tolerates a fifth.
var DefaultUnderpowered = Tolerance{Share: 0.2}

// Set reads "20%" or "3". With String and Type it makes a tolerance a flag.
func (t *Tolerance) Set(text string) error {
	number, isShare := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || !(x >= 0) || math.IsInf(x, 0) || isShare && x > 100 || !isShare && (x != math.Trunc(x) || x > 1e9):
		return fmt.Errorf("%q is neither a share of the cases nor a number of them; write 20%% or 3", text)
	case isShare:
		*t = Tolerance{Share: x / 100}
	default:
		*t = Tolerance{Cases: int(x)}
	}
	return nil
}

func (t *Tolerance) String() string {
	if t.Share > 0 {
		return strconv.FormatFloat(math.Round(1e8*t.Share)/1e6, 'g', -1, 64) + "%"
	}
	return strconv.Itoa(t.Cases)
}

// Type names the value of the flag.
func (*Tolerance) Type() string { return "share or number" }

func (t Tolerance) allows(n, of int) bool {
	return n <= t.Cases || float64(n) <= t.Share*float64(of)
}

// An underpoweredCase is a case whose MDE is above the limit.
type underpoweredCase struct {
	name string
	mde  float64 // as logarithm; +Inf if no change can be significant
}

// underpoweredCases lists them, the largest MDE first. A case with a significant change
// is never one of them.
func (v *Verdict) underpoweredCases() []underpoweredCase {
	var cases lists.Groups[results.Key, underpoweredCase]
	for _, c := range v.Those(v.underpowered) {
		k, _ := cases.Of(c.Key)
		k.name, k.mde = c.Case, math.Max(k.mde, c.MDE)
	}
	slices.SortStableFunc(cases.List, func(a, b underpoweredCase) int {
		return cmp.Or(cmp.Compare(b.mde, a.mde), strings.Compare(a.name, b.name))
	})
	return cases.List
}

// limitsMDE reports whether the MDE of a case covers the unit of a comparison. Quantiles are too
// noisy, and stand beside the time of an operation.
func limitsMDE(c *Comparison) bool {
	unit := results.UnitNamed(c.Unit)
	return unit.IsSpeed() && unit.Tail() == 0
}

// underpowered reports whether a comparison makes its case underpowered.
func (v *Verdict) underpowered(c *Comparison) bool {
	switch {
	case c.Evidence != Tested || c.Direction == Unknown || results.UnitNamed(c.Unit).Tail() > 0:
		return false
	case c.Status == Untestable:
		return true
	}
	return (c.Status == Same || c.Status == Undecided) && limitsMDE(c) && c.MDE > math.Log1p(math.Max(v.MaxMDE, v.MaxRegression))
}

// TimesMore returns how many times as many samples are needed until the underpowered cases are
// tolerated; needs returns this for one comparison. The result is 1 if they are tolerated
// already, and +Inf if no number of samples helps.
func (v *Verdict) TimesMore(tolerated Tolerance, needs func(*Comparison) float64) float64 {
	most := make(map[results.Key]float64)
	for _, c := range v.Those(v.underpowered) {
		most[c.Key] = math.Max(most[c.Key], needs(c))
	}
	times := slices.Sorted(maps.Values(most))
	for i := len(times) - 1; i >= 0; i-- {
		if !tolerated.allows(len(times)-i, v.Cases) {
			return times[i]
		}
	}
	return 1
}

// UnderpoweredProblem lists the underpowered cases and reports whether their number is
// tolerated. [Verdict.Tally] must have been called.
func (v *Verdict) UnderpoweredProblem(tolerated Tolerance, remedy string) []Problem {
	cases := v.underpoweredCases()
	if len(cases) == 0 {
		return nil
	}
	p := Problem{Outcome: Inconclusive, Remedy: remedy + fmt.Sprintf(", or accept more than --underpowered %s", &tolerated)}
	why, few := "too noisy", v.CasesWith(Untestable)
	switch len(few) {
	case 0:
	case len(cases):
		why = "too few samples"
	default:
		why = "too noisy or too few samples"
	}
	for _, c := range cases {
		mde := "no MDE"
		if !math.IsInf(c.mde, 1) {
			mde = "MDE " + display.Percent(math.Expm1(c.mde))
		}
		p.Cases = append(p.Cases, fmt.Sprintf("%s (%s)", c.name, mde))
	}
	among := display.Count(v.Cases, "case")
	if v.Cases < v.Total() {
		among = display.Count(v.Cases, "compared case") // the tolerance is a share of these
	}
	p.What = fmt.Sprintf("underpowered in %d of %s: %s for an MDE of %s",
		len(cases), among, why, display.Percent(math.Max(v.MaxMDE, v.MaxRegression)))
	if tolerated.allows(len(cases), v.Cases) {
		p.Outcome = Pass
		p.What += fmt.Sprintf(" (--underpowered %s)", &tolerated)
	}
	return []Problem{p}
}
