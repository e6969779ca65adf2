package measure

import (
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Unsupported lists what an implementation cannot do: the scenarios for each reason. It asks for the
// smallest world of each scenario, see [Request.Lacks].
func Unsupported(impl string, scenarioSpecs []string, lacks func(Request) (reason string)) (reasons []string, scenariosOf map[string][]string, err error) {
	scenariosOf = make(map[string][]string)
	smallest := profiles.Profile{Name: "smallest", ComponentTypes: profiles.MinTypes, Systems: 1, Entities: []int{2}, Components: []int{2}}
	for _, spec := range scenarioSpecs {
		s, err := scenarios.Find(spec)
		if err != nil {
			return nil, nil, err
		}
		at := s.Points(scenarios.One(smallest))[0]
		request := Request{Profile: smallest, Scenario: spec, Impl: impl, At: at, Seed: 1, Entities: at["n"], Components: at["comps"]}
		if reason := lacks(request); reason != "" {
			reasons = lists.Add(reasons, reason)
			scenariosOf[reason] = append(scenariosOf[reason], spec)
		}
	}
	return reasons, scenariosOf, nil
}

// Lacks opens the case in this process, and returns the reason why it is unsupported, or "".
func (r Request) Lacks() string {
	return Attempt(func() (Answer, error) {
		w, err := r.Open()
		if err == nil {
			err = w.Prepare(1)
		}
		return Answer{}, err
	}, without).Unsupported
}
