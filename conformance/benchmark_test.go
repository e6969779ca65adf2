package conformance

import (
	"flag"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/soa"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

func find(t *testing.T, name string) scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Find(name)
	fixture.Check(t, err)
	return s.Scenario
}

// oneOf runs one sub-benchmark with b.N = n, or, if n is 0, as with -benchtime=1x and returns a
// result.
func oneOf(t *testing.T, s scenarios.Scenario, impl impls.Implementation, way string, n int) (result testing.BenchmarkResult, err error) {
	t.Helper()
	profile, loadErr := profiles.Load("A")
	fixture.Check(t, loadErr)
	point := scenarios.Point{}
	for _, a := range s.Axes {
		point[a.Name] = a.Default[0]
	}
	benchtime := flag.Lookup("test.benchtime").Value
	defer func(before string) { _ = benchtime.Set(before) }(benchtime.String())
	fixture.Check(t, benchtime.Set("1x"))
	result = testing.Benchmark(func(b *testing.B) {
		if n > 0 {
			//lint:ignore SA3001 the test is about b.N
			b.N = n
		}
		if err = benchmark(b, s, impl, profile, way, point); n > 0 || err != nil {
			b.SkipNow()
		}
	})
	return result, err
}

// misreports reports one visited entity too few.
type misreports struct{ impls.World }

func (w misreports) Run(system int, dt float32) int { return w.World.Run(system, dt) - 1 }

func TestBenchmarkVerifiesItsWork(t *testing.T) {
	iterate := find(t, "iterate")
	cheats := dense.Implementation
	cheats.Open = func(cfg impls.Config, options impls.Values) (impls.World, error) {
		w, err := dense.Implementation.Open(cfg, options)
		return misreports{w}, err
	}
	if _, err := oneOf(t, iterate, dense.Implementation, "entity", 3); err != nil {
		t.Error(err)
	}
	if _, err := oneOf(t, iterate, cheats, "entity", 3); err == nil {
		t.Error("wrong work was not found")
	}
}

// b.N may exceed the operations of one world.
func TestBenchmarkOpensFreshWorlds(t *testing.T) {
	iterate, opened := find(t, "iterate"), 0
	short := scenarios.Scenario{Name: "iterate", Title: "Short", Axes: iterate.Axes, Options: iterate.Options, Open: func(c scenarios.Setup) (scenarios.Workload, error) {
		opened++
		w, err := iterate.Open(c)
		return limited{w}, err
	}}
	if _, err := oneOf(t, short, dense.Implementation, "entity", 10); err != nil {
		t.Fatal(err)
	}
	if opened < 4 { // three operations in each
		t.Errorf("%d worlds did 10 operations of 3 at most", opened)
	}
}

type limited struct{ scenarios.Workload }

func (limited) MaxOperations() int { return 4 }

func TestBenchmarkTakesTheWaysThatThereAre(t *testing.T) {
	iterate := find(t, "iterate")
	if got := modesOf(iterate, dense.Implementation); len(got) != 1 || got[0] != "entity" {
		t.Errorf("dense visits %v", got)
	}
	if got := modesOf(iterate, soa.Implementation); len(got) != 2 {
		t.Errorf("soa visits %v", got)
	}
	if got := benchmarkName(find(t, "create"), "batch", scenarios.Point{"comps": 2, "n": 1000}); got != "Create/mode=batch/comps=2/n=1000" {
		t.Errorf("got %q", got)
	}
}

func TestBenchmarkReportsWhatIsWeighed(t *testing.T) {
	result, err := oneOf(t, find(t, "memory"), dense.Implementation, "batch", 0)
	if err != nil || result.Extra["retained-B/entity"] <= 0 {
		t.Errorf("got %v, %v", result.Extra, err)
	}
}
