package verdict_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// everything is a verdict with secondary metrics, causes and places.
func everything() *verdict.Verdict {
	effect := func(share float64) verdict.Effect {
		return verdict.Effect{Shift: statistics.Shift{Log: math.Log1p(share), Lo: math.Log1p(share - 0.01), Hi: math.Log1p(share + 0.01), P: 1e-6}, PHolm: 1e-5}
	}
	v := &verdict.Verdict{
		By: "ab", Old: verdict.Column{"base", "main"}, New: verdict.Column{"head", "a,b: c"}, MaxRegression: 0.02, Alpha: 0.01, Method: "By looking.", Tested: 3,
		Problems: []verdict.Problem{{Outcome: verdict.Pass, What: "1 case of base vanished", Remedy: "measure it", Cases: []string{"Gone"}}},
		Notes:    []string{"something"},
		Controls: []verdict.Control{{"injected 6%", "B", effect(0.06), true, "found"}},
	}
	add := func(name, unit string, e verdict.Effect, s verdict.Status) *verdict.Comparison {
		v.Comparisons = append(v.Comparisons, verdict.Comparison{
			Key: results.Key{Name: name}, Case: name, Unit: unit, Direction: verdict.LowerBetter, Old: 1e-6, New: 1e-6 * math.Exp(e.Log), OldN: 20, NewN: 20,
			Effect: e, Evidence: verdict.Tested, Status: s, MDE: 0.02, Failing: 0.04,
		})
		return &v.Comparisons[len(v.Comparisons)-1]
	}
	c := add("Same", "sec/op", verdict.Effect{PHolm: 1}, verdict.Same)
	c.Evidence, c.Old, c.New, c.OldN, c.NewN = verdict.Proved, math.NaN(), math.NaN(), 0, 0
	c = add("Slow", "sec/op", effect(0.2), verdict.Regression)
	c.Where = results.Place{File: "x/y_test.go", Line: 17}
	c.Secondary = []verdict.Secondary{
		{Name: "again", Old: math.NaN(), New: math.NaN(), Effect: effect(0.19), N: 20},
		{Name: "counted", Unit: "instructions/op", Old: 66036, New: 78016, Effect: verdict.Effect{Shift: statistics.Shift{Log: math.Log(78016. / 66036)}}, Exact: true, Meaning: "more work"},
	}
	c.Causes = []results.Cause{
		{Share: 0.93, Function: "m/x.Encode", Place: results.Place{File: "x/encode.go", Line: 12}, Commits: []string{"1a2b3c4"}},
		{Share: 0.07, By: verdict.BySamples, Function: "m/x.grow"},
	}
	c.Notes = []string{"not seen before"}
	c = add("Fresh", "allocs/op", verdict.Effect{Shift: statistics.Shift{Log: math.Inf(1), Lo: math.Inf(-1), Hi: math.Inf(1), P: math.NaN()}, PHolm: math.NaN()}, verdict.Suspect)
	c.Key.Package, c.Evidence, c.Old, c.New = "m/x", verdict.Counted, 0, 2
	c = add("Wide", "sec/op", verdict.Effect{Shift: statistics.Shift{Lo: math.Inf(-1), Hi: math.Inf(1), P: 1}, PHolm: 1}, verdict.Same)
	c.MDE, c.Failing = math.Inf(1), math.Inf(1)
	v.Tally()
	v.Decide()
	return v
}

