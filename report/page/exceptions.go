package page

import (
	"github.com/ecsbench/ecsbench/report/summary"
)

// mostSettings bounds in how many settings a case without a number is shown.
// Files do not say in which it would have been; where there are more, it is
// shown once for all of them.
const mostSettings = 16

// exceptions are the cases without a number, by scenario.
type exceptions struct {
	by    map[string][]exceptionData
	order []string // of scenarios
}

func newExceptions(r *summary.Report) *exceptions {
	e := &exceptions{by: make(map[string][]exceptionData)}
	index := make(map[string]int)
	for _, i := range r.Impls {
		index[i.Name] = i.Index
	}
	add := func(from []summary.Exception, state summary.State) {
		for _, x := range from {
			settings := x.Settings
			if len(settings) > mostSettings {
				settings = []int{-1}
			}
			if _, ok := e.by[x.Scenario]; !ok {
				e.order = append(e.order, x.Scenario)
			}
			e.by[x.Scenario] = append(e.by[x.Scenario], exceptionData{
				Impl: index[x.Impl], Settings: settings, Components: summary.Display(x.Components),
				Options: summary.Display(x.Options), Entities: optional(x.Entities),
				State: string(state), Reason: x.Reason,
			})
		}
	}
	add(r.Failed, summary.Failed)
	add(r.Unsupported, summary.Unsupported)
	return e
}

// of takes those of a scenario.
func (e *exceptions) of(scenario string) []exceptionData {
	list := e.by[scenario]
	delete(e.by, scenario)
	if list == nil {
		list = []exceptionData{}
	}
	return list
}

// left names the scenarios whose exceptions were not taken: those of which no
// case has a number.
func (e *exceptions) left() (names []string) {
	for _, name := range e.order {
		if _, ok := e.by[name]; ok {
			names = append(names, name)
		}
	}
	return names
}
