package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report"
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
	for at, want := range []string{"Fastest library: lib1. Next: lib2 2.00x", "Fastest design: dense. Next: paged 3.00x"} {
		if got := r.Headlines()[at].String(); !strings.HasPrefix(got, want) {
			t.Errorf("line %d is %q, want %q", at+1, got, want)
		}
	}
	sentence := r.Blocks()[0].Sentence()
	for _, want := range []string{"Fastest library: `lib1`", "Fastest design: `dense`"} {
		if !strings.Contains(sentence, want) {
			t.Errorf("no %q in %q", want, sentence)
		}
	}
}

// Averages use the configurations common to the role, so a library that supports a slow
// scenario is not penalised.
func TestAveragesUseCommonConfigurations(t *testing.T) {
	r := parse(t, lines("Iterate/impl=lib1/n=1000-2", 1, 10)+lines("Iterate/impl=lib2/n=1000-2", 2, 10)+lines("Iterate/impl=lib3/n=1000-2", 3, 10)+
		lines("Fragments/impl=lib1/n=1000-2", 50, 10)+lines("Fragments/impl=lib2/n=1000-2", 1, 10))
	heat := r.Heats()[0]
	if got := heat.Impls[0].Name; got != "lib1" {
		t.Errorf("the first column is %s", got)
	}
	averages, common := report.Averages(heat.Shapes, r.Impls)
	if len(common) != 1 || math.Abs(averages[heat.Impls[0]]-1) > 0.01 {
		t.Errorf("%d common configurations, averages %v", len(common), averages)
	}
}

// Wrong implementations keep their numbers, with a mark, and do not affect others. An
// implementation without samples because of the budget is not marked.
func TestWrongWorkIsNotRanked(t *testing.T) {
	r := parse(t, `# impl {"name":"lib2","version":"v1.2.3","released":"2026-01-02","wrong":"Position.X is 1, want 2"}`+"\n"+
		`# failed {"case":"Create/impl=lib3/n=1000-2","reason":"no sample when the budget ended","late":true}`+"\n"+
		lines("Iterate/impl=lib1/n=1000-2", 4, 10)+lines("Iterate/impl=lib2/n=1000-2", 1, 10)+lines("Iterate/impl=lib3/n=1000-2", 8, 10))
	labels := map[string]string{"lib1": "lib1", "lib2": "lib2 ‡", "lib3": "lib3"}
	ratios := map[string]float64{"lib1": 1, "lib2": math.NaN(), "lib3": 2}
	for _, c := range r.Scenarios[len(r.Scenarios)-1].Shapes[0].Cases {
		name := c.Impl.Name
		same := math.Abs(c.Ratio-ratios[name]) < 0.05 || math.IsNaN(c.Ratio) && math.IsNaN(ratios[name])
		if c.Impl.Label != labels[name] || !same {
			t.Errorf("%s has the label %q and the ratio %v", name, c.Impl.Label, c.Ratio)
		}
		if name == "lib2" && c.Impl.Edition() != "v1.2.3 2026-01-02" {
			t.Errorf("its version is %q", c.Impl.Edition())
		}
	}
	row := r.Winners()[0].Rows[0]
	if row.Best[0].Name != "lib1" || row.Next == nil || row.Next.Name != "lib3" {
		t.Errorf("the best is %s, the next %v", row.Best[0].Name, row.Next)
	}
}
