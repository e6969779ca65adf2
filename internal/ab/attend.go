package ab

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// How the rounds over all cases are shared out. A round measures the cases in
// which a change could still stay unseen that is little more than what is
// allowed: what is sharp already needs no more, and what is noisy gets the time.
//
// How sharp a case is, is taken from what its rounds scatter around their own
// centre. Whether head is slower is not looked at, so that no case is measured
// until chance makes it look slower (sample sizes by blinded variance: W. Wittes
// and E. Brittain, "The role of internal pilot studies in increasing the
// efficiency of clinical trials", 1990; M. Kieser and T. Friede, "Simple
// procedures for blinded sample size adjustment that do not affect the type I
// error rate", 2003).

// sharpness is the change, as a share, that is to be visible in every case: a
// quarter more than what is allowed and then some.
func (o *Options) sharpness() float64 { return 1.25*o.MaxRegression + 0.005 }

// lookAgain is after how many times the rounds it is found out anew which cases
// are sharp; it takes some milliseconds for each.
const lookAgain = 1.4

// attend drops the cases from a list that are sharp after r rounds. Where the
// number of rounds is given, all cases are measured in all of them.
func (e *experiment) attend(cases []int, r int) []int {
	if e.o.Rounds > 0 {
		return cases
	}
	if float64(r) >= lookAgain*float64(e.looked) {
		e.looked = r
		for _, i := range cases {
			e.series[i].sharp = e.visible(i) <= math.Log1p(e.o.sharpness())
		}
	}
	var list []int
	for _, i := range cases {
		if !e.series[i].sharp {
			list = append(list, i)
		}
	}
	return list
}

// visible is the smallest slow-down of a case that its rounds so far would have
// shown, as difference of logarithms, in the unit in which that is largest.
func (e *experiment) visible(i int) (largest float64) {
	rule := e.o.rule()
	for _, unit := range e.plan.Cases[i].Units {
		better := e.src.Better(unit)
		p, ok := pairUp(e.series[i].stage[0], source.Base, source.Head, unit, better)
		if !ok || better == 0 || !p.differs() {
			continue
		}
		s := p.steadier()
		largest = max(largest, s.visible(s.effects(e.o.Alpha, 1), rule))
	}
	return largest
}

// blind lists the cases that a verdict would call so.
func (j *judgement) blind() (cases []int) {
	for _, k := range j.comparisons {
		if k.Status == verdict.Same && k.Seen > math.Log1p(j.o.Visible) && !j.series[k.index].dead {
			cases = append(cases, k.index)
		}
	}
	return cases
}
