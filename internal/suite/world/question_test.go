package world

import (
	"errors"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
	"github.com/ecsbench/ecsbench/worlds"
)

// requests are the cases of a library in a scenario, at all points of a profile.
func requests(t *testing.T, profile, scenario string) (list []measure.Request) {
	t.Helper()
	p, err := profiles.Load(profile)
	fixture.Check(t, err)
	s, err := scenarios.Find(scenario)
	fixture.Check(t, err)
	for _, at := range s.Points(p) {
		list = append(list, measure.Request{Profile: p, Scenario: scenario, Impl: "ecs", At: at, Seed: 7})
	}
	return list
}

// Aged and used worlds of create held as many entities, and are empty when they are measured.
func TestWorldsThatHeldEntities(t *testing.T) {
	r := requests(t, "A", "create")[0]
	for _, of := range []struct {
		scenario string
		aged     int
		held     bool
	}{{"create", 0, false}, {"create", 2, true}, {"create:world=used", 0, true}} {
		r.Scenario, r.At["aged"] = of.scenario, of.aged
		w, err := OfCase(r)
		fixture.Check(t, err)
		before := lists.Filter(w.Spec.Steps, func(s drive.Step) bool { return s.Before })
		if of.held != (len(before) == 1 && int(before[0].Count) == r.At["n"] && w.Spec.Total() == r.At["n"]) || !of.held && w.Spec.Total() != 0 {
			t.Errorf("%+v: %d entities, steps %+v", of, w.Spec.Total(), w.Spec.Steps)
		}
	}
}

// A question has the size, the seed and the component types of each point of its scenario, in all
// modes. A question of another name is measured by world run alone.
func TestWorldsOfScenarios(t *testing.T) {
	var asked, want []string
	for _, name := range worlds.Questions() {
		chosen, err := scenarios.FindList(name)
		if err != nil {
			continue
		}
		want = append(want, name)
		for _, scenario := range scenarios.InAllModes(chosen) {
			for _, r := range requests(t, "AAA", scenario) {
				w, err := OfCase(r)
				if u := (*impls.Unsupported)(nil); errors.As(err, &u) {
					if strings.HasPrefix(u.Reason, name+".yaml") {
						t.Errorf("%s %v: a point of the scenario is an error in the file: %v", scenario, r.At, err)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s %v: %v", scenario, r.At, err)
					continue
				}
				asked = append(asked, name)
				most := float64(w.Spec.Total())
				for _, s := range w.Spec.Steps {
					if s.Op == drive.Spawn {
						most += s.Count * float64(w.Spec.Frames)
					}
				}
				if n := r.At["n"]; most < float64(n) || w.Spec.Seed != 7 {
					t.Errorf("%s %v: %g entities, seed %d", scenario, r.At, most, w.Spec.Seed)
				}
				if strings.Contains(scenario, "notify") {
					continue // has no profile to register
				}
				if types := w.Fillers + len(w.Components); types != 512 {
					t.Errorf("%s %v: %d component types", scenario, r.At, types)
				}
			}
		}
	}
	if len(want) < 25 {
		t.Errorf("only %d questions have the name of a scenario", len(want))
	}
	for _, name := range want {
		if !strings.Contains(strings.Join(asked, " ")+" ", name+" ") {
			t.Errorf("no case of %s has a world", name)
		}
	}
}

// What a question does not have is unsupported, with its name.
func TestUnsupportedCases(t *testing.T) {
	for scenario, want := range map[string]string{
		"iterate:decoys=2":      "the question iterate has no decoys",
		"create:world=used":     "",
		"blocksize":             "has no program for this scenario",
		"notify:part=iterate":   "the question notify has no part",
		"parallel:work=light":   "",
		"iterate:register=used": "",
	} {
		w, err := OfCase(requests(t, "A", scenario)[0])
		switch u := (*impls.Unsupported)(nil); {
		case want == "" && err != nil:
			t.Errorf("%s: %v", scenario, err)
		case want != "" && (!errors.As(err, &u) || !strings.Contains(u.Reason, want)):
			t.Errorf("%s: %v", scenario, err)
		case strings.HasSuffix(scenario, "register=used") && want == "" && w.Fillers != 0:
			t.Errorf("%s: %d fillers", scenario, w.Fillers)
		}
	}
}
