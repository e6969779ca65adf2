package ab

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

// A varied source has the same sources on both sides, and other settings.
type varied struct{ *fakeSource }

func (*varied) Variants() (base, head child.Variant) {
	return base, child.Variant{Flags: "-gcflags=-l"}
}

func (*varied) Built(context.Context) (size [2]float64, seconds [2][]float64, err error) {
	return [2]float64{1000, 1100}, [2][]float64{{1, 1.1, 0.9}, {2, 2.1, 1.9}}, nil
}

// The title names the difference, and what it costs is stated with intervals where it varies.
func TestSettingsAreCompared(t *testing.T) {
	t.Parallel()
	src := &varied{fakeSource: newFake(8, "A", "B")}
	src.values = func(t Trial, perOp float64) Block {
		b := Block{unitTime: perOp, unitAllocs: 3}
		for _, unit := range t.Process {
			b[unit] = 1000 * perOp
		}
		if t.Side == Head {
			b[results.UnitPeak] *= 2
		}
		return b
	}
	v, err := Run(t.Context(), src, Options{Rounds: 10, MaxRegression: 0.02, Alpha: 0.01, MaxMDE: 0.5, Seed: 3}, "")
	fixture.Check(t, err)
	if v.Difference != "-gcflags=-l" || !strings.Contains(v.Headline(), " with -gcflags=-l") {
		t.Errorf("%q: %s", v.Difference, v.Headline())
	}
	costs := map[string]verdict.Secondary{}
	for _, c := range v.Costs {
		costs[c.Name] = c
	}
	for name, want := range map[string]float64{"peak memory": 2, "garbage collection": 1, "allocations": 1, "binary size": 1.1, "build time": 2} {
		c := costs[name]
		ratio, varies := math.Exp(c.Effect.Log), name != "binary size" && name != "allocations"
		if math.Abs(ratio-want) > 0.1*want || c.Exact == varies || varies && !(c.Effect.Lo < math.Log(want) && math.Log(want) < c.Effect.Hi) {
			t.Errorf("%s: %+v, want %v", name, c, want)
		}
	}
	for _, c := range v.Comparisons {
		if results.UnitNamed(c.Unit).Process {
			t.Errorf("%s is judged, and nobody asked", c.Unit)
		}
	}
}

// Units of the process are judged on request, alone or besides time.
func TestMetricsOfTheProcess(t *testing.T) {
	t.Parallel()
	for metric, want := range map[Metric]string{"cpu": "cpu-sec/op", "time,peak-memory": "peak-RSS-bytes", "syscalls": "syscalls/op"} {
		src := newFake(8, "A")
		src.values = func(t Trial, perOp float64) Block {
			b := Block{unitTime: perOp}
			for _, unit := range t.Process {
				b[unit] = perOp
				if t.Side == Head {
					b[unit] *= 3
				}
			}
			return b
		}
		v, err := Run(t.Context(), &tailed{src}, Options{Metric: metric, Rounds: 10, MaxRegression: 0.02, Alpha: 0.01, MaxMDE: 0.5, Seed: 3}, "")
		fixture.Check(t, err)
		timed, worse := false, false
		for _, c := range v.Comparisons {
			timed = timed || c.Unit == unitTime
			worse = worse || c.Unit == want && (c.Status == verdict.Regression || c.Status == verdict.Suspect)
		}
		if !worse || timed != metric.Has(ByTime) {
			t.Errorf("%s: worse %v, timed %v", metric, worse, timed)
		}
	}
	// The self-test is about what is judged: scattered times do not hide that a process makes more system
	// calls, and three are three.
	for calls, want := range map[float64]verdict.Outcome{3: verdict.Pass, 4: verdict.Regressed} {
		src := newFake(9, "A")
		src.values = func(t Trial, perOp float64) Block {
			b := Block{unitTime: perOp * (1 + src.rng.ExpFloat64()), results.UnitSyscall: 3 + 0.01*src.rng.Float64()}
			if t.Side == Head {
				b[results.UnitSyscall] += calls - 3
			}
			return b
		}
		v, err := Run(t.Context(), &tailed{src}, Options{Metric: "syscalls", Rounds: 10, MaxRegression: 0.02, Alpha: 0.01, MaxMDE: 0.1, Seed: 3}, "")
		if err != nil || v.Outcome != want {
			t.Errorf("3 and %g system calls: %s %v %v", calls, v.Headline(), v.Problems, err)
		}
	}
	for _, wrong := range []Metric{"speed", "time,", ",cpu", "cpu,tim"} {
		if o := (Options{Metric: wrong, Budget: 1, MaxMDE: 1, Alpha: 0.01}); o.Check() == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
}
