package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Results are placed on the axes of their scenario, and charts go along the last axis that varies,
// preferably the size of the world.
func TestEveryAxisOfEveryScenario(t *testing.T) {
	for _, s := range scenarios.All() {
		for _, varied := range s.Axes {
			var b strings.Builder
			for _, v := range []int{1, 2, 8} {
				name := s.Title + "/impl=dense"
				for _, a := range s.Axes {
					at := 4
					if a.Name == varied.Name {
						at = v
					}
					name += fmt.Sprintf("/%s=%d", a.Name, at)
				}
				b.WriteString(lines(name, 5, 6))
			}
			scenario := parse(t, b.String()).Scenarios[0]
			if len(scenario.Axes) != len(s.Axes) || len(scenario.Shapes) != 3 {
				t.Fatalf("%s by %s: %d axes, %d shapes", s.Title, varied.Name, len(scenario.Axes), len(scenario.Shapes))
			}
			if along := scenario.Along; along < 0 || scenario.Axes[along].Name != varied.Name {
				t.Errorf("%s: charts go along %d, not along %s", s.Title, along, varied.Name)
			}
			if label := scenario.Shapes[2].Label(); !strings.Contains(label, "8 "+varied.Title) || scenario.Shapes[2].Options != "" {
				t.Errorf("%s by %s is shown as %q", s.Title, varied.Name, label)
			}
			if line := scenario.Shapes[2].Line(); strings.Contains(line, varied.Title) {
				t.Errorf("%s along %s: the line is %q", s.Title, varied.Name, line)
			}
		}
	}
}

func TestNumbersInForeignNamesAreAxes(t *testing.T) {
	r := parse(t, lines("Sort/impl=a/kind=heap/len=100/seed=7-2", 5, 6)+lines("Sort/impl=b/kind=heap/len=100/seed=7-2", 9, 6)+
		lines("Sort/impl=a/kind=heap/len=1000/seed=7-2", 5, 6))
	s := r.Scenarios[0]
	if s.Axes[0].Name != "len" || s.Axes[1].Name != "seed" || s.Along != 0 {
		t.Errorf("axes %+v, along %d", s.Axes, s.Along)
	}
	if got := s.Shapes[0].Label(); got != "len=100, seed=7, kind=heap" {
		t.Errorf("the label is %q", got)
	}
	if got := r.Blocks()[0].Sentence(); got != "Fastest: `a`, 1.80 ± 0.01 times faster than `b` (len=100, seed=7, kind=heap)." {
		t.Error(got)
	}
}

// Axes have the order of the scenario, not of names.
func TestAxesAreInTheOrderOfTheirScenario(t *testing.T) {
	both := lines("Iterate/impl=dense/comps=2/n=10-2", 2, 6)
	for _, text := range []string{
		lines("Iterate/impl=dense/n=10/comps=2-2", 2, 6), both,
		both + lines("Iterate/impl=dense/n=20-2", 2, 6), lines("Iterate/impl=dense/n=20-2", 2, 6) + both, // without both values
	} {
		s := parse(t, text).Scenarios[0]
		first := s.Shapes[0].At
		if len(s.Axes) != 2 || s.Axes[0].Name != "comps" || s.Axes[1].Name != "n" || first[1] == 10 && first[0] != 2 || first[1] == 20 && !math.IsNaN(first[0]) {
			t.Errorf("%s: axes %+v at %v", text, s.Axes, first)
		}
	}
}

// An option of a known scenario is not an axis.
func TestOptionsOfScenariosAreNoAxes(t *testing.T) {
	s := parse(t, lines("Iterate/impl=dense/comps=2/n=10/decoys=10-2", 5, 6)).Scenarios[0].Shapes[0]
	if s.Options != "decoys=10" || s.Size() != 10 || s.Row() != "2 components, decoys=10" {
		t.Errorf("%q at size %v, options %q", s.Row(), s.Size(), s.Options)
	}
}

func TestWaysOfCallingAreNeverRankedTogether(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct {
		call        string
		dense, soon float64
	}{{"entity", 5, 9}, {"batch", 4, 2}} {
		b.WriteString(lines("Create/impl=dense/n=10/mode="+c.call+"-2", c.dense, 8))
		b.WriteString(lines("Create/impl=paged/n=10/mode="+c.call+"-2", c.soon, 8))
	}
	b.WriteString(lines("Iterate/impl=dense/n=10-2", 1, 8) + lines("Iterate/impl=paged/n=10-2", 3, 8))
	if s := parse(t, lines("Create/impl=dense/n=10/mode=batch-2", 4, 8)+lines("Create/impl=dense/n=10/mode=entity-2", 5, 8)).Scenarios; s[0].Mode.Words() != "entity by entity" {
		t.Errorf("first comes %s", s[0].Label)
	}
	r := parse(t, b.String())
	want := []struct{ title, best string }{
		{"Create, entity by entity", "dense"}, {"Create, in batches", "paged"}, {"Iterate, entity by entity", "dense"},
	}
	for i, block := range r.Blocks() {
		if block.Title() != want[i].title || block.Shapes[0].Best(results.Design).Impl.Name != want[i].best || len(block.Shapes[0].Cases) != 2 {
			t.Errorf("block %d: %s is won by %s among %d", i, block.Title(), block.Shapes[0].Best(results.Design).Impl.Name, len(block.Shapes[0].Cases))
		}
	}
}

