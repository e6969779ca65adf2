package profiler

import (
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A Look is a way to look at a case.
type Look string

// The looks.
const (
	LookCPU    Look = "cpu"    // time
	LookMemory Look = "memory" // allocated and retained memory
	LookCache  Look = "cache"  // memory references and misses
)

// Further requests to workers.
const (
	lookVerified Look = "verified" // do operations and verify them
	lookCounted  Look = "counted"  // be counted from outside
)

// Looks lists the looks in the order in which they are taken.
var Looks = []Look{LookCPU, LookMemory, LookCache}

// A Selection selects a case and its profiles.
type Selection struct {
	Profile    profiles.Profile `json:"profile"` // with one value for each axis of the scenario
	Scenario   string           `json:"scenario"`
	Impls      []string         `json:"impls"`
	Seed       uint64           `json:"seed"`
	Looks      []Look           `json:"looks"`
	Duration   time.Duration    `json:"duration"`             // of CPU profiling
	Timeout    time.Duration    `json:"timeout"`              // longer looks fail
	Operations int              `json:"operations,omitempty"` // operations to count; 0 is by size
	Bench      string           `json:"bench,omitempty"`      // profiled Go benchmarks, instead of a scenario
}

// The defaults of a selection.
const (
	DefaultDuration = 2 * time.Second
	DefaultTimeout  = 10 * time.Minute
)

// NewSelection returns a selection for these specs, checked: the largest world, in the
// middle of the other axes.
func NewSelection(profile profiles.Profile, scenario, implList string) (Selection, error) {
	m, err := measure.NewPlan(profile, scenario, implList)
	if err != nil {
		return Selection{}, err
	}
	if len(m.Scenarios) != 1 {
		return Selection{}, fmt.Errorf("scenario %q: profile looks at one scenario at a time", scenario)
	}
	s, err := scenarios.Find(m.Scenarios[0])
	if err != nil {
		return Selection{}, err
	}
	for _, a := range s.Axes {
		values := slices.Sorted(slices.Values(a.In(profile)))
		chosen := values[len(values)/2]
		switch {
		case a.Unnamed:
			chosen = values[0]
		case a.Size:
			chosen = values[len(values)-1]
		}
		profile = profile.With(a.Name, []int{chosen})
	}
	return Selection{
		Profile:  profile,
		Scenario: m.Scenarios[0],
		Impls:    m.Impls,
		Looks:    Looks,
		Duration: DefaultDuration,
		Timeout:  DefaultTimeout,
	}, nil
}

func (p Selection) subjects() ([]*Subject, error) {
	cases, err := measure.Plan{
		Profile:    p.Profile,
		Scenarios:  []string{p.Scenario},
		Impls:      p.Impls,
		Seed:       p.Seed,
		GOMAXPROCS: 1,
	}.Cases()
	if err != nil {
		return nil, err
	}
	var list []*Subject
	for i, c := range cases {
		impl, err := registry.Find(p.Impls[i])
		if err != nil {
			return nil, err
		}
		list = append(list, &Subject{Case: c.Name, Impl: p.Impls[i], request: c.Request, parts: impl.Parts})
	}
	return list, nil
}

// Check returns the first error in the selection.
func (p Selection) Check() error {
	switch {
	case p.Duration <= 0:
		return fmt.Errorf("duration %v: want a positive time", p.Duration)
	case p.Timeout <= 0:
		return fmt.Errorf("timeout %v: want a positive time", p.Timeout)
	case p.Operations < 0:
		return fmt.Errorf("operations %d: want a number from 1, or 0 for the default", p.Operations)
	}
	return nil
}
