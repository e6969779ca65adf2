package main

import (
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/kernel"
)

// data is the data of templates.
type data struct {
	Kernels []namedKernel
	Sets    []namedSet // the different sets of components that kernels need
	Shapes  []string   // names of the Go types of all shapes
}

// named is the data of a definition that a package may use under several names.
type named struct {
	data
	Name string
}

// Named is the data for one of the names.
func (d data) Named(name string) named { return named{d, name} }

type namedKernel struct {
	ID      int
	Name    string
	Needs   components
	Without bool // whether it excludes anything
}

// A namedSet has the components that a kernel needs. All sets are different.
type namedSet struct {
	Name    string // the first kernel that needs them
	Types   components
	Kernels []namedKernel // that match entities with these components
}

// A component is the name of its Go type, such as Position.
type component string

// components are the arguments of a loop, in the order of the kernel's parameters.
type components []component

// List repeats a text for each component, separated by commas: $T is the Go type
// kernel.Position, and $v is the variable position.
func (c components) List(text string) string { return c.Join(", ", text) }

// Join is List with another separator.
func (c components) Join(separator, text string) string {
	list := lists.Map(c, func(name component) string {
		return strings.NewReplacer("$T", "kernel."+string(name), "$v", name.Var()).Replace(text)
	})
	return strings.Join(list, separator)
}

// Var is the variable of a component: position.
func (c component) Var() string { return strings.ToLower(string(c)) }

// First is the first component.
func (c components) First() component { return c[0] }

// Rest are the others.
func (c components) Rest() components { return c[1:] }

// Except are all but the one at an index.
func (c components) Except(i int) components { return slices.Delete(slices.Clone(c), i, i+1) }

// Last reports whether the index is that of the last.
func (c components) Last(i int) bool { return i == len(c)-1 }

func gather() data {
	var d data
	for _, s := range kernel.Shapes() {
		d.Shapes = append(d.Shapes, s.Go.Name())
	}
	needs := func(cs []kernel.Component) (names components) {
		for _, c := range cs {
			names = append(names, component(d.Shapes[c]))
		}
		return names
	}
	for i, k := range kernel.All() {
		d.Kernels = append(d.Kernels, namedKernel{i + 1, k.Name, needs(k.Needs), len(k.Without) > 0})
	}
	for i, k := range kernel.All() {
		if slices.ContainsFunc(d.Sets, func(s namedSet) bool { return slices.Equal(s.Types, d.Kernels[i].Needs) }) {
			continue
		}
		set := namedSet{Name: d.Kernels[i].Name, Types: d.Kernels[i].Needs}
		for j, other := range kernel.All() {
			if other.Matches(k.Needs) {
				set.Kernels = append(set.Kernels, d.Kernels[j])
			}
		}
		d.Sets = append(d.Sets, set)
	}
	return d
}
