package ab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/compare/gate"
)

// An Outcome is the verdict in one word.
type Outcome string

// The outcomes, each an exit code of the command.
const (
	Clean        Outcome = "no regression"
	Regressed    Outcome = "regression"
	Failed       Outcome = "failed"
	Inconclusive Outcome = "inconclusive"
)

// A Finding is what became of one comparison.
type Finding string

// The findings.
const (
	NoChange    Finding = "no change"
	Improvement Finding = "improvement"
	Suspected   Finding = "suspected" // in the first rounds; the fresh ones neither confirm nor refute it
	Refuted     Finding = "refuted"   // suspected, but the fresh rounds say that it is within what is allowed
	Regression  Finding = "regression"
	Unjudged    Finding = "unjudged" // nobody said which direction is better
)

// A Comparison is one unit of one case, base against head.
type Comparison struct {
	Case    Case     `json:"case"`
	Unit    string   `json:"unit"`
	Better  int      `json:"better"` // the good direction: +1 up, -1 down, 0 unknown
	Base    float64  `json:"base"`   // median over the rounds
	Head    float64  `json:"head"`
	Effect           // in the rounds over all cases: the one that decided, or the most precise
	Effects []Effect `json:"effects"`         // taken in all ways
	Visible float64  `json:"visible"`         // the smallest change that would have been found in 95 of 100 experiments
	Again   *Effect  `json:"again,omitempty"` // in the fresh rounds of a suspect
	Finding Finding  `json:"finding"`

	index int // of the case in the plan
}

// A Control is one test of the experiment itself.
type Control struct {
	Side string `json:"side"` // same or plant
	Case Case   `json:"case"`
	Effect
	Planted float64 `json:"planted,omitempty"` // extra work, as a share of what base really took when undisturbed
	Passed  bool    `json:"passed"`
}

// A Verdict is all that is known at the end.
type Verdict struct {
	Outcome     Outcome      `json:"outcome"`
	Base        string       `json:"base"`
	Head        string       `json:"head"`
	Same        bool         `json:"same,omitempty"`    // base and head are the same program, and nothing was measured
	Reasons     []Reason     `json:"reasons,omitempty"` // why it is inconclusive, or would be
	Visible     float64      `json:"visible"`           // the largest Visible of all comparisons
	Corrected   int          `json:"corrected"`         // number of effects that p-values are corrected for
	Comparisons []Comparison `json:"comparisons"`       // in the order of the plan
	Controls    []Control    `json:"controls"`
	Failed      []Failure    `json:"failed,omitempty"`
	Inventory   *Inventory   `json:"inventory"`
	Plan        Plan         `json:"plan"`
	Fixed       string       `json:"fixed,omitempty"` // why fresh rounds were not of builds with their functions in random order
	Options     Options      `json:"-"`
}

// A Reason tells why nothing can be said, and what to do about it.
type Reason struct {
	What   string `json:"what"`
	Remedy string `json:"remedy"`
}

func (r Reason) String() string { return r.What + ": " + r.Remedy }

// inconclusive adds a reason.
func (v *Verdict) inconclusive(remedy, format string, args ...any) {
	v.Reasons = append(v.Reasons, Reason{fmt.Sprintf(format, args...), remedy})
	v.Outcome = Inconclusive
}

// count counts comparisons by finding.
func (v *Verdict) count(f Finding) (n int) {
	for _, k := range v.Comparisons {
		if k.Finding == f {
			n++
		}
	}
	return n
}

// Changed lists the comparisons with a finding, worst first.
func (v *Verdict) Changed(f Finding) []Comparison {
	var list []Comparison
	for _, k := range v.Comparisons {
		if k.Finding == f {
			list = append(list, k)
		}
	}
	slices.SortStableFunc(list, func(a, b Comparison) int { return cmp.Compare(b.Change, a.Change) })
	return list
}

// conclude makes the outcome of all that was found. A regression that fresh
// rounds confirmed stands even where the plant was missed, since that only
// means that others may have stayed unseen; it does not stand where two copies
// of one program differed.
func (v *Verdict) conclude() {
	for _, k := range v.Comparisons {
		v.Visible = max(v.Visible, k.Visible)
	}
	biased := v.checkControls()
	v.checkCases()
	switch {
	case biased:
		v.Outcome = Inconclusive
	case v.count(Regression) > 0:
		v.Outcome = Regressed
	case len(v.Failed) > 0 && !v.Options.allows(gate.AllowFailed):
		v.Outcome = Failed
	case v.Outcome == "":
		v.Outcome = Clean
	}
}

// checkControls looks at the self-test and reports whether it found a bias.
func (v *Verdict) checkControls() (biased bool) {
	if len(v.Comparisons) == 0 {
		return false // not begun, or everything failed; the reason is given
	}
	tested := map[string]int{}
	for _, c := range v.Controls {
		tested[c.Side]++
		switch {
		case c.Passed:
		case c.Side == Same.String():
			biased = true
			v.inconclusive("find out with `ecsbench doctor` why this machine favours one of two equal programs",
				"two copies of base differ by %+.1f%% in %s", 100*c.Change, c.Case)
		default:
			v.inconclusive("measure longer with --budget",
				"%s of extra work planted in %s was not found (seen: %+.1f%%, at least %+.1f%%)",
				percent(c.Planted), c.Case, 100*c.Change, 100*c.Low)
		}
	}
	if tested[Same.String()] == 0 || tested[Plant.String()] == 0 {
		v.inconclusive("see that at least one benchmark reports ns/op and does not fail",
			"the experiment could not test itself: no case with a second copy of base and with planted work was measured to the end")
	}
	return biased
}

// andMore follows the first of a list, and says how many more there are.
func andMore(n int) string {
	if n == 0 {
		return "is"
	}
	return fmt.Sprintf("and %d more are", n)
}

// checkCases looks for cases about which nothing is known.
func (v *Verdict) checkCases() {
	if n := len(v.Inventory.BaseOnly); n > 0 && !v.Options.allows(gate.AllowVanished) {
		v.inconclusive("pass --allow vanished where this is meant", "%s %s missing in head", v.Inventory.BaseOnly[0], andMore(n-1))
	}
	if len(v.Comparisons) == 0 {
		return
	}
	if list := v.Changed(Suspected); len(list) > 0 {
		k := list[0]
		v.inconclusive("measure longer with --budget",
			"%d suspected, and fresh rounds neither confirm nor refute it (%s %s: %s)",
			len(list), k.Case, k.Unit, strings.TrimSuffix(k.change(k.Effect)+", "+again(&k), ", "))
	}
	var blind []Comparison
	for _, k := range v.Comparisons {
		if k.Better != 0 && k.Visible > v.Options.Visible && k.Finding == NoChange {
			blind = append(blind, k)
		}
	}
	if len(blind) > 0 {
		slices.SortFunc(blind, func(a, b Comparison) int { return cmp.Compare(b.Visible, a.Visible) })
		k := blind[0]
		v.inconclusive("measure longer with --budget, or accept it with --visible",
			"too noisy: in %d of %d comparisons a change of %.0f%% could have stayed unseen (worst: %s %s, %s)",
			len(blind), len(v.Comparisons), 100*v.Options.Visible, k.Case, k.Unit, percent(k.Visible))
	}
}
