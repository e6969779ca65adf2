package measure_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/profiles"
)

// The default profile includes the cases that separate designs: random replacement and
// removal, many component sets, and dispatch designs.
func TestDefaultPlanSeparatesDesigns(t *testing.T) {
	profile, err := profiles.Load("A")
	fixture.Check(t, err)
	plan, err := measure.NewPlan(profile, "", "")
	fixture.Check(t, err)
	for _, want := range []string{"churn", "destroy", "mixed", "fragments"} {
		if !slices.ContainsFunc(plan.Scenarios, func(s string) bool { name, _, _ := strings.Cut(s, ":"); return name == want }) {
			t.Errorf("no %s in %v", want, plan.Scenarios)
		}
	}
	for _, want := range []string{"dense", "dense:dispatch=scan", "hashmap", "hashmap:dispatch=shared"} {
		if !slices.Contains(plan.Impls, want) {
			t.Errorf("no %s in %v", want, plan.Impls)
		}
	}
	plan, err = measure.NewPlan(profile, "", "all")
	if err != nil || slices.Contains(plan.Impls, "dense:dispatch=scan") {
		t.Errorf("variants are measured where all implementations were asked for: %v, %v", plan.Impls, err)
	}
}
