package world

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
)

// Emit writes the programs of cases: FOLDER/LIBRARY/SCENARIO, of the first world of each scenario,
// all or none. It returns their folders. Folders of libraries are among the programs of the plan.
func Emit(cases []measure.Case, programs []measure.ExternalProgram, folder string) (folders []string, err error) {
	sources := make(map[string]play.Source)
	for _, c := range cases {
		if !play.IsLibrary(c.Impl) {
			return nil, fmt.Errorf("--emit writes programs of libraries, and %s is none", c.Impl)
		}
		path := filepath.Join(folder, c.Impl, emitted(c.Scenario))
		if sources[path] != nil {
			continue
		}
		if _, sources[path], err = standalone(c.Request, programs); err != nil {
			return nil, fmt.Errorf("--emit: %s: %w", c.Name, err)
		}
	}
	return play.Emit(sources)
}

// emitted is the folder of a scenario such as exchange:mode=filter: exchange-filter. The usual mode
// is left out.
func emitted(scenario string) string {
	name, options, _ := strings.Cut(scenario, ":")
	for option := range strings.SplitSeq(options, ":") {
		if _, value, given := strings.Cut(option, "="); given && value != "entity" {
			name += "-" + value
		}
	}
	return name
}
