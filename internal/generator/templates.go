package generator

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/ecsbench/ecsbench/kernel"
)

// data is the data of templates.
type data struct {
	Kernels []namedKernel
	Sets    []namedSet // the different sets of components that kernels need
	Bundles []bundle   // kernel.Sets
	Known   []string   // names of the component types that kernels work on
	Shapes  []string   // names of the Go types of all shapes
	Fillers []filler
}

type namedKernel struct {
	ID      int
	Name    string
	Needs   []string // names of Go types
	Without bool     // whether it excludes anything
}

// A namedSet has the components that a kernel needs. All sets are different.
type namedSet struct {
	Name    string // the first kernel that needs them
	Types   []string
	Kernels []namedKernel // that match entities with these components
}

// A bundle is components that entities are created with.
type bundle struct {
	Name    string // "PositionVelocity", "Of7" if there are more than five
	Members []member
}

// Types lists the Go types for an instantiation: "kernel.Position, kernel.Velocity".
func (b bundle) Types(prefix string) string {
	var list []string
	for _, m := range b.Members {
		list = append(list, prefix+m.Type)
	}
	return strings.Join(list, ", ")
}

// Vars lists the variables, each behind a prefix such as "&".
func (b bundle) Vars(prefix string) string {
	var list []string
	for _, m := range b.Members {
		list = append(list, prefix+m.Var)
	}
	return strings.Join(list, ", ")
}

// A member is a component of a bundle.
type member struct {
	Var   string // a letter for a variable: a, b, c ...
	Type  string // name of the Go type: Position, Filler8
	Shape string // name of the Go type that has its methods: Position, Quad
}

type filler struct {
	ID    int
	Shape string
}

func execute(path string) ([]byte, error) {
	t, err := template.ParseFiles(path)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = t.ExecuteTemplate(&text, filepath.Base(path), gather())
	return text.Bytes(), err
}

func gather() data {
	var d data
	for _, s := range kernel.Shapes() {
		d.Shapes = append(d.Shapes, s.Go.Name())
	}
	d.Known = d.Shapes[:kernel.FirstFiller]
	for _, t := range kernel.Types(kernel.Distinct)[kernel.FirstFiller:] {
		d.Fillers = append(d.Fillers, filler{int(t.ID), d.Shapes[t.Shape]})
	}
	for i, k := range kernel.All() {
		d.Kernels = append(d.Kernels, namedKernel{i + 1, k.Name, names(k.Needs), len(k.Without) > 0})
	}
	for i, k := range kernel.All() {
		if slices.ContainsFunc(d.Sets, func(s namedSet) bool { return slices.Equal(s.Types, names(k.Needs)) }) {
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
	types := kernel.Types(kernel.Distinct)
	for _, set := range kernel.Sets() {
		b := bundle{Name: strings.Join(names(set), "")}
		if len(set) > 5 {
			b.Name = fmt.Sprint("Of", len(set))
		}
		for i, c := range set {
			b.Members = append(b.Members, member{string(rune('a' + i)), types[c].Go.Name(), d.Shapes[types[c].Shape]})
		}
		d.Bundles = append(d.Bundles, b)
	}
	return d
}

func names(cs []kernel.Component) []string {
	list := make([]string, len(cs))
	for i, c := range cs {
		list[i] = kernel.Shapes()[c].Go.Name()
	}
	return list
}
