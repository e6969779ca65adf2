package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// A case that never becomes precise ends with MaxSamples.
func TestMaxSamples(t *testing.T) {
	s := &schedule{plan: Plan{Precision: 0.02}}
	tr := &track{precision: math.Inf(1)}
	for n := range MaxSamples {
		if s.done(tr) {
			t.Fatalf("done with %d samples", n)
		}
		tr.add([]results.Value{{Value: float64(1 + n%2), Unit: "ns/op"}})
	}
	if !s.done(tr) {
		t.Errorf("not done with %d samples", MaxSamples)
	}
}

// TestSchedulesAreAsTheyWere pins the next rounds and the estimated time of runs in all
// stages.
func TestSchedulesAreAsTheyWere(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(16) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := &schedule{plan: Plan{Seed: seed, Precision: 0.02, Budget: time.Duration(1+r.IntN(30)) * time.Second}}
		if seed%5 == 4 {
			s.plan.Rounds = 1 + r.IntN(12)
		}
		for i := range 2 + r.IntN(9) {
			tr := &track{Case: Case{Name: fmt.Sprintf("%c", 'A'+i), Unranked: r.IntN(8) == 0}, excepted: r.IntN(8) == 0, precision: math.Inf(1)}
			noise := []float64{0.001, 0.05, 0.3}[r.IntN(3)]
			for range []int{0, 1, 5, 6, 7, 11, 12, 13, 40, MaxSamples}[r.IntN(10)] {
				tr.add([]results.Value{{Value: 10 * (1 + noise*r.NormFloat64()), Unit: "ns/op"}})
			}
			tr.spent = time.Duration(tr.samples()) * time.Duration(1+r.IntN(400)*r.IntN(10)) * time.Millisecond
			s.tracks = append(s.tracks, tr)
		}
		fmt.Fprintf(&b, "%d: rounds %d, budget %v\n", seed, s.plan.Rounds, s.plan.Budget)
		for _, tr := range s.tracks {
			fmt.Fprintf(&b, " %s: %d samples in %v, to %.1f%%, done %v, dear %v, urgency %d, needs %v\n", tr.Name, tr.samples(), tr.spent, 100*tr.precision, s.done(tr), s.tooCostly(tr), s.urgency(tr), s.need(tr))
		}
		for _, remaining := range []time.Duration{0, s.plan.Budget / 10, s.plan.Budget} {
			for round, limited := range []bool{true, false} {
				b.WriteString(" ")
				for _, tr := range engine.Shuffled(engine.NewRound(seed, 0, round), s.next(remaining, limited)) {
					b.WriteString(tr.Name)
				}
				fmt.Fprintf(&b, " (%v)", s.remaining(remaining, limited))
			}
		}
		b.WriteString("\n")
	}
	fixture.Golden(t, "schedules.txt", b.String())
}

// A plan takes as long as its missing samples: 6 to 100 of each case, or the requested
// count, within the budget.
func TestPlanDuration(t *testing.T) {
	p := shardedPlan(t)
	guesses := func() (once, first time.Duration) {
		s, err := newSchedule(p, &results.File{})
		fixture.Check(t, err)
		for _, tr := range s.tracks {
			once += tr.guess()
		}
		return once, s.tracks[0].guess()
	}
	once, first := guesses()
	cases, err := p.Cases()
	fixture.Check(t, err)
	if want := 25*time.Millisecond + 3*p.MinTime + time.Duration(cases[0].Entities)*2*time.Microsecond; first != want {
		t.Errorf("a sample takes %v, want %v", first, want)
	}
	of := func(c Case, samples int) *results.File {
		series := map[string]*results.Series{"ns/op": {Values: make([]float64, samples)}}
		return &results.File{Cases: []*results.Case{{Name: c.Name, Units: []string{"ns/op"}, Series: series}}}
	}
	for what, test := range map[string]struct {
		count       int
		budget      time.Duration
		earlier     *results.File
		least, most time.Duration
	}{
		"without limits":       {0, 0, &results.File{}, 6 * once, 6 * once * 100 / 6},
		"so many rounds":       {3, time.Millisecond, &results.File{}, 3 * once, 3 * once},
		"one round":            {1, time.Millisecond, &results.File{}, once, once},
		"a budget":             {0, 1000 * once, &results.File{}, 6 * once, 1000 * once},
		"too small a budget":   {0, once, &results.File{}, once, once},
		"some are measured":    {6, 0, of(cases[0], 2), 6*once - 2*first, 6*once - 2*first},
		"more are than needed": {6, 0, of(cases[0], 20), 6*once - 6*first, 6*once - 6*first},
		"one failed":           {6, 0, &results.File{Unsupported: []results.Exception{{Case: cases[0].Name}}}, 6*once - 6*first, 6*once - 6*first},
	} {
		s := Recording{Plan: p, earlier: test.earlier}
		s.Plan.Rounds, s.Plan.Budget = test.count, test.budget
		if least, most := s.Duration(); least != test.least || most != test.most {
			t.Errorf("%s: %v to %v, want %v to %v", what, least, most, test.least, test.most)
		}
	}
}

func TestInvalidPlans(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		"":              func(*Plan) {},
		"precision 0%":  func(p *Plan) { p.Precision = 0 },
		"precision 100": func(p *Plan) { p.Precision = 1 },
		"budget -1":     func(p *Plan) { p.Budget = -1 },
		"rounds -1":     func(p *Plan) { p.Rounds = -1 },
		"timeout 0s":    func(p *Plan) { p.Timeout = 0 },
		"profile t":     func(p *Plan) { p.Profile.Entities = []int{-1} },
		"nonsense":      func(p *Plan) { p.Scenarios = []string{"nonsense"} },
	} {
		p := shardedPlan(t)
		change(&p)
		if err := p.Check(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", want, err)
		}
	}
	p := shardedPlan(t)
	p.Precision, p.Timeout = 0.999, 1
	if err := p.Check(); err != nil {
		t.Error(err)
	}
}
