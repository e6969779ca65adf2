package measure

import (
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Catalogue lists what this program can measure, including the implementations that were added to it.
func Catalogue() (c report.Catalogue) {
	for _, i := range registry.All() {
		c.Impls = append(c.Impls, report.KnownImpl{
			Name: i.Name, Role: i.Role, Null: i.Null, Version: i.Version, Released: i.Released, Notes: i.Notes,
		})
	}
	for _, s := range scenarios.All() {
		known := report.KnownScenario{Title: s.Title, Name: s.Name}
		for _, a := range s.Axes {
			known.Axes = append(known.Axes, report.Axis{Name: a.Name, Title: a.Title, Size: a.Size, Unnamed: a.Unnamed})
		}
		for _, o := range s.Options {
			if o.Name == results.ModeKey && !o.Named {
				known.Mode = results.AccessMode(o.Default)
			}
		}
		c.Scenarios = append(c.Scenarios, known)
	}
	return c
}
