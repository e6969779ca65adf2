package ab

import (
	"math"
	"testing"

	"github.com/ecsbench/ecsbench/compare/ab/source"
)

func TestDifferencesOfNothing(t *testing.T) {
	for _, test := range []struct{ a, b, amount, want float64 }{
		{1, 1, 0, 0}, {1, math.E, 0, 1}, {math.E, 1, 0, -1}, {0, 0, 0, 0}, {0, 2, 0, farthest}, {2, 0, 0, -farthest},
		{0, 2, 1, math.Log(3)}, {2, 0, 1, -math.Log(3)}, {1e-300, 1e300, 0, farthest}, {1e300, 1e-300, 0, -farthest}, {1, 2, 1, math.Ln2},
	} {
		if got := difference(test.a, test.b, test.amount); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("from %v to %v: %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

// Rounds that lack a unit on either side say nothing of it, and a value without a
// logarithm makes the unit one that cannot be compared.
func TestOddValuesAreNotPaired(t *testing.T) {
	of := func(base, head source.Block) round {
		var r round
		r[source.Base], r[source.Head] = base, head
		return r
	}
	good := of(source.Block{"x": 2}, source.Block{"x": 4})
	for name, test := range map[string]struct {
		rounds []round
		n      int // 0 where there are no pairs
	}{
		"none":               {nil, 0},
		"good":               {[]round{good, good}, 2},
		"missing in base":    {[]round{good, of(source.Block{}, source.Block{"x": 1})}, 1},
		"missing in head":    {[]round{of(source.Block{"x": 1}, source.Block{}), good}, 1},
		"missing everywhere": {[]round{of(source.Block{"y": 1}, source.Block{"y": 1})}, 0},
		"zero":               {[]round{good, of(source.Block{"x": 0}, source.Block{"x": 0})}, 2},
		"negative in base":   {[]round{good, of(source.Block{"x": -1}, source.Block{"x": 1})}, 0},
		"negative in head":   {[]round{good, of(source.Block{"x": 1}, source.Block{"x": -1})}, 0},
		"infinite":           {[]round{good, of(source.Block{"x": 1}, source.Block{"x": math.Inf(1)})}, 0},
		"no number":          {[]round{good, of(source.Block{"x": math.NaN()}, source.Block{"x": 1})}, 0},
	} {
		p, ok := pairUp(test.rounds, source.Base, source.Head, "x", -1)
		if ok != (test.n > 0) || ok && len(p.d) != test.n {
			t.Errorf("%s: %v, %v", name, p.d, ok)
		}
		if ok && (math.Abs(p.d[0]-math.Ln2) > 1e-12 || (p.sharp != nil) != (name != "zero")) {
			t.Errorf("%s: %v, of the fastest tenth: %v", name, p.d, p.sharp != nil)
		}
	}
	if p, _ := pairUp([]round{good}, source.Base, source.Head, "x", +1); p.d[0] > 0 {
		t.Error("more of what is good is worse")
	}
}
