package world_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/results"
)

const text = `name: test
budget: {tick: 2ms}
kinds: {thing: {count: 1_000, has: [Position, Velocity]}}
systems: [{name: move, write: [Position], read: [Velocity]}]
observe: [Velocity]
tick:
  spawn: {entities: 50, kind: thing}
  destroy: {entities: 50}
  parents: {relations: 100}
thresholds: {p50: 1500us, allocations: 10, memory: 1MB}
`

// result is a run whose frames all take so long, with so much more in steps.
func result(ns int64) *drive.Result {
	r := &drive.Result{Allocs: 3, Retained: 500_000, Steps: []float64{float64(ns) / 2, float64(ns) / 4, float64(ns) / 8, 0, float64(ns) / 8}}
	for range 100 {
		r.Frames = append(r.Frames, ns)
	}
	return r
}

// experiment is one whose libraries take so long per frame, as the world is and with
// twice the changes.
func experiment(t *testing.T, libraries map[string][2]int64) *play.Experiment {
	t.Helper()
	w, err := format.Parse("test.yaml", []byte(text))
	fixture.Check(t, err)
	var programs []play.Program
	all, err := play.Named("")
	fixture.Check(t, err)
	for _, l := range all {
		if _, measured := libraries[l.Name]; measured {
			programs = append(programs, play.Program{Library: l, Paths: make([]string, 4)})
		}
	}
	s := play.NewExperiment(w, programs)
	for _, c := range s.Cases {
		took := libraries[c.Library.Name]
		if took[0] == 0 {
			c.Err = &play.Failure{Reason: `panics in frame 812, step "destroy": index out of range`}
			continue
		}
		for range 6 {
			c.Results = append(c.Results, result(took[0]))
		}
		c.Variants = [][]*drive.Result{nil, {result(took[1])}, nil}
		c.Capacity = &play.Capacity{Multiple: 5, Low: 4.9, High: 5.1, Entities: 5123, Probes: []play.Probe{{Multiple: 5, Took: 2e6}}}
	}
	return s
}

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		libraries map[string][2]int64
		want      string
	}{
		{map[string][2]int64{"ark": {1_000_000, 1_800_000}, "donburi": {1_200_000, 1_300_000}},
			"use ark: fastest here, supports observers, leaves 1.00 ms of 2 ms at p99, meets it up to 5,120 entities; above 130 changes per frame use donburi"},
		{map[string][2]int64{"ark": {1_000_000, 1_100_000}, "donburi": {1_000_000, 1_100_000}}, "use ark: as fast as donburi, "},
		{map[string][2]int64{"donburi": {3_000_000, 3_100_000}}, "no library meets the budget of 2 ms at p99: donburi is the fastest with 3.00 ms, and meets it up to 5,120 entities"},
		{map[string][2]int64{"ark": {}}, "no library has run this world"},
		{map[string][2]int64{"ark": {}, "donburi": {1_000_000, 1_000_000}}, "use donburi: the only one measured"},
	} {
		got := world.New(experiment(t, test.libraries), results.Environment{}, nil).Verdict
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%v: %q, want %q", test.libraries, got, test.want)
		}
	}
}

// Libraries are ranked by all frames, not by the median one: a system may run in every tenth.
func TestRank(t *testing.T) {
	s := experiment(t, map[string][2]int64{"ark": {1_000_000, 1_000_000}, "donburi": {1_200_000, 1_200_000}})
	for _, r := range s.Cases[0].Results {
		for i := 0; i < len(r.Frames); i += 10 {
			r.Frames[i] = 5_000_000
		}
	}
	if best := world.New(s, results.Environment{}, nil).Libraries[0]; best.Name != "donburi" || best.Mean.Value != 1_200_000 {
		t.Errorf("%s is the best with %v", best.Name, best.Mean)
	}
}

func TestThresholds(t *testing.T) {
	a := world.New(experiment(t, map[string][2]int64{"ark": {1_000_000, 1_000_000}, "donburi": {1_600_000, 1_600_000}}), results.Environment{}, nil)
	if len(a.Missed) != 1 || a.Missed[0] != "donburi: p50 is 1.60 ms, the threshold is 1.50 ms" {
		t.Errorf("%q", a.Missed)
	}
}

// Marks are explained if they occur.
func TestLegend(t *testing.T) {
	s := experiment(t, map[string][2]int64{"ark": {1_000_000, 1_000_000}, "donburi": {1_600_000, 1_600_000}})
	s.Cases[0].Capacity.Low, s.Cases[0].Capacity.High = 5, 5
	for _, c := range s.Cases {
		for _, r := range c.Results {
			r.Allocs = 28.0 / 300
		}
	}
	s.Cases[1].Capacity = nil
	frames := world.New(s, results.Environment{}, nil).Tables()[0]
	got := strings.Join(frames.Legend, "; ")
	if want := "± 95% confidence interval of the median over processes; ≈ a capacity with too few probes for an interval; – not measured"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if allocs := frames.Rows[0][7]; allocs != "0.093" {
		t.Errorf("%v allocations", allocs)
	}
}

// A threshold that was not measured is missed.
func TestThresholdWithoutMeasurement(t *testing.T) {
	s := experiment(t, map[string][2]int64{"ark": {1_000_000, 1_000_000}})
	s.World.Thresholds.Capacity.Given, s.World.Thresholds.Capacity.Value = true, 5000
	if a := world.New(s, results.Environment{}, nil); len(a.Missed) != 0 {
		t.Errorf("%q", a.Missed)
	}
	s.Cases[0].Capacity = nil
	if a := world.New(s, results.Environment{}, nil); len(a.Missed) != 1 || a.Missed[0] != "ark: the capacity was not measured, the threshold is 5,000 entities" {
		t.Errorf("%q", a.Missed)
	}
}

func TestAllFormatsHaveEverything(t *testing.T) {
	a := world.New(experiment(t, map[string][2]int64{"ark": {1_000_000, 1_800_000}, "donburi": {1_200_000, 1_300_000}, "volt": {}}), results.Environment{CPU: "test", CPUs: 1}, []world.Flow{{System: "move", Bytes: 1e6, Component: "Position", Level: "L3", Bandwidth: 1e10}})
	var plain, markdown, page bytes.Buffer
	for _, err := range []error{a.Text(&plain), a.Markdown(&markdown), a.Page(&page)} {
		fixture.Check(t, err)
	}
	data, err := json.Marshal(a)
	fixture.Check(t, err)
	for name, text := range map[string]string{"text": plain.String(), "markdown": markdown.String(), "page": page.String(), "json": string(data)} {
		for _, want := range []string{"use ark: fastest here", "twice the changes", "visit children", "Position", "panics in frame 812", "donburi has no observers"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %q:\n%s", name, want, text)
			}
		}
	}
	for _, want := range []string{
		"1.00 ms ±0%", "5,120 ±2%", "500 µs ▓", "488 KiB", "20%",
		"; 6 runs of 100 frames, with functions in 4 orders\n", "± 95% confidence interval of the median over processes\n", "░ 5% of the frame or more; ▒ 15%; ▓ 35%; █ 60%\n",
	} {
		if !strings.Contains(plain.String(), want) {
			t.Errorf("no %q in\n%s", want, plain.String())
		}
	}
	for _, want := range []string{"test, 1 processor, ", `<p class="legend">± 95% confidence interval`, `<span style="--share: 50">50%</span>`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in\n%s", want, page.String())
		}
	}
	if failed, late := a.Failed(); failed != 1 || late != 0 {
		t.Errorf("%d failed and %d late, want 1 and 0", failed, late)
	}
}
