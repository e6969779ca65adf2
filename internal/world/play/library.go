package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/variant"
	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/internal/world/format"
	"github.com/ecsbench/ecsbench/internal/world/play/templates"
)

// A Library is a target of generation.
type Library struct {
	Name    string
	Game    func(*templates.Program) string // writes game.go
	Module  string                          // "" for the reference
	Version string                          // as in libraries/go.mod
	Needs   []string                        // MODULE VERSION of its dependencies, instead of its own requirements
	Folder  string                          // of the module's files, instead of a version; "" for none
	With    variant.Setup                   // that builds its program
	Missing Missing
	Most    int // components of a query or a change, 0 for unlimited
}

// Missing are features that a library lacks. The generated program emulates them like users of
// the library.
type Missing struct {
	Stale     string // detection of handles whose entity was destroyed
	Without   string // queries that exclude components
	Growth    string // beyond the reserved entities
	Observers string // that are called when an entity gains a component
	Detection string // of entities whose component was set
	Commands  string // changes deferred to the end of a frame
	Late      string // why component types cannot be defined late, again and again
}

// String is the library with its version.
func (l Library) String() string {
	if l.Folder != "" {
		return l.Module + " in " + l.Folder
	}
	return strings.TrimSpace(l.Module + " " + l.Version)
}

// Reference is the program whose state is the expected one.
var Reference = Library{Name: "reference", Game: templates.Reference, Missing: Missing{Detection: bySet}}

const (
	byCall = "a call at each change"
	byList = "a list of what to change"
	bySet  = "a set of the changed entities"
)

// Libraries lists all libraries.
var Libraries = []Library{
	{Name: "andygeiss", Game: templates.AndyGeiss, Module: "github.com/andygeiss/ecs", Version: "v0.3.12", Missing: Missing{Observers: byCall, Stale: "entities lose their name when they are removed", Without: "the mask of each entity", Detection: bySet, Commands: byList, Late: "a mask has 64 bits, one for each component type"}},
	{Name: "ark", Game: templates.Ark, Module: "github.com/mlange-42/ark", Version: "v0.8.3", Most: 8, Missing: Missing{Commands: byList}},
	{Name: "arche", Game: templates.Arche, Module: "github.com/mlange-42/arche", Version: "v0.15.3", Missing: Missing{Observers: "a call at each change, since its listener reports creation too", Detection: bySet, Commands: byList}},
	{Name: "donburi", Game: templates.Donburi, Module: "github.com/yohamta/donburi", Version: "v1.15.8", Missing: Missing{Observers: byCall, Detection: bySet, Commands: byList, Late: "NewComponentType adds a type to the program for ever, also if it is called again for the same Go type"}},
	{Name: "ecs", Game: templates.ECS, Module: measure.ModulePath},
	{Name: "gameengine", Game: templates.GameEngine, Module: "github.com/marioolofo/go-gameengine-ecs", Version: "v0.9.0", Missing: Missing{Observers: byCall, Without: "a mask per entity beside the library", Detection: bySet, Commands: byList, Late: "it has at most 64 component types"}},
	{Name: "ooftn", Game: templates.Ooftn, Module: "github.com/plus3/ooftn", Version: "v0.0.7", Needs: []string{"github.com/kamstrup/intmap v0.5.2", "golang.org/x/tools v0.51.0"}, Missing: Missing{Observers: byCall, Without: "an optional component of the query", Detection: bySet, Commands: byList, Late: "its storage is made from a registry of all component types"}},
	{Name: "simple", Game: templates.Simple, Module: "github.com/BrownNPC/simple-ecs", Version: "v1.4.0", Missing: Missing{Observers: byCall, Growth: "a pool of an announced size", Detection: bySet, Commands: byList}},
	{Name: "teishoku", Game: templates.Teishoku, Module: "github.com/edwinsyarief/teishoku", Version: "v1.7.5", Most: 6, Missing: Missing{Observers: byCall, Without: "a look-up for each entity", Detection: bySet, Commands: byList}},
	{Name: "unitoftime", Game: templates.UnitOfTime, Module: "github.com/unitoftime/ecs", Version: "v0.0.3", Missing: Missing{Observers: byCall, Detection: bySet, Commands: byList}},
	{Name: "volt", Game: templates.Volt, Module: "github.com/akmonengine/volt", Version: "v1.7.0", Missing: Missing{Observers: "a call at each change, since its listener reports creation too", Stale: "generations beside the library", Without: "a function that is called for every entity", Detection: bySet, Commands: byList}},
}

// Named returns the libraries of a list of names separated by commas, all if it is
// empty.
func Named(list string) (found []Library, err error) {
	if list == "" {
		return Libraries, nil
	}
	for _, name := range strings.Split(list, ",") {
		i := slices.IndexFunc(Libraries, func(l Library) bool { return l.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no library is named %q%s", name, display.DidYouMean(name, Names()))
		}
		found = append(found, Libraries[i])
	}
	return found, nil
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