func TestMemoryIsNotSpeed(t *testing.T) {
	memory := func(impl string, bytes int) string {
		return strings.Repeat(fmt.Sprintf("BenchmarkMemory/impl=%s/comps=2/n=10/mode=entity-2 1 %d retained-B/entity\n", impl, bytes), 8)
	}
	r := parse(t, lines("Create/impl=dense/n=10/mode=entity-2", 1, 8)+lines("Create/impl=paged/n=10/mode=entity-2", 2, 8)+memory("dense", 48)+memory("paged", 24)+memory("soa", 16))
	block := r.Blocks()[1]
	if block.Scenario.Unit != "retained-B/entity" || len(block.Units()) != 0 {
		t.Errorf("ranked by %s beside %v", block.Scenario.Unit, block.Units())
	}
	if got := block.Sentence(); got != "Most compact design: `paged`, 2.00 ± 0.00 times less memory than `dense` (2 components, 10 entities)." {
		t.Error(got)
	}
	rows := r.Winners()[0].Rows
	if len(rows) != 3 || rows[1].BestText() != "paged" || rows[2].Scenario != "average of 1 row" || rows[2].BestText() != "dense" {
		t.Errorf("memory is not apart: %+v", rows)
	}
}

func TestWhatFailedIsNotRanked(t *testing.T) {
	r := parse(t, lines("Iterate/impl=dense/n=10-2", 5, 8)+lines("Iterate/impl=paged/n=10-2", 1, 8)+
		`# failed {"case":"Iterate/impl=paged/n=10-2","reason":"wrong state"}`+"\n"+
		`# failed {"case":"Churn/impl=dense/n=10/mode=entity-2","reason":"panic"}`+"\n")
	shape := r.Scenarios[0].Shapes[0]
	if shape.Best(results.Design).Impl.Name != "dense" || len(shape.Cases) != 1 || len(shape.Without) != 1 || shape.Without[0].Reason != "wrong state" {
		t.Errorf("%+v", shape)
	}
	if s := r.Scenarios[1]; s.Label != "Churn, entity by entity" || len(s.Shapes[0].Without) != 1 || s.Unit != "" {
		t.Errorf("a scenario without any number: %+v", s)
	}
}

// A file does not state the setting of a failed case.
func TestWhatFailedIsShownInEverySettingOfItsFile(t *testing.T) {
	dense := lines("Iterate/impl=dense/n=10-2", 2, 6)
	r := parse(t, "profile: A\n"+dense+"profile: AA\n"+dense+`# failed {"case":"Iterate/impl=paged/n=10-2","reason":"wrong state"}`+"\n", "profile: AAA\n"+dense)
	for i, want := range []int{1, 1, 0} {
		if s := r.Scenarios[0].Shapes[i]; len(s.Without) != want || len(s.Cases) != 1 {
			t.Errorf("in %s: %+v", r.Settings[s.Setting].Label, s.Without)
		}
	}
	// A configuration without other samples may belong to any setting.
	r = parse(t, "profile: A\n"+dense+"profile: AA\n"+dense, `# ecsbench {"format":1}`+"\n"+`# failed {"case":"Iterate/impl=paged/n=10-2","reason":"wrong state"}`+"\n")
	for _, s := range r.Scenarios[0].Shapes {
		if len(s.Without) != 1 {
			t.Errorf("a file of failures, in %s: %+v", r.Settings[s.Setting].Label, s.Without)
		}
	}
}

func TestOptionsHaveOneOrder(t *testing.T) {
	const name = "Sort/impl=a/f=x/c=x/e=x/a=x/d=x/b=x-2"
	for range 5 {
		if got := parse(t, lines(name, 5, 6)).Scenarios[0].Shapes[0].Options; got != "a=x b=x c=x d=x e=x f=x" {
			t.Fatal(got)
		}
	}
}

// The interval includes the drift between runs; the ratio does not.
func TestPrecisionIsTheLargerHalf(t *testing.T) {
	main := sampled(t, 98, 100, 100, 100, 100, 103).Main()
	if got := main.Within; got < 0.0299 || got > 0.0301 {
		t.Errorf("within the run: ±%v, want 0.03", got)
	}
	// The mean distance is 5/5, as a standard deviation 1.25.
	if got, want := main.Precision(), math.Hypot(0.03, 1.96*0.2*0.0125); math.Abs(got-want) > 1e-4 {
		t.Errorf("with drift: ±%v, want %v", got, want)
	}
}
