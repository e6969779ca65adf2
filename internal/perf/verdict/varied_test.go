package verdict_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// statuses are all of them.
var statuses = []verdict.Status{
	verdict.Regression, verdict.Suspect, verdict.Undirected, verdict.Tolerated, verdict.Refuted,
	verdict.Improved, verdict.Untestable, verdict.Unjudged, verdict.Undecided, verdict.Same,
}

// varied generates a verdict with any number and kind of comparisons, problems and notes.
func varied(seed uint64) *verdict.Verdict {
	r := rand.New(rand.NewPCG(seed, 3))
	chance := func(share float64) bool { return r.Float64() < share }
	effect := func(size float64) verdict.Effect {
		log, half := size*r.NormFloat64(), size*r.Float64()
		e := verdict.Effect{Shift: statistics.Shift{Log: log, Lo: log - half, Hi: log + half, P: r.Float64() / 100}, PHolm: math.Pow(r.Float64(), 8)}
		switch {
		case chance(0.1):
			e.Log, e.Lo, e.Hi = math.Inf(1-2*r.IntN(2)), math.Inf(-1), math.Inf(1)
		case chance(0.2):
			e.Log, e.Lo, e.Hi, e.PHolm = 0, 0, 0, 1
		case chance(0.1):
			e.Lo, e.Hi, e.P, e.PHolm = math.NaN(), math.NaN(), math.NaN(), math.NaN()
		}
		return e
	}
	names := func(n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprintf("case %d", i))
		}
		return list
	}
	v := &verdict.Verdict{By: []string{"gate", "ab"}[r.IntN(2)], Old: verdict.Column{Name: "old"}, New: verdict.Column{Name: "new"}, MaxRegression: 0.05, MaxMDE: 0.1 * r.Float64(), Alpha: 0.01, Method: "By looking."}
	if chance(0.5) {
		v.Old.Label, v.New.Label = "before.txt", "after.txt"
	}
	for i := range r.IntN(40) {
		c := verdict.Comparison{
			Key: results.Key{Name: fmt.Sprintf("Case%d-2", i/2)}, Case: fmt.Sprintf("Case%d-2", i/2), Unit: []string{"sec/op", "B/op", "B/s", "allocs/op", "things"}[r.IntN(5)],
			Old: 1e-6 * math.Exp(3*r.NormFloat64()), OldN: 10, NewN: 10 + r.IntN(2), Effect: effect(0.1), Evidence: []verdict.Evidence{verdict.Tested, verdict.Tested, verdict.Tested, verdict.Counted, verdict.Derived, verdict.Proved}[r.IntN(6)],
			Status: statuses[r.IntN(len(statuses))], Direction: verdict.Direction(r.IntN(3) - 1), MDE: r.Float64() / 5, Failing: r.Float64() / 3,
		}
		c.New = c.Old * math.Exp(c.Effect.Log)
		switch {
		case chance(0.1):
			c.Where = results.Place{File: "x/y_test.go", Line: i}
		case chance(0.1):
			c.Secondary = []verdict.Secondary{{Name: "again", Old: math.NaN(), New: math.NaN(), Effect: effect(0.1), N: i}, {Name: "counted", Unit: "instructions/op", Old: 100, New: 123, Effect: effect(0.1), Exact: true, Meaning: "more work"}}
		case chance(0.1):
			c.Causes = []results.Cause{{Share: r.Float64(), Function: "m.Encode", Place: results.Place{File: "x/encode.go", Line: i}, Commits: []string{"1a2b3c4"}}, {Share: 0.07, By: verdict.BySamples, Function: "m.grow"}}
		case chance(0.1):
			c.Notes = []string{"something of it"}
		case chance(0.1):
			c.MDE, c.Failing = math.Inf(1), math.Inf(1)
		}
		v.Comparisons = append(v.Comparisons, c)
	}
	v.Tally()
	if chance(0.4) {
		v.Problems = append(v.Problems, verdict.Failures("2 failures", names(2), "", nil)...)
	}
	if chance(0.4) {
		v.Problems = append(v.Problems, verdict.Vanished("OLD", names(r.IntN(25)), []verdict.Allowance{verdict.AllowVanished}[:r.IntN(2)])...)
	}
	v.Problems = append(v.Problems, v.UnderpoweredProblem(verdict.Tolerance{Cases: r.IntN(3)}, "measure longer")...)
	for i := range r.IntN(3) {
		v.Notes = append(v.Notes, fmt.Sprintf("it should be known that %d", i))
		v.Controls = append(v.Controls, verdict.Control{"injected 6%", "B", effect(0.06), chance(0.5), "found"})
	}
	v.Policy = append(verdict.Policies, "")[r.IntN(4)]
	v.Decide()
	return v
}

// Verdicts of all kinds are unchanged in every text format.
func TestVerdictsAreUnchanged(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(16) {
		v := varied(seed)
		format := []string{"text", "markdown", "junit", "github"}[seed/2%4]
		style := verdict.Style{All: seed%4 == 1, Width: []int{0, 100, 60, 80}[seed%4]}
		fmt.Fprintf(&b, "# %d: %s in %d columns\n", seed, format, style.Width)
		fixture.Check(t, v.Write(&b, format, style))
	}
	fixture.Golden(t, "varied.txt", b.String())
}
