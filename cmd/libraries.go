package cmd

import (
	"fmt"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/results"
)

// libraries lists the libraries. Programs of their own measure them, so no world can be opened.
func libraries() []impls.Implementation {
	return lists.Map(play.Libraries, func(l play.Library) impls.Implementation {
		return impls.Implementation{
			Name: l.Name, Role: results.Library, Doc: l.Doc, Version: l.Version, Released: l.Released, Notes: l.Notes,
			Open: func(impls.Config, impls.Values) (impls.World, error) {
				return nil, fmt.Errorf("%s is measured by programs of its own", l.Name)
			},
		}
	})
}

// offerLibraries makes the libraries known by name.
func offerLibraries() {
	for _, l := range libraries() {
		registry.Hide(l)
	}
}

// inThisProgram returns an error with the command to use instead if the list of implementations
// names a library.
func inThisProgram(impls string, instead func(library string) string) error {
	for spec := range strings.SplitSeq(impls, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(spec), ":")
		if name, _, _ = strings.Cut(name, "@"); play.IsLibrary(name) {
			return fmt.Errorf("%s is measured by programs of its own: %s", name, instead(name))
		}
	}
	return nil
}

// comparison is the command that compares versions of a library: the two revisions of its own
// module, or any versions.
func comparison(library string, revisions []string, scenario string) string {
	base, head := "VERSION", "VERSION"
	if found, err := play.Named(library); err == nil {
		if _, here := found[0].Within(host.CurrentModule()); here {
			base, head = revisions[0], revisions[1]
		}
	}
	question, _, _ := strings.Cut(scenario, ":")
	if !world.HasQuestion(question) {
		question = "iterate"
	}
	return fmt.Sprintf("ecsbench ab --world %s %s@%s %[2]s@%[4]s compares them", question, library, base, head)
}
