package registry_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// BenchmarkFlat reports what AAA costs against A, 512 component types and 64
// systems against 32 and 16: nothing, if an implementation is well made. The
// two take turns, and the ratio is of their medians. What dense costs with the
// seed's own way of keeping membership is there for comparison.
func BenchmarkFlat(b *testing.B) {
	for _, scenario := range []string{"create:mode=batch", "create-remove:mode=batch"} {
		for _, impl := range []string{"dense:dispatch=shared", "hashmap:dispatch=shared", "paged", "dense"} {
			for _, entities := range []int{1_000, 100_000} {
				b.Run(fmt.Sprintf("%s/%s/n=%d", scenario, impl, entities), func(b *testing.B) {
					small, large := open(b, scenario, impl, "A", entities), open(b, scenario, impl, "AAA", entities)
					operations := max(1, 20_000/entities)
					var a, aaa []float64
					for b.Loop() {
						a = append(a, timed(b, small, operations))
						aaa = append(aaa, timed(b, large, operations))
					}
					b.ReportMetric(median(aaa)/median(a), "AAA/A")
				})
			}
		}
	}
}

func timed(b *testing.B, w scenarios.Workload, operations int) float64 {
	if err := w.Prepare(operations); err != nil {
		b.Fatal(err)
	}
	runtime.GC() // the garbage of one is not to be paid by the other
	start := time.Now()
	w.Run(operations)
	return float64(time.Since(start))
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func open(b *testing.B, scenario, impl, profile string, entities int) scenarios.Workload {
	s, err := scenarios.Find(scenario)
	if err != nil {
		b.Fatal(err)
	}
	i, err := registry.Find(impl)
	if err != nil {
		b.Fatal(err)
	}
	p, err := profiles.Load(profile)
	if err != nil {
		b.Fatal(err)
	}
	w, err := s.Open(scenarios.Setup{Profile: p, At: scenarios.Point{"n": entities, "comps": 2}, Seed: 1, Options: s.Values, Impl: impl, OpenWorld: i.Open})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := w.Warm(); err != nil {
		b.Fatal(err)
	}
	return w
}
