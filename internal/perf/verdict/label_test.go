package verdict_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

func TestRenamed(t *testing.T) {
	for _, test := range []struct {
		name, to, want string
	}{
		{"A/n=1-2", "A/n=2-2", "A/n=2-2"},
		{"A/n=1-2", "B/n=1-2", "B/n=1-2"},
		{"A/n=1-2", "A/n=1-4", "A/n=1-4"},
		{"A/n=1-2", "A/n=1", "A/n=1"},
		{"A/n=1-2", "A/n=2-2 A/n=3-2", ""},     // which of them?
		{"A/n=1-2", "B/n=2-2", ""},             // differs in two parts
		{"A/n=1-2", "A/n=1/k=1-2 A-2 A/n", ""}, // has other parts, or too many that differ
		{"A/n=1-2", "A/n=1-2", ""},             // is the same
		{"A-2", "A-4", "A-4"},
		{"A-2", "B-2", ""}, // has one part only, and is not alike
		{"Text-2", "Texts-2", "Texts-2"},
		{"Text-2", "Texts-4 Other-2 Tex", ""},
		{"EncodeSmall-2", "Other-2 EncodeSmal-2 EncodeLarge-2", "EncodeSmal-2"},
		{"A/n-x", "A/m-x", "A/m-x"},
		{"A/n=1-2", "B/n=2-2 A/n=2-2 C", "A/n=2-2"},
	} {
		if got := verdict.Renamed(test.name, strings.Fields(test.to)); got != test.want {
			t.Errorf("%s, of %s: %q, want %q", test.name, test.to, got, test.want)
		}
	}
}

func TestTolerance(t *testing.T) {
	for _, test := range []struct {
		text, written string
		most          int // underpowered cases of 10
	}{
		{"0", "0", 0}, {"3", "3", 3}, {" 20% ", "20%", 2}, {"0%", "0", 0}, {"100%", "100%", 10}, {"12.5%", "12.5%", 1}, {"1000000000", "1000000000", 10},
	} {
		var tolerance verdict.Tolerance
		if err := tolerance.Set(test.text); err != nil {
			t.Error(err)
		}
		if got := tolerance.String(); got != test.written {
			t.Errorf("%q is written %q", test.text, got)
		}
		for underpowered := range 11 {
			v := &verdict.Verdict{Cases: 10, MaxMDE: 0.05}
			for i := range underpowered {
				v.Comparisons = append(v.Comparisons, speed(fmt.Sprint(i), verdict.Undecided, 0.5))
			}
			problems := v.UnderpoweredProblem(tolerance, "measure longer")
			if len(problems) != min(underpowered, 1) {
				t.Fatalf("%d problems with %d underpowered cases", len(problems), underpowered)
			}
			if tolerated := underpowered == 0 || problems[0].Outcome == verdict.Pass; tolerated != (underpowered <= test.most) {
				t.Errorf("%s: %d of 10 underpowered cases are tolerated, or are not", test.text, underpowered)
			}
		}
	}
	for _, text := range []string{"", "-1", "x", "1.5", "101%", "-1%", "NaN", "Inf%", "1000000001"} {
		if err := new(verdict.Tolerance).Set(text); err == nil {
			t.Errorf("%q is a tolerance", text)
		}
	}
}

// speed is a comparison with an MDE.
func speed(name string, status verdict.Status, mde float64) verdict.Comparison {
	return verdict.Comparison{Case: name, Key: results.Key{Name: name}, Unit: "sec/op", Evidence: verdict.Tested, Direction: verdict.LowerBetter, Status: status, MDE: math.Log1p(mde)}
}

// Empty columns are dropped.
func TestColumnsOfOneRow(t *testing.T) {
	for seen, columns := range map[float64]int{0.05: 10, math.NaN(): 9} {
		c := speed("A", verdict.Regression, seen)
		c.Old, c.New, c.OldN, c.NewN = 1, 1.1, 20, 20
		c.Effect = verdict.Effect{Shift: statistics.Shift{Log: 0.1, Lo: 0.05, Hi: 0.15, P: 1e-6}, PHolm: 1e-5}
		var b strings.Builder
		fixture.Check(t, (&verdict.Verdict{Comparisons: []verdict.Comparison{c}}).WriteMarkdown(&b))
		var rows []string // the names of the columns and what is below them
		for line := range strings.Lines(b.String()) {
			if strings.HasPrefix(line, "| ") {
				rows = append(rows, line)
			}
		}
		if len(rows) == 4 {
			rows = rows[2:] // the details
		}
		if len(rows) != 2 || strings.Count(rows[0], "|") != columns+1 || strings.Count(rows[1], "|") != columns+1 {
			t.Errorf("MDE %v: %q", seen, rows)
		}
	}
}