// more is a verdict with further statuses: vanished, unjudged, improved and too noisy comparisons.
func more() *verdict.Verdict {
	v := everything()
	v.Problems = append(v.Problems, verdict.Problem{Outcome: verdict.CaseFailed, What: "1 failure", Remedy: "mend it", Cases: []string{"A", "B"}},
		verdict.Problem{Outcome: verdict.Inconclusive, Invalidates: true, What: "other machines", Remedy: "use one"})
	v.Notes = nil
	for _, c := range []verdict.Comparison{
		{Unit: "B/op", Direction: verdict.LowerBetter, Old: 64, New: 64, Evidence: verdict.Counted, Status: verdict.Same},
		{Unit: "allocs/op", Direction: verdict.LowerBetter, Old: 0, New: 0, Evidence: verdict.Counted, Status: verdict.Same},
		{Unit: "sec/op", Direction: verdict.LowerBetter, Old: 1, New: 1, Evidence: verdict.Counted, Status: verdict.Same},
		{Unit: "mystery", Old: 7, New: 8, Evidence: verdict.Tested, Status: verdict.Unjudged, Effect: verdict.Effect{Shift: statistics.Shift{Log: math.Log(8. / 7), P: 1}, PHolm: 1}},
		{Unit: "B/s", Direction: verdict.HigherBetter, Old: 1e9, New: 2e9, Evidence: verdict.Tested, Status: verdict.Improved, Effect: verdict.Effect{Shift: statistics.Shift{Log: math.Ln2, Lo: 0.6, Hi: 0.8, P: 1e-9}, PHolm: 1e-8}, MDE: 0.3, Failing: 0.4},
		{Unit: "sec/op", Direction: verdict.LowerBetter, Old: 1, New: 1.1, Evidence: verdict.Stepped, Status: verdict.Same, Effect: verdict.Effect{Shift: statistics.Shift{Log: 0.1, Lo: math.NaN(), Hi: math.NaN(), P: 1}, PHolm: 1}, MDE: math.NaN(), Since: verdict.Moment{Commit: "c1", Date: "2026-11-01"}},
		{Unit: "sec/entity", Direction: verdict.LowerBetter, Old: 1, New: 1, Evidence: verdict.Derived, From: "sec/op", Status: verdict.Same, Effect: verdict.Effect{Shift: statistics.Shift{P: 1}, PHolm: 1}},
	} {
		c.Key = results.Key{Name: "More" + string(rune('A'+len(v.Comparisons)))}
		c.Case, c.OldN, c.NewN = c.Key.Name, 10, 12
		v.Comparisons = append(v.Comparisons, c)
	}
	v.Tally()
	v.Decide()
	return v
}

func TestFormats(t *testing.T) {
	written(t, "everything", everything(), verdict.Style{All: true}, verdict.Formats...)
	written(t, "more", more(), verdict.Style{All: true}, verdict.Formats...)
	written(t, "brief", more(), verdict.Style{Width: 100}, "text")
}

// written compares a verdict with files in testdata.
func written(t *testing.T, name string, v *verdict.Verdict, style verdict.Style, formats ...string) {
	t.Helper()
	for _, format := range formats {
		var out strings.Builder
		fixture.Check(t, v.Write(&out, format, style))
		fixture.Golden(t, name+"."+format, out.String())
		switch format {
		case "json":
			if !json.Valid([]byte(out.String())) {
				t.Error("no JSON")
			}
		case "junit":
			if err := xml.Unmarshal([]byte(out.String()), &struct {
				XMLName  xml.Name `xml:"testsuite"`
				Tests    int      `xml:"tests,attr"`
				Failures int      `xml:"failures,attr"`
				Errors   int      `xml:"errors,attr"`
			}{}); err != nil {
				t.Error(err)
			}
		}
	}
	if err := v.Write(&strings.Builder{}, "yaml", verdict.Style{All: true}); err == nil || !strings.Contains(err.Error(), "junit or github") {
		t.Errorf("yaml: %v", err)
	}
}

// A verdict that was read is written unchanged in every format.
func TestReadAgain(t *testing.T) {
	v, again := everything(), &verdict.Verdict{}
	v.Unmeasured = 10
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, again)
	}
	fixture.Check(t, err)
	if again.Unmeasured != v.Unmeasured {
		t.Errorf("%d cases not measured, want %d", again.Unmeasured, v.Unmeasured)
	}
	for _, format := range verdict.Formats {
		var want, got strings.Builder
		fixture.Check(t, errors.Join(v.Write(&want, format, verdict.Style{All: true}), again.Write(&got, format, verdict.Style{All: true})))
		if got.String() != want.String() {
			t.Errorf("%s:\n%s\nwant\n%s", format, got.String(), want.String())
		}
	}
	for i := range v.Comparisons {
		if again.Comparisons[i].Key != v.Comparisons[i].Key {
			t.Errorf("%+v, want %+v", again.Comparisons[i].Key, v.Comparisons[i].Key)
		}
	}
}

