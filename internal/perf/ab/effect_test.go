package ab

import (
	"math"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
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

// An effect is worse by its whole interval, suspicious by its estimate, and noticeable without
// correction. Of several estimates the one that decides is reported, or else the most precise.
func TestRulesOfEffects(t *testing.T) {
	o := options(1) // 2% are allowed, at 0.01
	of := func(log, lo, hi, p, corrected float64) verdict.Effect {
		return verdict.Effect{Shift: statistics.Shift{Log: log, Lo: lo, Hi: hi, P: p}, PHolm: corrected}
	}
	for _, test := range []struct {
		effect                                  verdict.Effect
		worse, suspicious, noticeable, improved bool
	}{
		{of(0.05, 0.03, 0.07, 0.001, 0.005), true, true, true, false},
		{of(0.05, 0.01, 0.07, 0.001, 0.005), false, true, true, false},
		{of(0.05, 0.03, 0.07, 0.001, 0.02), false, false, true, false},
		{of(0.05, 0.03, 0.07, 0.02, 0.02), false, false, false, false},
		{of(0.01, 0.005, 0.015, 0.001, 0.005), false, false, false, false},
		{of(-0.05, -0.07, -0.03, 0.001, 0.005), false, false, false, true},
		{of(-0.05, -0.07, -0.01, 0.001, 0.005), false, false, false, false},
		{of(-0.05, -0.07, -0.03, 0.001, 0.02), false, false, false, false},
	} {
		e := test.effect
		if o.worse(e) != test.worse || o.suspicious(e) != test.suspicious || o.noticeable(e) != test.noticeable || o.improved(e) != test.improved {
			t.Errorf("%+v: worse %v, suspicious %v, noticeable %v, improved %v", e, o.worse(e), o.suspicious(e), o.noticeable(e), o.improved(e))
		}
	}
	worse, better := of(0.05, 0.03, 0.07, 0.001, 0.005), of(-0.05, -0.07, -0.03, 0.001, 0.005)
	wide, narrow := of(0.01, -0.03, 0.05, 0.5, 0.5), of(0, -0.01, 0.01, 0.5, 0.5)
	for _, test := range []struct {
		of     []verdict.Effect
		status verdict.Status
		told   verdict.Effect
	}{
		{[]verdict.Effect{narrow, worse}, verdict.Suspect, worse}, {[]verdict.Effect{better, worse}, verdict.Suspect, worse},
		{[]verdict.Effect{narrow, better}, verdict.Improved, better}, {[]verdict.Effect{wide, narrow}, verdict.Same, narrow}, {nil, verdict.Same, verdict.Effect{}},
	} {
		if status, told := o.decide(test.of, o.worse); status != test.status || told != test.told {
			t.Errorf("of %+v: %s by %+v, want %s by %+v", test.of, status, told, test.status, test.told)
		}
	}
}

// Rounds that lack a unit on either side do not count for it. A value without a logarithm makes
// its unit incomparable.
func TestOddValuesAreNotPaired(t *testing.T) {
	of := func(base, head Block) round {
		var r round
		r[Base], r[Head] = base, head
		return r
	}
	good := of(Block{"x": 2}, Block{"x": 4})
	for name, test := range map[string]struct {
		rounds []round
		n      int // 0 where there are no pairs
	}{
		"none":               {nil, 0},
		"good":               {[]round{good, good}, 2},
		"missing in base":    {[]round{good, of(Block{}, Block{"x": 1})}, 1},
		"missing in head":    {[]round{of(Block{"x": 1}, Block{}), good}, 1},
		"missing everywhere": {[]round{of(Block{"y": 1}, Block{"y": 1})}, 0},
		"zero":               {[]round{good, of(Block{"x": 0}, Block{"x": 0})}, 2},
		"negative in base":   {[]round{good, of(Block{"x": -1}, Block{"x": 1})}, 0},
		"negative in head":   {[]round{good, of(Block{"x": 1}, Block{"x": -1})}, 0},
		"infinite":           {[]round{good, of(Block{"x": 1}, Block{"x": math.Inf(1)})}, 0},
		"no number":          {[]round{good, of(Block{"x": math.NaN()}, Block{"x": 1})}, 0},
	} {
		p, ok := pairUp(test.rounds, Head, "x", -1)
		if ok != (test.n > 0) || ok && len(p.d) != test.n {
			t.Errorf("%s: %v, %v", name, p.d, ok)
		}
		if ok && (math.Abs(p.d[0]-math.Ln2) > 1e-12 || (p.fastest != nil) != (name != "zero")) {
			t.Errorf("%s: %v, of the fastest tenth: %v", name, p.d, p.fastest != nil)
		}
	}
	if p, _ := pairUp([]round{good}, Head, "x", +1); p.d[0] > 0 {
		t.Error("more of what is good is worse")
	}
}
