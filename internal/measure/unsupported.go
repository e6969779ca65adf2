package measure

import (
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Unsupported lists what an implementation cannot do: the scenarios for each reason. It opens the
// smallest world of each scenario.
func Unsupported(impl string, scenarioSpecs []string) (reasons []string, scenariosOf map[string][]string, err error) {
	scenariosOf = make(map[string][]string)
	smallest := profiles.Profile{Name: "smallest", ComponentTypes: profiles.MinTypes, Systems: 1, Entities: []int{2}, Components: []int{2}}
	for _, spec := range scenarioSpecs {
		s, err := scenarios.Find(spec)
		if err != nil {
			return nil, nil, err
		}
		at := s.Points(scenarios.One(smallest))[0]
		request := Request{Profile: smallest, Scenario: spec, Impl: impl, At: at, Seed: 1, Entities: at["n"], Components: at["comps"]}
		answer := Attempt(func() (Answer, error) {
			w, err := request.Open()
			if err == nil {
				err = w.Prepare(1)
			}
			return Answer{}, err
		}, without)
		if reason := answer.Unsupported; reason != "" {
			reasons = lists.Add(reasons, reason)
			scenariosOf[reason] = append(scenariosOf[reason], spec)
		}
	}
	return reasons, scenariosOf, nil
}
