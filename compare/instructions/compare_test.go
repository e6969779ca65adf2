package instructions

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/profiler/cachegrind"
)

// A program starts up with some instructions and does its work in two functions.
type program struct {
	startUp, f, g int64
	noise         float64 // of f, by process
	rng           *rand.Rand
}

func (p program) count(_ context.Context, operations int) (*cachegrind.Counts, error) {
	n := int64(operations)
	f := n * p.f
	if p.noise > 0 {
		f = int64(float64(f) * (1 + p.noise*p.rng.NormFloat64()))
	}
	return &cachegrind.Counts{
		Total: cachegrind.References{Instructions: p.startUp + f + n*p.g},
		Lines: map[cachegrind.Line]int64{
			{Function: "runtime.main", File: "runtime/proc.go", Number: 1}: p.startUp,
			{Function: "m.F", File: "m/a.go", Number: 7}:                   f / 3,
			{Function: "m.F", File: "m/b.go", Number: 2}:                   f - f/3,
			{Function: "m.G", File: "m/b.go", Number: 9}:                   n * p.g,
		},
	}, nil
}

func TestCompare(t *testing.T) {
	base := program{startUp: 5_000_000, f: 600, g: 400}
	for name, test := range map[string]struct {
		head   program
		want   Finding
		change float64
	}{
		"nothing changed":        {base, Same, 0},
		"start-up alone":         {program{startUp: 9_000_000, f: 600, g: 400}, Same, 0},
		"1% more":                {program{startUp: 5_000_000, f: 610, g: 400}, More, 0.01},
		"half a thousandth more": {program{startUp: 5_000_000, f: 600, g: 400, noise: 0.0005}, Same, 0},
		"less":                   {program{startUp: 5_000_000, f: 600, g: 300}, Less, -0.1},
		"by seed of a hash":      {program{startUp: 5_000_000, f: 600, g: 400, noise: 0.2}, Unsteady, 0},
	} {
		test.head.rng = rand.New(rand.NewPCG(1, 2))
		c, err := Compare(context.Background(), base.count, test.head.count, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if c.Finding != test.want {
			t.Errorf("%s: %s, want %s: %+v", name, c.Finding, test.want, c)
		}
		if test.head.noise == 0 && (math.Abs(c.Change-test.change) > 1e-9 || c.Repetitions != fewest || c.Base != 1000) {
			t.Errorf("%s: %+v, want a change of %v from 1000 in %d repetitions", name, c, test.change, fewest)
		}
	}
}

func TestCompareNamesWhatGrew(t *testing.T) {
	base, head := program{startUp: 1000, f: 600, g: 400}, program{startUp: 9000, f: 630, g: 500}
	c, err := Compare(context.Background(), base.count, head.count, 1000)
	if err != nil {
		t.Fatal(err)
	}
	want := []Grown{
		{Function: "m.G", File: "m/b.go", Line: 9, Base: 400, Head: 500},
		{Function: "m.F", File: "m/b.go", Line: 2, Base: 600, Head: 630},
	}
	if len(c.Grown) != 2 || c.Grown[0] != want[0] || c.Grown[1] != want[1] {
		t.Errorf("%+v, want %+v", c.Grown, want)
	}
}

func TestCompareTellsWhoCouldNotBeCounted(t *testing.T) {
	broken := errors.New("no valgrind")
	_, err := Compare(context.Background(), program{f: 1}.count, func(context.Context, int) (*cachegrind.Counts, error) { return nil, broken }, 1000)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "head") {
		t.Errorf("got %v", err)
	}
	if _, err = Compare(context.Background(), program{startUp: 7}.count, program{startUp: 7}.count, 10); err == nil || !strings.Contains(err.Error(), "cost less than start-up varies by") {
		t.Errorf("nothing to count: %v", err)
	}
}