// Cases with an MDE above the limit are underpowered.
func TestBlindProblem(t *testing.T) {
	changed := func(c verdict.Comparison, change func(*verdict.Comparison)) verdict.Comparison { change(&c); return c }
	blindOne := speed("B", verdict.Undecided, 0.5)
	for _, test := range []struct {
		what string
		c    []verdict.Comparison
		want string // the cases that are listed
	}{
		{"nothing", []verdict.Comparison{speed("A", verdict.Same, 0.01)}, ""},
		{"just detectable", []verdict.Comparison{speed("A", verdict.Same, 0.0999)}, ""},
		{"just not detectable", []verdict.Comparison{speed("A", verdict.Same, 0.1001)}, "A (MDE 10%)"},
		{"the worst first", []verdict.Comparison{speed("A", verdict.Same, 0.2), blindOne, speed("C", verdict.Same, 0.2)}, "B (MDE 50%),A (MDE 20%),C (MDE 20%)"},
		{"never", []verdict.Comparison{changed(speed("A", verdict.Untestable, 0), func(c *verdict.Comparison) { c.MDE = math.Inf(1) })}, "A (no MDE)"},
		{"one case in two units", []verdict.Comparison{speed("A", verdict.Same, 0.2), changed(speed("A", verdict.Same, 0.3), func(c *verdict.Comparison) { c.Unit = "sec/entity" })}, "A (MDE 30%)"},
		{"what changed for certain", []verdict.Comparison{speed("A", verdict.Regression, 0.5)}, ""},
		{"counted", []verdict.Comparison{changed(blindOne, func(c *verdict.Comparison) { c.Evidence = verdict.Counted })}, ""},
		{"without direction", []verdict.Comparison{changed(blindOne, func(c *verdict.Comparison) { c.Direction = verdict.Unknown })}, ""},
		{"no speed", []verdict.Comparison{changed(blindOne, func(c *verdict.Comparison) { c.Unit = "B/op" })}, ""},
	} {
		v := verdict.Verdict{Comparisons: test.c, MaxMDE: 0.1, MaxRegression: 0.05, Cases: 10}
		problems := v.UnderpoweredProblem(verdict.Tolerance{}, "measure more")
		var got string
		if len(problems) > 0 {
			got = strings.Join(problems[0].Cases, ",")
		}
		if got != test.want || len(problems) > 1 {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
	v := verdict.Verdict{Comparisons: []verdict.Comparison{blindOne, speed("A", verdict.Untestable, 0.3)}, MaxMDE: 0.1, MaxRegression: 0.2, Cases: 10}
	for _, test := range []struct {
		tolerated verdict.Tolerance
		outcome   verdict.Outcome
		says      string
	}{
		{verdict.Tolerance{Cases: 1}, verdict.Inconclusive, "underpowered in 2 of 10 cases: too noisy or too few samples for an MDE of 20%"},
		{verdict.Tolerance{Cases: 2}, verdict.Pass, "underpowered in 2 of 10 cases: too noisy or too few samples for an MDE of 20% (--underpowered 2)"},
	} {
		p := v.UnderpoweredProblem(test.tolerated, "measure more")
		if len(p) != 1 || p[0].Outcome != test.outcome || p[0].What != test.says || !strings.HasPrefix(p[0].Remedy, "measure more, or accept more than --underpowered ") {
			t.Errorf("%v: %+v", &test.tolerated, p)
		}
	}
	v.Comparisons = slices.Delete(v.Comparisons, 0, 1)
	if p := v.UnderpoweredProblem(verdict.Tolerance{}, ""); !strings.HasPrefix(p[0].What, "underpowered in 1 of 10 cases: too few samples") {
		t.Errorf("%+v", p)
	}
}