// Effects survive reading to six digits, including missing ratios and infinite intervals.
func TestEffectsAreReadAgain(t *testing.T) {
	inf, none := math.Inf(1), math.NaN()
	for _, e := range []verdict.Effect{
		{Shift: statistics.Shift{Log: 0.25, Lo: 0.125, Hi: 0.5, P: 0.001}, PHolm: 0.01, Of: "the fastest tenth"},
		{Shift: statistics.Shift{Log: inf, Lo: none, Hi: none, P: 0.5}, PHolm: 1},
		{Shift: statistics.Shift{Log: -inf, Lo: -inf, Hi: -inf, P: 0.5}, PHolm: 1},
		{Shift: statistics.Shift{Log: 0.25, Lo: -inf, Hi: inf, P: 1}, PHolm: 1},
		{Shift: statistics.Shift{Log: 0.25, Lo: none, Hi: none, P: none}, PHolm: none},
	} {
		text, err := json.Marshal(&verdict.Verdict{Comparisons: []verdict.Comparison{{Effect: e}}})
		var again verdict.Verdict
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		if err != nil || len(again.Comparisons) != 1 {
			t.Fatal(err, again.Comparisons)
		}
		got := again.Comparisons[0].Effect
		for i, pair := range [][2]float64{{got.Log, e.Log}, {got.Lo, e.Lo}, {got.Hi, e.Hi}, {got.P, e.P}, {got.PHolm, e.PHolm}} {
			if same := pair[0] == pair[1] || math.IsNaN(pair[0]) && math.IsNaN(pair[1]); !same && !(math.Abs(pair[0]-pair[1]) < 1e-5) {
				t.Errorf("%+v: figure %d becomes %v", e, i, pair[0])
			}
		}
		if got.Of != e.Of {
			t.Errorf("%+v is of %q", e, got.Of)
		}
	}
}

// Problems that invalidate comparisons come before regressions, and these before failures.
func TestDecide(t *testing.T) {
	failed, unsure, invalid := verdict.Problem{Outcome: verdict.CaseFailed}, verdict.Problem{Outcome: verdict.Inconclusive}, verdict.Problem{Outcome: verdict.Inconclusive, Invalidates: true}
	for _, c := range []struct {
		worse    int
		problems []verdict.Problem
		want     verdict.Outcome
	}{
		{0, nil, verdict.Pass},
		{0, []verdict.Problem{{Outcome: verdict.Pass, Invalidates: true}}, verdict.Pass},
		{0, []verdict.Problem{unsure}, verdict.Inconclusive},
		{0, []verdict.Problem{unsure, failed}, verdict.CaseFailed},
		{1, []verdict.Problem{unsure, failed}, verdict.Regressed},
		{1, []verdict.Problem{failed, invalid}, verdict.Inconclusive},
	} {
		v := verdict.Verdict{Worse: c.worse, Problems: c.problems}
		if v.Decide(); v.Outcome != c.want {
			t.Errorf("%d worse, %+v: %s, want %s", c.worse, c.problems, v.Outcome, c.want)
		}
	}
}

