package summary_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/summary"
)

// An implementation that this program does not have is a library.

// Libraries and designs are never ranked together, and advice names libraries.
func TestRolesAreRankedApart(t *testing.T) {
	r := parse(t, lines("Iterate/impl=lib1/n=1000-2", 4, 10)+lines("Iterate/impl=lib2/n=1000-2", 8, 10)+
		lines("Iterate/impl=dense/n=1000-2", 1, 10)+lines("Iterate/impl=paged/n=1000-2", 3, 10)+lines("Iterate/impl=soa/n=1000-2", 0.5, 10))
	shape := r.Scenarios[0].Shapes[0]
	for impl, want := range map[string]float64{"lib1": 1, "lib2": 2, "dense": 1, "paged": 3, "soa": 1} {
		for _, c := range shape.Cases {
			if c.Impl.Name == impl && math.Abs(c.Ratio-want) > 0.05 {
				t.Errorf("%s has the ratio %v, want %v to the best of its role", impl, c.Ratio, want)
			}
		}
	}
	if got := r.Advice(); !strings.Contains(got, "use lib1") || strings.Contains(got, "dense") || strings.Contains(got, "paged") {
		t.Errorf("the advice is %q, want libraries only", got)
	}
	sentence := r.Blocks()[0].Sentence()
	for _, want := range []string{"Fastest library: `lib1`", "Fastest design: `dense`"} {
		if !strings.Contains(sentence, want) {
			t.Errorf("no %q in %q", want, sentence)
		}
	}
}

// Without libraries the fastest design is named, as a design.
func TestAdviceOnDesignsSaysSo(t *testing.T) {
	got := parse(t, lines("Iterate/impl=dense/n=1000-2", 1, 10)+lines("Iterate/impl=paged/n=1000-2", 3, 10)).Advice()
	if !strings.Contains(got, "fastest design: dense") || !strings.Contains(got, "no library that a game can import") {
		t.Error(got)
	}
}

// A library that alone supports a slow scenario is not punished for it: averages
// use the configurations that all of the role have.
func TestAveragesUseCommonConfigurations(t *testing.T) {
	r := parse(t, lines("Iterate/impl=lib1/n=1000-2", 1, 10)+lines("Iterate/impl=lib2/n=1000-2", 2, 10)+lines("Iterate/impl=lib3/n=1000-2", 3, 10)+
		lines("Fragments/impl=lib1/n=1000-2", 50, 10)+lines("Fragments/impl=lib2/n=1000-2", 1, 10))
	heat := r.Heats()[0]
	if got := heat.Impls[0].Name; got != "lib1" {
		t.Errorf("the first column is %s", got)
	}
	averages, common := summary.Averages(heat.Shapes, r.Impls)
	if len(common) != 1 || math.Abs(averages[heat.Impls[0]]-1) > 0.01 {
		t.Errorf("%d common configurations, averages %v", len(common), averages)
	}
	if got := said(r, "By how much"); !strings.Contains(got, "Libraries: time compared with the best library") || !strings.Contains(got, "1 configuration that all of them have") {
		t.Error(got)
	}
}
