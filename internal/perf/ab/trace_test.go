package ab

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// A tracedSource returns fixed results after a long build.
type tracedSource struct {
	*slowSource
	touched, untouched []CaseID
}

func (s *tracedSource) Touched(context.Context, []CaseID, func(int, int)) (touched, untouched []CaseID, err error) {
	time.Sleep(time.Hour) // of the fake clock
	return s.touched, s.untouched, nil
}

// A pass means that what changed was measured, however short the budget is. Cases that execute
// changed code come first, cheap ones before slow ones, and tracing takes no budget.
func TestAPassMeansThatTheChangeWasMeasured(t *testing.T) {
	rng, passed, missed := rand.New(rand.NewPCG(91, 91)), 0, 0
	for n := range 40 {
		f := newFake(uint64(n))
		src := &tracedSource{slowSource: &slowSource{fakeSource: f, wall: always(time.Duration(20+rng.IntN(200)) * time.Millisecond)}}
		unknown := rng.IntN(2) == 0
		for i := range 8 + rng.IntN(50) {
			c := CaseID{Group: "example.com/m", Name: "Case" + strconv.Itoa(i)}
			f.inventory.Common = append(f.inventory.Common, c)
			switch k := rng.IntN(10); {
			case k < 2:
				src.touched = append(src.touched, c)
			case k < 9 || !unknown:
				src.untouched = append(src.untouched, c)
			}
		}
		v := budgeted(t, nowhere, src, options(uint64(n)), time.Duration(20+rng.IntN(60))*time.Second)
		measured := lists.Map(v.Comparisons, func(k verdict.Comparison) string { return k.Key.Name })
		ran := func(c CaseID) bool { return slices.Contains(measured, nameOf(src, c)) }
		reach := lists.Filter(f.inventory.Common, func(c CaseID) bool { return !slices.Contains(src.untouched, c) })
		if missing := lists.Filter(reach, func(c CaseID) bool { return !ran(c) }); len(missing) > 0 {
			missed++
			if v.Outcome == verdict.Pass {
				t.Errorf("%d: %s, without %v", n, v.Headline(), missing)
			}
		} else if v.Outcome == verdict.Pass {
			passed++
		}
		if slices.ContainsFunc(src.touched, func(c CaseID) bool { return !ran(c) }) && slices.ContainsFunc(src.untouched, ran) {
			t.Errorf("%d: cases without changed code were measured before those with it", n)
		}
	}
	if passed == 0 || missed == 0 {
		t.Errorf("%d passed, %d missed cases: the budgets are of one kind", passed, missed)
	}
}

// One slow benchmark does not take the rounds of many fast ones.
func TestCheapCasesComeFirst(t *testing.T) {
	p := &ExperimentPlan{}
	for i, wall := range []time.Duration{5 * time.Second, 30 * time.Millisecond, 900 * time.Millisecond, 40 * time.Millisecond, 20 * time.Millisecond} {
		p.Cases = append(p.Cases, PlannedCase{CaseID: CaseID{Name: strconv.Itoa(i)}, Wall: wall})
	}
	p.Touched = []CaseID{{Name: "2"}}
	p.arrange()
	if got := lists.Map(p.Cases, func(c PlannedCase) string { return c.Name }); !slices.Equal(got, []string{"2", "1", "3", "4", "0"}) {
		t.Errorf("%q", got)
	}
}