// A possible regression is not called the same.
func TestUndecided(t *testing.T) {
	v := verdict.Verdict{MaxRegression: 0.05}
	for _, c := range []struct {
		direction verdict.Direction
		kind      verdict.Evidence
		lo, hi    float64
		want      verdict.Status
	}{
		{verdict.LowerBetter, verdict.Tested, -0.2, 0.04, verdict.Same},
		{verdict.LowerBetter, verdict.Tested, -0.01, 0.06, verdict.Undecided},
		{verdict.HigherBetter, verdict.Tested, -0.06, 0.01, verdict.Undecided},
		{verdict.HigherBetter, verdict.Tested, -0.04, 0.2, verdict.Same},
		{verdict.LowerBetter, verdict.Counted, 0, 0, verdict.Same},
		{verdict.LowerBetter, verdict.Tested, math.Inf(-1), math.Inf(1), verdict.Undecided},
	} {
		v.Comparisons = []verdict.Comparison{{Unit: "sec/op", Direction: c.direction, Evidence: c.kind, Status: verdict.Same, Effect: verdict.Effect{Shift: statistics.Shift{Lo: c.lo, Hi: c.hi}}}}
		v.Tally()
		if got := v.Comparisons[0].Status; got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// An inconclusive verdict fails a build by default only, in all formats.
func TestPolicy(t *testing.T) {
	for _, c := range []struct {
		policy verdict.Policy
		fails  bool
		prints string
	}{{"", true, "::warning title=ecsbench ab::INC"}, {verdict.FailBuild, true, "::warning title=ecsbench ab::INC"}, {verdict.WarnBuild, false, "::warning title=ecsbench ab::INC"}, {verdict.PassBuild, false, "::notice title=ecsbench ab::INC"}} {
		v := verdict.Verdict{By: "ab", Policy: c.policy, Problems: []verdict.Problem{{Outcome: verdict.Inconclusive, What: "noise", Remedy: "wait"}}}
		v.Decide()
		var github, junit strings.Builder
		fixture.Check(t, errors.Join(v.WriteGitHub(&github), v.WriteJUnit(&junit)))
		if v.Fails() != c.fails || strings.Contains(junit.String(), "<error") != c.fails || !strings.HasPrefix(github.String(), c.prints) {
			t.Errorf("%q: fails %v\n%s%s", c.policy, v.Fails(), github.String(), junit.String())
		}
		v.Outcome = verdict.Regressed
		if !v.Fails() {
			t.Errorf("%q: a regression passes", c.policy)
		}
	}
}

// An improvement in a noisy case does not increase the MDE of the verdict.
func TestImprovementsDoNotIncreaseTheMDE(t *testing.T) {
	v := &verdict.Verdict{By: "gate", MaxRegression: 0.05, MaxMDE: 0.25, Alpha: 0.01}
	for _, c := range []verdict.Comparison{
		{Key: results.Key{Name: "Steady"}, Effect: verdict.Effect{PHolm: 1}, Status: verdict.Same, MDE: math.Log(1.1), Failing: math.Log(1.2)},
		{Key: results.Key{Name: "Faster"}, Effect: verdict.Effect{Shift: statistics.Shift{Log: -2, Lo: -3, Hi: -1}}, Status: verdict.Improved, MDE: math.Inf(1), Failing: math.Inf(1)},
	} {
		c.Case, c.Unit, c.Direction, c.Evidence, c.Old, c.New, c.OldN, c.NewN = c.Key.Name, "sec/op", verdict.LowerBetter, verdict.Tested, 1, 1, 10, 10
		v.Comparisons = append(v.Comparisons, c)
	}
	v.Tally()
	v.Decide()
	if want := "NO REGRESSION in 2 cases; the MDE is at most 10% in 95% of them; 1 improved"; v.Headline() != want {
		t.Errorf("%q, want %q", v.Headline(), want)
	}
}

// On a terminal outcomes are coloured, and wide tables drop the least important columns.
func TestTerminal(t *testing.T) {
	v := everything()
	var out strings.Builder
	fixture.Check(t, v.WriteText(&out, verdict.Style{All: true, Color: true, Width: 80}))
	for _, want := range []string{"\x1b[31mREGRESSION: 1 function causes 1 regression in 4 cases\x1b[0m\n", "\x1b[31mWORSE\x1b[0m", "\x1b[32mfound\x1b[0m", "not shown in 80 columns: p, n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	codes := strings.NewReplacer("\x1b[31m", "", "\x1b[32m", "", "\x1b[33m", "", "\x1b[0m", "")
	var plain strings.Builder
	fixture.Check(t, v.WriteText(&plain, verdict.Style{}))
	out.Reset()
	if err := v.WriteText(&out, verdict.Style{Color: true}); err != nil || codes.Replace(out.String()) != plain.String() || out.String() == plain.String() {
		t.Errorf("with colours\n%s\nand without\n%s", out.String(), plain.String())
	}
}
