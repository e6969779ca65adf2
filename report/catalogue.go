package report

import "github.com/ecsbench/ecsbench/results"

// A Catalogue is what a program can measure. It gives results their order, roles, titles and notes.
// Results of other programs need none: the zero Catalogue.
type Catalogue struct {
	Impls     []KnownImpl     // in display order
	Scenarios []KnownScenario // in display order
}

// A KnownImpl is an implementation in a catalogue.
type KnownImpl struct {
	Name     string // in results, without options
	Role     results.Role
	Null     bool   // does no work, and is not shown
	Version  string // of a library
	Released string // the day of that version
	// Notes are shortcuts and emulations by their scenarios, separated by commas. A scenario may
	// name its access mode: "exchange:mode=entity,watch".
	Notes map[string]string
}

// A KnownScenario is a scenario in a catalogue.
type KnownScenario struct {
	Title string             // in the names of results
	Name  string             // in commands
	Axes  []Axis             // in the order of the names of results
	Mode  results.AccessMode // of results that state none
}

// An index finds the entries of a catalogue.
type index struct {
	Catalogue
	titled map[string]*KnownScenario
	axes   map[string]Axis // the first of each name
}

func newIndex(c Catalogue) index {
	x := index{Catalogue: c, titled: make(map[string]*KnownScenario), axes: make(map[string]Axis)}
	for i := range c.Scenarios {
		s := &c.Scenarios[i]
		x.titled[s.Title] = s
		for _, a := range s.Axes {
			if _, found := x.axes[a.Name]; !found {
				a.known = true
				x.axes[a.Name] = a
			}
		}
	}
	return x
}
