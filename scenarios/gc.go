package scenarios

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// gc measures the garbage collection of a static world: its duration and the scanned heap.
// Pointers per entity or component cost time here.
var gc = Scenario{
	Name:     "gc",
	Title:    "GC",
	Doc:      "a forced garbage collection beside a world of N entities",
	OnDemand: true,
	Axes:     []Axis{entities},
	Options: []impls.Option{
		{Name: "pointers", Doc: "two components of each entity contain pointers", Default: "no", Values: []string{"no", "yes"}, Named: true},
		registerOption,
	},
	Open: func(c Setup) (Workload, error) {
		set := slices.Clone(kernel.MoveByMassID.Get().Needs)
		if c.Options["pointers"] == "yes" {
			set = append(set, pointing()...)
			// Small profiles register none of these.
			c.Profile.ComponentTypes = max(c.Profile.ComponentTypes, int(slices.Max(set))+1)
		}
		updates, err := openUpdates(c, [][]kernel.Component{set}, kernel.MoveByMassID, []row{{0, c.entities(), 0}})
		return &collections{updates}, err
	},
}

// pointing returns the first component type of each shape with pointers, ascending.
func pointing() (list []kernel.Component) {
	seen := make(map[kernel.ShapeID]bool)
	for _, t := range kernel.Types(kernel.Distinct) {
		if t.Of().Pointers && !seen[t.Shape] {
			seen[t.Shape] = true
			list = append(list, t.ID)
		}
	}
	return list
}

type collections struct{ *updates }

// Measure implements Measured. The shortest of several collections counts, because other
// programs can only delay one. The runtime reports the scannable heap.
func (w *collections) Measure() ([]results.Value, error) {
	took, scanned := timing.Collection()
	w.Run(1) // keeps the targets of pointers alive
	return []results.Value{{Value: float64(took), Unit: "GC-ns"}, {Value: float64(scanned), Unit: "scannable-B"}}, nil
}
