package scenarios

import (
	"runtime"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/measure/heap"
	"github.com/ecsbench/ecsbench/kernel"
)

// gc measures what a world that just stands there costs the garbage collector:
// how long a collection takes, and how much it has to look through. Whoever
// keeps a pointer for each entity or component pays here, at every collection.
var gc = Scenario{
	Name:     "gc",
	Title:    "GC",
	Doc:      "a forced garbage collection beside a world of N entities",
	Verb:     "lets the garbage collector pass over",
	OnDemand: true,
	Axes:     []Axis{entities},
	Options: []impls.Option{
		{Name: "pointers", Doc: "whether two components of each entity hold pointers", Default: "no", Values: []string{"no", "yes"}, Named: true},
		registerOption,
	},
	Open: func(c Case) (Workload, error) {
		set := slices.Clone(kernel.MoveByMassID.Get().Needs)
		if c.Options["pointers"] == "yes" {
			set = append(set, pointing()...)
			// A small profile registers none of these.
			c.Profile.ComponentTypes = max(c.Profile.ComponentTypes, int(slices.Max(set))+1)
		}
		updates, err := openUpdates(c, [][]kernel.Component{set}, kernel.MoveByMassID, []row{{0, c.entities(), 0}})
		return &collections{updates}, err
	},
}

// pointing returns the first component type of each shape that holds pointers, in
// ascending order.
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

// Measure is Measured.Measure. A collection is timed several times, as other
// programs can only make it longer, and the shortest counts. The scannable heap
// is what the run-time itself says.
func (w *collections) Measure() ([]Value, error) {
	heap.Collect()
	shortest := time.Duration(1 << 62)
	for range 7 {
		start := time.Now()
		runtime.GC()
		shortest = min(shortest, time.Since(start))
	}
	scanned := []metrics.Sample{{Name: "/gc/scan/heap:bytes"}}
	metrics.Read(scanned)
	w.Run(1) // what pointers point to is still there
	return []Value{
		{float64(shortest.Nanoseconds()), "GC-ns"},
		{float64(scanned[0].Value.Uint64()), "scannable-B"},
	}, nil
}
