package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/world/play"
)

// offerLibraries makes the libraries that are not in this program known by name. Programs of their
// own measure them.
func offerLibraries() {
	for _, l := range missingLibraries() {
		registry.Hide(planned(l))
	}
}

// planned is a library that programs of their own measure. No world can be opened.
func planned(l play.Library) impls.Implementation {
	return impls.Implementation{
		Name: l.Name, Role: impls.Library, Doc: l.Doc, Version: l.Version, Released: l.Released, Notes: l.Notes,
		Open: func(impls.Config, impls.Values) (impls.World, error) {
			return nil, fmt.Errorf("%s is measured by programs of its own", l.Name)
		},
	}
}

// missingLibraries lists the libraries that are not in this program.
func missingLibraries() []play.Library {
	return lists.Filter(play.Libraries, func(l play.Library) bool {
		return !slices.ContainsFunc(registry.All(), func(i impls.Implementation) bool { return i.Name == l.Name })
	})
}

// inThisProgram returns an error if the list of implementations names one that programs of its own
// measure.
func inThisProgram(impls, instead string) error {
	for spec := range strings.SplitSeq(impls, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(spec), ":")
		if name, _, _ = strings.Cut(name, "@"); name != "ecs" && play.IsLibrary(name) {
			return fmt.Errorf("%s is measured by programs of its own: %s", name, fmt.Sprintf(instead, name))
		}
	}
	return nil
}
