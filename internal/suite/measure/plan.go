package measure

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A Plan lists what to measure and the precision to reach. It is stored in the header
// of the result file, and a resumed run follows it.
type Plan struct {
	Profile    profiles.Profile  `json:"profile"` // with the axes
	Scenarios  []string          `json:"scenarios"`
	Impls      []string          `json:"impls"`
	Programs   []ExternalProgram `json:"programs,omitempty"` // of Impls
	Seed       uint64            `json:"seed"`               // of the order of cases and of random set-ups
	Precision  float64           `json:"precision"`          // target relative half-width of the 95% interval of the median
	Budget     time.Duration     `json:"budget"`             // wall-clock time; 0 is no limit
	AtLeast    int               `json:"atLeast,omitempty"`  // samples of each case that are taken beyond the budget, too
	Rounds     int               `json:"rounds,omitempty"`   // if set: exactly this many rounds, ignoring precision and budget
	MinTime    time.Duration     `json:"minTime"`            // least length of the timed part of a sample
	Timeout    time.Duration     `json:"timeout"`            // longer samples fail
	GOMAXPROCS int               `json:"gomaxprocs"`
	Part       *results.Shard    `json:"-"` // nil for the whole plan; stored beside the plan in the file
	Command    string            `json:"-"` // command line, stored beside the plan
}

// The defaults of a plan.
const (
	DefaultPrecision = 0.02
	DefaultMinTime   = 10 * time.Millisecond
	DefaultTimeout   = time.Minute
)

// NewPlan returns a checked plan for these specs with default precision and times.
func NewPlan(profile profiles.Profile, scenarioList, implList string) (Plan, error) {
	p := Plan{
		Profile:    profile,
		Precision:  DefaultPrecision,
		MinTime:    DefaultMinTime,
		Timeout:    DefaultTimeout,
		GOMAXPROCS: runtime.GOMAXPROCS(0),
	}
	chosenScenarios, err := scenarios.FindList(scenarioList)
	if err != nil {
		return Plan{}, err
	}
	chosenImpls, err := registry.FindList(cmp.Or(implList, registry.Measured()))
	if err != nil {
		return Plan{}, err
	}
	p.Scenarios = lists.Map(chosenScenarios, func(s scenarios.Chosen) string { return s.Spec.String() })
	p.Impls = lists.Map(chosenImpls, func(i registry.Chosen) string { return i.Spec.String() })
	return p, p.Check()
}

// Check returns the first error of the plan.
func (p Plan) Check() error {
	switch {
	case p.Precision <= 0 || p.Precision >= 1:
		return fmt.Errorf("precision %g%%: want more than 0%% and less than 100%%", 100*p.Precision)
	case p.Budget < 0:
		return fmt.Errorf("budget %v: want a positive time, or 0 for no limit", p.Budget)
	case p.AtLeast < 0:
		return fmt.Errorf("at least %d samples: want a positive number", p.AtLeast)
	case p.Rounds < 0:
		return fmt.Errorf("rounds %d: want a positive number of rounds", p.Rounds)
	case p.Timeout <= 0:
		return fmt.Errorf("timeout %v: want a positive time", p.Timeout)
	}
	if err := p.Profile.Check(); err != nil {
		return fmt.Errorf("profile %s: %w", p.Profile.Name, err)
	}
	if err := scenarios.CheckAxes(p.Profile); err != nil {
		return fmt.Errorf("profile %s: %w", p.Profile.Name, err)
	}
	_, err := p.Cases()
	return err
}

// A Case is one scenario on one implementation at one scale.
type Case struct {
	Name     string // as in result files, without "Benchmark"
	Unranked bool   // does no work: any interval is enough
	program  bool   // of a program that times itself
	order    int    // of the comparison group
	Request
}

// Cases lists the cases by scenario, by point on its axes, by implementation. The
// implementations of one scenario at one point form a comparison group. A shard holds
// whole groups. Groups are measured in an order that has the first point of all scenarios
// before the second one.
func (p Plan) Cases() ([]Case, error) {
	var cases []Case
	group := -1
	for nth, scenario := range p.Scenarios {
		s, err := scenarios.Find(scenario)
		if err != nil {
			return nil, err
		}
		for point, at := range s.Points(p.Profile) {
			if group++; p.Part != nil && !slices.Contains(p.Part.Groups, group) {
				continue
			}
			for _, impl := range p.Impls {
				i, err := registry.Find(impl)
				if err != nil {
					return nil, err
				}
				cases = append(cases, Case{
					Name:     caseName(s, i, at, p.GOMAXPROCS),
					Unranked: i.Null,
					program:  i.Program != "",
					order:    point*len(p.Scenarios) + nth,
					Request: Request{
						Profile:    p.Profile,
						Scenario:   scenario,
						Impl:       impl,
						At:         at,
						Entities:   at["n"],
						Components: at["comps"],
						Seed:       p.Seed,
						MinTime:    p.MinTime,
					},
				})
			}
		}
	}
	return cases, nil
}

func caseName(s scenarios.Chosen, i registry.Chosen, at scenarios.Point, procs int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/impl=%s", s.Title, i.Spec)
	for _, a := range s.Axes {
		b.WriteString(a.Key(at[a.Name]))
	}
	for _, o := range s.Spec.Given {
		fmt.Fprintf(&b, "/%s=%s", o.Key, o.Value)
	}
	if procs != 1 {
		fmt.Fprintf(&b, "-%d", procs)
	}
	return b.String()
}
