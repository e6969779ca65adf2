package play

import (
	"cmp"
	"slices"
	"strings"
	"text/template"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// A Library is what is known about a library. Each is in a file beside its template, and in no
// list: an init function registers it.
type Library struct {
	Name     string
	Doc      string // how it stores entities, in one line
	Module   string // "" for the reference
	Version  string
	Released string   // date of the version
	Unserved string   // why no download of the module can be relied on; a world is measured without it unless it is named
	Go       string   // the oldest release that builds it, "" for that of all programs
	Needs    []string // MODULE VERSION of its dependencies, instead of its own requirements
	Missing  Missing
	Most     int // components of a query or a change, 0 for unlimited
	Types    int // component types of a world, 0 for unlimited
	Queries  int // of a world, which keeps them for ever; 0 for unlimited
	Sets     int // of components that entities begin with, 0 for unlimited

	// Calls of the library that work on many entities.
	Chunks  bool       // loops over slices of components
	Lists   []drive.Op // of Spawn, Destroy and Change: a call changes a list of entities
	Filters []drive.Op // likewise: a call changes all entities of a filter

	Processors bool // its parallel loops have as many goroutines as the machine has processors

	definitions func() (*template.Template, error) // of NAME.tmpl

	Folder string      // of the module's files, instead of a version; "" for none
	With   child.Setup // that builds its program

	// By scenarios, separated by commas, possibly with a mode such as destroy:mode=filter. Texts
	// continue a sentence that begins with the name of the library.
	Notes map[string]string // on its numbers
	Lacks map[string]string // why it has no number
}

// Why returns the reason why a library has no number of a scenario, possibly with a mode, or "".
func (l Library) Why(scenario string) string {
	for scenarios, reason := range l.Lacks {
		if slices.Contains(strings.Split(scenarios, ","), scenario) {
			return reason
		}
	}
	return ""
}

// ownModule is the module of package ecs.
const ownModule = "github.com/ecsbench/ecsbench/ecs"

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

// The usual emulations.
const (
	byCall = "a call at each change"
	byList = "a list of what to change"
	bySet  = "a set of the changed entities"
)

// Libraries are all libraries by name.
var Libraries []Library

func register(l Library) {
	l.definitions = definitions(l.Name + ".tmpl")
	Libraries = append(Libraries, l)
	slices.SortFunc(Libraries, func(a, b Library) int { return cmp.Compare(a.Name, b.Name) })
}

// Reference is a plain slice of structs, whose state is the expected one.
var Reference = Library{Name: "reference", Doc: "a slice of structs with room for all components", definitions: definitions("reference.tmpl"), Missing: Missing{Detection: bySet}}
