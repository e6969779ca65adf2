package scenarios_test

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

func TestCheckAxesRefusesWhatNoScenarioHas(t *testing.T) {
	a, err := profiles.Load("A")
	fixture.Check(t, err)
	for _, test := range []struct {
		axis   string
		values []int
		want   string
	}{
		{"archetypes", []int{1, 4096}, ""},
		{"archetyp", []int{32}, `did you mean "archetypes"?`},
		{"archetypes", []int{1, 5000}, "archetypes 5000: want 1 to 4096"},
		{"archetypes", []int{5000}, "the nearest is 4096"},
		{"comps", []int{5}, ""},
		{"comps", []int{11}, "components 11: want 1 to 10"},
		{"n", []int{1e9}, "entities 1000000000: want 1 to 100000000"},
		{"workers", []int{0}, "workers 0: want 1 to"},
	} {
		err := scenarios.CheckAxes(a.With(test.axis, test.values))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s %v: got %v, want %q in it", test.axis, test.values, err, test.want)
		}
	}
}

func TestPointsCombineAllAxes(t *testing.T) {
	a, err := profiles.Load("A")
	fixture.Check(t, err)
	p := a.With("n", []int{100, 10}).With("archetypes", []int{4, 2}).With("aged", []int{0})
	s, err := scenarios.Find("fragments")
	fixture.Check(t, err)
	points := s.Points(p)
	want := []scenarios.Point{{"archetypes": 2, "n": 10}, {"archetypes": 2, "n": 100}, {"archetypes": 4, "n": 10}, {"archetypes": 4, "n": 100}}
	if len(points) != len(want) {
		t.Fatalf("got %v, want %v", points, want)
	}
	for i, at := range want {
		if points[i]["archetypes"] != at["archetypes"] || points[i]["n"] != at["n"] {
			t.Errorf("point %d is %v, want %v", i, points[i], at)
		}
	}
	if a.At("archetypes") != nil {
		t.Error("With has changed the profile that it was called on")
	}
}
