package generator

import (
	"bytes"
	"path/filepath"
	"slices"
	"text/template"

	"github.com/ecsbench/ecsbench/kernel"
)

// data is the data of templates.
type data struct {
	Kernels []namedKernel
	Sets    []namedSet // the different sets of components that kernels need
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
	return d
}

func names(cs []kernel.Component) []string {
	list := make([]string, len(cs))
	for i, c := range cs {
		list[i] = kernel.Shapes()[c].Go.Name()
	}
	return list
}
