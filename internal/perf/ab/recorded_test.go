package ab_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// Other commands read the files of an experiment: the head, vanished and failed cases, and the
// directions of units.
func TestFilesAreReadAsTheyAre(t *testing.T) {
	v, dir := ab.RecordedExperiment(t)
	var sides []*gate.Input
	for _, name := range []string{"base.txt", "head.txt", "controls.txt"} {
		path := filepath.Join(dir, name)
		file, err := results.Read(path)
		if err != nil || file.Header == nil || len(file.Damaged) > 0 || file.Environments[0].CPU != "a CPU" || !strings.Contains(file.Header.Title, "base old, head new") {
			t.Fatalf("%s: %+v, %v", name, file, err)
		}
		want := "go1.25"
		if name == "head.txt" {
			want = "go1.26"
		}
		if got := file.Environments[0].GoVersion; got != want {
			t.Errorf("%s: built with %q, want %q", name, got, want)
		}
		if failed := len(file.Failed) > 0; failed != (name == "head.txt") {
			t.Errorf("%s: failed %v", name, file.Failed)
		}
		side, err := gate.ReadInput(&results.Files{Paths: []string{path}}, "*")
		fixture.Check(t, err)
		sides = append(sides, side)
	}
	const versions = "base is built with go1.25, head with go1.26"
	if !slices.ContainsFunc(v.Notes, func(n string) bool { return strings.HasPrefix(n, versions) }) {
		t.Errorf("ab does not say %q: %q", versions, v.Notes)
	}
	both := gate.DefaultLimits()
	both.Allow = []verdict.Allowance{verdict.AllowGo}
	g, err := gate.Gate(sides[0], sides[1], both)
	fixture.Check(t, err)
	if g.Outcome != verdict.Regressed {
		t.Errorf("the gate says %s", g.Headline())
	}
	const renamed = "Old/n=1-2: renamed to Old/n=2-2?"
	if !slices.ContainsFunc(v.Problems, func(p verdict.Problem) bool { return slices.Contains(p.Cases, renamed) }) {
		t.Errorf("ab does not say %q: %+v", renamed, v.Problems)
	}
	for _, want := range []string{renamed, "Fails-2: broken"} {
		if !slices.ContainsFunc(g.Problems, func(p verdict.Problem) bool { return slices.Contains(p.Cases, want) }) {
			t.Errorf("the gate does not say %q: %+v", want, g.Problems)
		}
	}
	// Both judge the same samples, so they agree on the medians, to the digits of the files. The files
	// have more samples of cases that were measured again.
	for _, k := range v.Comparisons {
		if k.Key.Name != "A-2" {
			continue
		}
		at := slices.IndexFunc(g.Comparisons, func(c verdict.Comparison) bool { return c.Key == k.Key && c.Unit == k.Unit })
		if at < 0 {
			t.Errorf("the gate has no %s %s", k.Key.Name, k.Unit)
			continue
		}
		for _, pair := range [][2]float64{{k.Old, g.Comparisons[at].Old}, {k.New, g.Comparisons[at].New}} {
			if math.Abs(pair[0]-pair[1]) > 1e-5*pair[0] {
				t.Errorf("%s %s: ab says %g, the gate %g", k.Key.Name, k.Unit, pair[0], pair[1])
			}
		}
	}
}
