package conformance

import (
	"errors"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Benchmark runs all scenarios on an implementation as sub-benchmarks, in all its access modes.
//
//	go test -bench Scenarios/Iterate/mode=entity/comps=2/n=1000
//
// Names are those of result files without the implementation. Sizes are those of profile A,
// with -short the smallest. Each benchmark verifies the state of every entity at the end, and
// fails if it is wrong. Unsupported cases are skipped. Use the command for confidence
// intervals, fresh processes and comparisons.
func Benchmark(b *testing.B, impl impls.Implementation) {
	profile, err := profiles.Load("A")
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range scenarios.All() {
		for _, way := range modesOf(s, impl) {
			for i, at := range s.Points(profile) {
				if i > 0 && testing.Short() {
					break
				}
				b.Run(benchmarkName(s, way, at), func(b *testing.B) {
					if err := benchmark(b, s, impl, profile, way, at); err != nil {
						if u := (*impls.Unsupported)(nil); errors.As(err, &u) {
							b.Skip(err)
						}
						b.Fatal(err)
					}
				})
			}
		}
	}
}

// modesOf lists the access modes of an implementation in a scenario, "" alone without that option.
func modesOf(s scenarios.Scenario, impl impls.Implementation) (list []string) {
	for _, o := range s.Options {
		if o.Name != scenarios.ModeOption {
			continue
		}
		for _, value := range o.Values {
			if impl.Offers(results.AccessMode(value)) == nil {
				list = append(list, value)
			}
		}
		return list
	}
	return []string{""}
}

func benchmarkName(s scenarios.Scenario, way string, at scenarios.Point) string {
	name := s.Title
	if way != "" {
		name += "/" + scenarios.ModeOption + "=" + way
	}
	for _, a := range s.Axes {
		name += a.Key(at[a.Name])
	}
	return name
}

// atOnce is the approximate number of entities between two readings of the clock. Operations
// are prepared in such portions, which limits memory.
const atOnce = 1_000_000

func benchmark(b *testing.B, s scenarios.Scenario, impl impls.Implementation, profile profiles.Profile, way string, at scenarios.Point) error {
	b.StopTimer()
	chosen, err := scenarios.Find(s.Name)
	if err != nil {
		return err
	}
	if way != "" {
		chosen.Values[scenarios.ModeOption] = way
	}
	defaults := make(impls.Values)
	for _, o := range impl.Options {
		defaults[o.Name] = o.Default
	}
	open := func() (scenarios.Workload, error) {
		return s.Open(scenarios.Setup{
			Profile: profile, At: at, Seed: 1, Options: chosen.Values, Impl: impl.Name,
			OpenWorld: func(cfg impls.Config) (impls.World, error) { return impl.OpenOffered(cfg, defaults) },
		})
	}
	w, err := open()
	if err != nil {
		return err
	}
	if m, ok := w.(scenarios.Measured); ok {
		values, err := m.Measure()
		if err != nil {
			return err
		}
		for _, v := range values {
			b.ReportMetric(v.Value, v.Unit)
		}
		b.ReportMetric(0, "ns/op") // no time was measured
		return w.Verify()
	}
	entities, left := w.Entities(), 0
	for done := 0; done < b.N; {
		if left == 0 {
			if done > 0 { // the world has reached its limit
				if err := w.Verify(); err != nil {
					return err
				}
				if w, err = open(); err != nil {
					return err
				}
			}
			if _, err := w.Warm(); err != nil {
				return err
			}
			left = w.MaxOperations() - 1
		}
		n := min(b.N-done, left, max(1, atOnce/max(1, entities)))
		if err := w.Prepare(n); err != nil {
			return err
		}
		b.StartTimer()
		w.Run(n)
		b.StopTimer()
		done, left = done+n, left-n
	}
	if entities > 0 {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(entities), "ns/entity")
	}
	return w.Verify()
}
