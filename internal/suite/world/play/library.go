package play

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
)

// String is the library with its version.
func (l Library) String() string {
	return strings.TrimSpace(l.Module + " " + l.Edition())
}

// Edition is the version, or the folder.
func (l Library) Edition() string {
	if l.Folder != "" {
		return "in " + l.Folder
	}
	return l.Version
}

// LeftOut is the reason why a library is not measured unless it is named, with the flag that
// names it, or "".
func (l Library) LeftOut(flag string) string {
	if l.Unserved == "" {
		return ""
	}
	return fmt.Sprintf("%s is left out: %s: get its repository, and name the folder: %s %[1]s=FOLDER", l.Name, l.Unserved, flag)
}

// In returns the library in a folder with its module.
func (l Library) In(folder string) (_ Library, err error) {
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	name := modfile.ModulePath(text)
	within, found := l.Within(name)
	if err == nil && !found {
		err = fmt.Errorf("its go.mod is that of %q", name)
	}
	if err != nil {
		return l, fmt.Errorf("%s=%s: want the folder of the module %s: %w", l.Name, folder, l.Module, err)
	}
	l.Folder, err = filepath.Abs(filepath.Join(folder, within))
	return l, err
}

// Named returns the libraries of a list of names separated by commas. If it is empty, it returns
// all whose modules can be downloaded. A name may have a version or a folder, such as ark@v0.8.0 or
// ark=../ark.
func Named(list string) (found []Library, err error) {
	if list == "" {
		return lists.Filter(Libraries, func(l Library) bool { return l.Unserved == "" }), nil
	}
	for _, text := range strings.Split(list, ",") {
		name, folder, local := strings.Cut(text, "=")
		name, version, versioned := strings.Cut(name, "@")
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
		if local {
			if l, err = l.In(folder); err != nil {
				return nil, err
			}
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
