package ab

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
)

const (
	// maxRounds is the useful maximum: at a spread of 10% the precision is 1%.
	maxRounds = 1000
	// hope is how many times faster rounds may be than the pilot's trials, which ran just after
	// two builds.
	hope = 2
)

// An ExperimentPlan is everything that is decided before the first round.
type ExperimentPlan struct {
	Seed        uint64        `json:"seed"`
	Rounds      int           `json:"rounds"`      // over all cases; at first the maximum, in the end the actual number
	Comparisons int           `json:"comparisons"` // of units with a known direction and different values
	Slowdown    float64       `json:"slowdown"`    // 0.06: 6% of extra work
	Cases       []PlannedCase `json:"cases"`
	Counted     []CountedCase `json:"counted,omitempty"`   // judged by instructions, not among the cases
	LeftOut     []CaseID      `json:"leftOut,omitempty"`   // the budget has no time for these
	Touched     []CaseID      `json:"touched,omitempty"`   // functions of the tests that execute changed code
	Untouched   []CaseID      `json:"untouched,omitempty"` // functions of the tests that no change affects
	Controls    []int         `json:"controls"`            // indexes of cases with a second copy of base
	Slowed      []int         `json:"slowed"`              // indexes of cases with injected work
}

// all lists the cases that are measured or counted.
func (p *ExperimentPlan) all() []CaseID {
	measured := lists.Map(p.Cases, func(c PlannedCase) CaseID { return c.CaseID })
	counted := lists.Map(p.Counted, func(c CountedCase) CaseID { return c.Case })
	return append(measured, counted...)
}

// named returns the cases with these indexes.
func (p *ExperimentPlan) named(indexes []int) []CaseID {
	return lists.Map(indexes, func(i int) CaseID { return p.Cases[i].CaseID })
}

// sides lists the sides that run in a round of case i.
func (p *ExperimentPlan) sides(i int) []Side {
	sides := []Side{Base, Head}
	if slices.Contains(p.Controls, i) {
		sides = append(sides, Control)
	}
	if slices.Contains(p.Slowed, i) {
		sides = append(sides, Injected)
	}
	return sides
}

// A control adds a trial to each round, so one of a slow benchmark takes the rounds of many fast
// ones. A control may take dear times as long as the median of the cases, or cheap.
const (
	dear  = 2
	cheap = 50 * time.Millisecond
)

// chooseControls draws an eighth of the cases, one to four, for each of the two controls, if
// possible different ones. Slowdowns are injected in the less noisy half according to the
// pilot, if the judged unit shows them. Only the first cases, which are always measured, take part,
// without those that are dear.
func (p *ExperimentPlan) chooseControls(among int, inject bool) {
	n := min(4, (among+7)/8)
	order := engine.NewRound(p.Seed, 0, 0).Perm(among)
	timed := slices.DeleteFunc(order, func(i int) bool { return !slices.Contains(p.Cases[i].Units, unitTime) })
	if len(timed) == 0 {
		return
	}
	walls := lists.Map(timed, func(i int) time.Duration { return p.Cases[i].Wall })
	slices.Sort(walls)
	most := max(cheap, dear*walls[(len(walls)-1)/2])
	timed = slices.DeleteFunc(timed, func(i int) bool { return p.Cases[i].Wall > most })
	n = min(n, len(timed))
	spreads := lists.Map(timed, func(i int) float64 { return p.Cases[i].Spread })
	slices.Sort(spreads)
	bar := spreads[(len(spreads)-1)/2]
	slices.SortStableFunc(timed, func(a, b int) int { // the noisy half first
		return bool2int(p.Cases[a].Spread <= bar) - bool2int(p.Cases[b].Spread <= bar)
	})
	p.Controls = slices.Clone(timed[:n])
	if inject {
		p.Slowed = slices.Clone(timed[len(timed)-n:])
	}
}

func bool2int(b bool) int {
	if b {
		return 1
	}
	return 0
}

// perRound is the duration of a round of the fastest case, with its controls.
func (p *ExperimentPlan) perRound() time.Duration {
	least := slices.MinFunc(p.Cases, func(a, b PlannedCase) int { return cmp.Compare(a.Wall, b.Wall) })
	return 4 * least.Wall
}

// fix sets the maximum number of rounds. A plan that cannot be significant is not measured.
func (p *ExperimentPlan) fix(o *Options, spent time.Duration) preparation {
	const needed = fewestRounds
	if o.Rounds > 0 {
		if o.Rounds < needed {
			return preparation{
				what:   fmt.Sprintf("%s can never be significant: at least %d are needed at alpha %v", display.Count(o.Rounds, "round"), needed, o.Alpha),
				remedy: fmt.Sprintf("use --rounds %d or more", 2*needed),
			}
		}
		p.Rounds = o.Rounds
		return preparation{measure: true}
	}
	p.Rounds = maxRounds
	perRound := p.perRound()
	fit := (float64(o.Budget) - float64(spent)) / float64(perRound)
	if fit < float64(needed)/hope {
		want := time.Duration((float64(spent) + float64(2*needed)*float64(perRound)) / measuring.stop)
		return preparation{
			what: fmt.Sprintf("the budget of %s, minus %v for a pilot, allows about %s of %v; at least %d are needed at alpha %v",
				display.Duration(o.Budget), spent.Round(time.Second), display.Count(max(0, int(fit)), "round"), perRound.Round(time.Millisecond), needed, o.Alpha),
			remedy: fmt.Sprintf("use --budget %s or fewer cases", display.Duration(display.RoundUp(want))),
		}
	}
	return preparation{measure: true}
}

// spread shuffles the cases and separates those of one function of the tests, so the first cases
// are a sample of all.
func spread(cases []CaseID, seed uint64) []CaseID {
	shuffled := engine.Shuffled(engine.NewRound(seed, 0, 1), cases)
	nth, seen := map[CaseID]int{}, map[CaseID]int{}
	for _, c := range shuffled {
		top := c.Top()
		nth[c] = seen[top]
		seen[top]++
	}
	slices.SortStableFunc(shuffled, func(a, b CaseID) int { return cmp.Compare(nth[a], nth[b]) })
	return shuffled
}
