// Package registry lists the implementations that ecsbench can measure. To add
// one, write a folder beside this one and add its line to the list: the tests check
// that it does the same work as the others.
//
// Programs written with package ecs choose a storage of their components by name, see [Storage].
package registry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/hashmap"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
	"github.com/ecsbench/ecsbench/impls/objects"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/impls/soa"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
	"github.com/ecsbench/ecsbench/impls/treemap"
	"github.com/ecsbench/ecsbench/results"
)

var all = []impls.Implementation{
	dense.Implementation,
	hashmap.Implementation,
	treemap.Implementation,
	mapvalues.Implementation,
	sortedslice.Implementation,
	paged.Implementation,
	soa.Implementation,
	objects.Implementation,
	Null,
}

// hidden are found by name but not listed.
var hidden []impls.Implementation

// Add appends implementations to the list. Names must be unique, also in results.
func Add(more ...impls.Implementation) error {
	for _, i := range more {
		spec, err := impls.ParseSpec(i.Name)
		switch {
		case err != nil:
			return fmt.Errorf("adding implementation %w", err)
		case spec.Name != i.Name || strings.ContainsAny(i.Name, " \t\n,/="):
			return fmt.Errorf("adding implementation %q: a name has no options, spaces, commas, slashes or equals signs", i.Name)
		case i.Open == nil:
			return fmt.Errorf("adding implementation %q: it has no function Open", i.Name)
		case slices.ContainsFunc(slices.Concat(all, hidden), func(o impls.Implementation) bool { return o.Name == i.Name }):
			return fmt.Errorf("adding implementation %q: there is one of this name already", i.Name)
		}
		all = append(all, i)
	}
	return nil
}

// Hide adds an implementation that is found by name but not listed, such as a library, which
// programs of its own measure. It takes the place of one of its name.
func Hide(i impls.Implementation) {
	if at := slices.IndexFunc(hidden, func(o impls.Implementation) bool { return o.Name == i.Name }); at >= 0 {
		hidden[at] = i
		return
	}
	hidden = append(hidden, i)
}

// All returns every implementation, in the order in which they are listed.
func All() []impls.Implementation { return all }

// A Chosen is an implementation with its options resolved.
type Chosen struct {
	impls.Implementation
	Spec   impls.Spec
	Values impls.Values
}

// Open opens an empty world, or returns an error that states what the implementation cannot do.
func (c Chosen) Open(cfg impls.Config) (impls.World, error) {
	if v := c.Values[impls.Loops.Name]; c.Role == results.Library && cfg.Visit == results.PerEntity && v != "" && v != impls.Loops.Default {
		return nil, &impls.Unsupported{Reason: fmt.Sprintf("%s is a loop over slices: measure it with mode=chunk", c.Spec)}
	}
	return c.OpenOffered(cfg, c.Values)
}

// Find returns the implementation that a spec such as "dense:dispatch=shared", or the version of a
// library such as "ark@v0.8.0" names.
func Find(text string) (Chosen, error) {
	if name, _, path := strings.Cut(text, "="); path && !strings.Contains(name, ":") {
		return Chosen{}, fmt.Errorf("implementation %q: programs are measured by `ecsbench run`, which verifies each sample, and by no other command", text)
	}
	name, version, versioned := strings.Cut(text, "@")
	i, spec, values, err := impls.Find("implementation", name, slices.Concat(all, hidden),
		func(i impls.Implementation) (string, []impls.Option) { return i.Name, i.Options })
	if versioned && err == nil {
		if i.Version == "" || !strings.HasPrefix(version, "v") {
			return Chosen{}, fmt.Errorf("implementation %q: want a library with a version, such as ark@v0.8.0", text)
		}
		i.Name, spec.Name, i.Version, i.Released = text, text, version, ""
	}
	return Chosen{i, spec, values}, err
}

// FindList returns the implementations of a list separated by commas, each
// once. The empty list means all, with their default options.
func FindList(list string) ([]Chosen, error) {
	var names []string
	for _, i := range all {
		names = append(names, i.Name)
	}
	return impls.FindList(list, names, func(text string) (Chosen, impls.Spec, error) {
		c, err := Find(text)
		return c, c.Spec, err
	})
}

// beside has better variants of designs whose original dispatch is slow in worlds that change.
// They are measured too if no implementation is named.
var beside = map[string]string{
	"dense":   "dense:dispatch=scan",
	"hashmap": "hashmap:dispatch=shared",
}

// Measured is the default list of implementations: all in the list, each followed by its better
// variant.
func Measured() string { return measured(func(impls.Implementation) bool { return true }) }

// DesignsAndReferences is Measured without the implementation that does nothing.
func DesignsAndReferences() string {
	return measured(func(i impls.Implementation) bool { return i.Role != results.Library && !i.Null })
}

func measured(keep func(impls.Implementation) bool) string {
	var list []string
	for _, i := range all {
		if !keep(i) {
			continue
		}
		list = append(list, i.Name)
		if variant := beside[i.Name]; variant != "" {
			list = append(list, variant)
		}
	}
	return strings.Join(list, ",")
}
