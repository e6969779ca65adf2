package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play/templates"
	"github.com/ecsbench/ecsbench/internal/sys/variant"
)

// A Library is a target of generation.
type Library struct {
	templates.Library
	Folder string        // of the module's files, instead of a version; "" for none
	With   variant.Setup // that builds its program
}

// String is the library with its version.
func (l Library) String() string {
	if l.Folder != "" {
		return l.Module + " in " + l.Folder
	}
	return strings.TrimSpace(l.Module + " " + l.Version)
}

// Reference is the program whose state is the expected one.
var Reference = Library{Library: templates.ReferenceLibrary}

// Libraries lists all libraries.
var Libraries = lists.Map(templates.Libraries(), func(l templates.Library) Library { return Library{Library: l} })

// Named returns the libraries of a list of names separated by commas, all if it is
// empty. A name may have a version, such as ark@v0.8.0.
func Named(list string) (found []Library, err error) {
	if list == "" {
		return Libraries, nil
	}
	for _, text := range strings.Split(list, ",") {
		name, version, versioned := strings.Cut(text, "@")
		i := slices.IndexFunc(Libraries, func(l Library) bool { return l.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no library is named %q%s", name, display.DidYouMean(name, Names()))
		}
		l := Libraries[i]
		if versioned {
			if !semver.IsValid(version) {
				return nil, fmt.Errorf("%s: want a version, such as %s@%s", text, name, cmp.Or(l.Version, "v1.0.0"))
			}
			l.Name, l.Version, l.Released = text, version, ""
		}
		found = append(found, l)
	}
	return found, nil
}

// IsLibrary reports whether an implementation such as ark or ark@v0.8.0 is a library.
func IsLibrary(impl string) bool {
	name, _, _ := strings.Cut(impl, "@")
	return slices.ContainsFunc(Libraries, func(l Library) bool { return l.Name == name })
}

// Names lists the names of all libraries.
func Names() (names []string) {
	for _, l := range Libraries {
		names = append(names, l.Name)
	}
	return names
}

// Emulated lists the features of a world that the library lacks, with their emulations.
func (l Library) Emulated(w *format.World) (list []string) {
	add := func(used bool, feature, instead string) {
		if used && instead != "" {
			list = append(list, feature+": "+instead)
		}
	}
	stale := slices.ContainsFunc(w.Spec.Steps, func(s drive.Step) bool { return s.Stale > 0 })
	without := slices.ContainsFunc(w.Systems, func(a format.Access) bool { return len(a.Without) > 0 })
	add(stale, "detection of stale handles", l.Missing.Stale)
	add(without, "excluded components", l.Missing.Without)
	add(true, "growth", l.Missing.Growth)
	add(w.Observed != 0, "observers", l.Missing.Observers)
	add(w.Detected != 0, "change detection", l.Missing.Detection)
	add(w.Deferred, "deferred changes", l.Missing.Commands)
	return list
}
