package world_test

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/worlds"
)

// A quantity is printed in its units, the library with the lowest first value first.
func TestAnswerOfQuantity(t *testing.T) {
	text, _ := worlds.Named("memory")
	w, err := format.Parse("memory.yaml", text)
	fixture.Check(t, err)
	all, err := play.Named("ark,ecs,donburi")
	fixture.Check(t, err)
	programs := lists.Map(all, func(l play.Library) play.Program { return play.Program{Library: l, Paths: make([]string, 1)} })
	s := play.NewExperiment(w, programs)
	for i, c := range s.Cases[:2] {
		for range 6 {
			c.Results = append(c.Results, &drive.Result{Passes: 1, Values: []drive.Value{{Value: float64(57 - 26*i), Unit: "retained-B/entity"}, {Value: 90, Unit: "peak-B/entity"}}})
		}
	}
	s.Cases[2].Err = &play.Unsupported{Reason: "has no entities"}
	a := world.New(s, results.Environment{}, nil)
	if want := "ecs is best by memory retained per entity: 31 B, ark 57 B"; a.Verdict != want {
		t.Errorf("%s, want %s", a.Verdict, want)
	}
	var b strings.Builder
	fixture.Check(t, a.Text(&b))
	for _, want := range []string{"memory: 6 samples", "library  memory retained per entity  memory needed at once per entity", "ecs                        31 B ±0%", "donburi                 unsupported", "donburi: has no entities"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
