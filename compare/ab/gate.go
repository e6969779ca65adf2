package ab

import (
	"fmt"
	"math"

	"github.com/ecsbench/ecsbench/compare/gate"
	"github.com/ecsbench/ecsbench/results"
)

// Gate turns the verdict into package gate's, for the formats that are for
// other programs: JUnit and GitHub's annotations.
func (v *Verdict) Gate() *gate.Verdict {
	g := &gate.Verdict{
		Outcome: map[Outcome]gate.Outcome{
			Clean: gate.Pass, Regressed: gate.Regressed, Failed: gate.CaseFailed, Inconclusive: gate.Inconclusive,
		}[v.Outcome],
		By: "ab", Old: v.Base, New: v.Head,
		Cases: len(v.Plan.Cases), Tested: v.Corrected,
		Seen: v.Visible, Fail: v.Visible,
	}
	if v.Same {
		g.Seen, g.Fail = math.NaN(), math.NaN()
	}
	worse := map[Case]bool{}
	for i := range v.Comparisons {
		k := &v.Comparisons[i]
		if k.Finding == Regression {
			worse[k.Case] = true
		}
		g.Comparisons = append(g.Comparisons, k.gate(v.name(k.Case)))
	}
	g.Worse = len(worse)
	for _, r := range v.Reasons {
		g.Problems = append(g.Problems, gate.Problem{Outcome: gate.Inconclusive, What: r.What, Remedy: r.Remedy})
	}
	failed := gate.CaseFailed
	if v.Options.allows(gate.AllowFailed) {
		failed = gate.Pass
	}
	for _, f := range v.Failed {
		g.Problems = append(g.Problems, gate.Problem{
			Outcome: failed, What: fmt.Sprintf("%s failed on %s: %s", f.Case, f.Side, f.Reason), Remedy: "run it by itself",
		})
	}
	return g
}

// gate turns round what is for the worse into what is for the larger.
func (k *Comparison) gate(name string) gate.Comparison {
	e := gate.Effect{Log: math.Log1p(k.Change), Lo: math.Log1p(k.Low), Hi: math.Log1p(k.High), P: k.P}
	if k.Better > 0 {
		e.Log, e.Lo, e.Hi = -e.Log, -e.Hi, -e.Lo
	}
	status := map[Finding]gate.Status{
		Regression: gate.Regression, Improvement: gate.Improved, Suspected: gate.Suspect, Refuted: gate.Same, NoChange: gate.Same, Unjudged: gate.Same,
	}[k.Finding]
	return gate.Comparison{
		Key: results.Key{Package: k.Case.Group, Name: k.Case.Name}, Case: name, Unit: k.Unit, Direction: gate.Direction(k.Better), Old: k.Base, New: k.Head, OldN: k.Rounds, NewN: k.Rounds,
		Effect: e, Kind: gate.Tested, Seen: math.Log1p(k.Visible), Fail: math.Log1p(k.Visible), PHolm: k.P, Status: status,
	}
}
