package world

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
)

// Emit writes the programs of cases: FOLDER/LIBRARY/SCENARIO, of the first world of each scenario
// that the library supports. It returns the folders, and calls say for each case without a program.
// Folders of libraries are among the programs of the plan.
func Emit(cases []measure.Case, programs []measure.ExternalProgram, folder string, say func(error)) (folders []string, err error) {
	var e play.Emission
	for _, c := range cases {
		if !play.IsLibrary(c.Impl) {
			return nil, fmt.Errorf("--emit writes programs of libraries, and %s is none", c.Impl)
		}
		path := filepath.Join(folder, c.Impl, emitted(c.Scenario))
		if e.Has(path) {
			continue
		}
		_, source, err := standalone(c.Request, programs)
		if err := e.Add(path, c.Name, source, err); err != nil {
			return nil, err
		}
	}
	return e.Write(say)
}

// EmitWorld writes the programs of a world: FOLDER/LIBRARY. It calls say for each library that does not
// support the world.
func EmitWorld(w *format.World, libraries []play.Library, folder string, say func(error)) (folders []string, err error) {
	var e play.Emission
	for _, l := range libraries {
		source, err := l.Standalone(w)
		if err := e.Add(filepath.Join(folder, l.Name), l.Name, source, err); err != nil {
			return nil, err
		}
	}
	return e.Write(say)
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
