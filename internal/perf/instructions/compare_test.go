package instructions

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// A program has a start-up cost and works in two functions.
type program struct {
	startUp, f, g int64
	noise         float64 // of f, by process
	rng           *rand.Rand
}

func (p program) count(_ context.Context, operations int) (*Counts, error) {
	n := int64(operations)
	f := n * p.f
	if p.noise > 0 {
		f = int64(float64(f) * (1 + p.noise*p.rng.NormFloat64()))
	}
	return &Counts{
		Total: References{Instructions: p.startUp + f + n*p.g},
		Lines: map[SourceLine]int64{
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
		"less":                   {program{startUp: 5_000_000, f: 600, g: 300}, Fewer, -0.1},
		"by seed of a hash":      {program{startUp: 5_000_000, f: 600, g: 400, noise: 0.2}, Unsteady, 0},
	} {
		test.head.rng = rand.New(rand.NewPCG(1, 2))
		c, err := Compare(context.Background(), Lengths(base.count), Lengths(test.head.count), 1000, Precision)
		fixture.Check(t, err)
		if c.Finding != test.want {
			t.Errorf("%s: %s, want %s: %+v", name, c.Finding, test.want, c)
		}
		repetitions := fewest
		if test.change == 0 {
			repetitions = 1 // varying counts do not agree by chance
		}
		if test.head.noise == 0 && (math.Abs(c.Change-test.change) > 1e-9 || c.Repetitions != repetitions || c.Base != 1000) {
			t.Errorf("%s: %+v, want a change of %v from 1000 in %d repetitions", name, c, test.change, repetitions)
		}
		if test.want == Unsteady && c.Repetitions != most {
			t.Errorf("%s: given up after %d repetitions, want %d", name, c.Repetitions, most)
		}
	}
}

// Package testing executes one operation first, unless one is all that is asked for.
func TestLengthsOfFewOperations(t *testing.T) {
	benchmark := func(_ context.Context, operations int) (*Counts, error) {
		executed := int64(operations)
		if operations > 1 {
			executed++
		}
		return &Counts{Total: References{Instructions: 5_000_000 + 1000*executed}}, nil
	}
	for n := 1; n < 30; n++ {
		c, err := Lengths(benchmark)(context.Background(), n)
		if err != nil || c.Total.Instructions != int64(1000*n) {
			t.Errorf("%d operations: %+v, %v", n, c, err)
		}
	}
}

func TestCompareNamesWhatGrew(t *testing.T) {
	base, head := program{startUp: 1000, f: 600, g: 400}, program{startUp: 9000, f: 630, g: 500}
	c, err := Compare(context.Background(), Lengths(base.count), Lengths(head.count), 1000, Precision)
	fixture.Check(t, err)
	want := []GrownFunction{
		{Function: "m.G", File: "m/b.go", Line: 9, Base: 400, Head: 500},
		{Function: "m.F", File: "m/b.go", Line: 2, Base: 600, Head: 630},
	}
	if len(c.Grown) != 2 || c.Grown[0] != want[0] || c.Grown[1] != want[1] {
		t.Errorf("%+v, want %+v", c.Grown, want)
	}
}

func TestCompareNamesTheUncounted(t *testing.T) {
	broken := errors.New("no valgrind")
	_, err := Compare(context.Background(), Lengths(program{f: 1}.count), func(context.Context, int) (*Counts, error) { return nil, broken }, 1000, Precision)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "head") {
		t.Errorf("got %v", err)
	}
	if _, err = Compare(context.Background(), Lengths(program{startUp: 7}.count), Lengths(program{startUp: 7}.count), 10, Precision); err == nil || !strings.Contains(err.Error(), "cost less than the variation of start-up") {
		t.Errorf("nothing to count: %v", err)
	}
}

// TestFiguresAreAsTheyWere pins intervals of varying counts, and the requested
// operations.
func TestFiguresAreAsTheyWere(t *testing.T) {
	var got strings.Builder
	for i, noise := range []float64{0, 0.0004, 0.002, 0.02} {
		rng := rand.New(rand.NewPCG(uint64(i), 8))
		asked := map[int]bool{}
		of := func(p program) Count {
			p.noise, p.rng = noise, rng
			return Lengths(func(ctx context.Context, operations int) (*Counts, error) {
				asked[operations] = true
				return p.count(ctx, operations)
			})
		}
		base, head := newSide("base", of(program{startUp: 5000, f: 600, g: 400}), 1000*i), newSide("head", of(program{startUp: 7000, f: 640, g: 400}), 1000*i)
		for range 4 {
			for _, s := range []*side{base, head} {
				fixture.Check(t, s.repeat(t.Context()))
			}
		}
		c := compareSides(base, head)
		fmt.Fprintf(&got, "%d: %.5g and %.5g, %.4g [%.4g, %.4g] of %d, %s, steady %v, asked for %v\n", i, c.Base, c.Head, c.Change, c.Low, c.High, c.Repetitions, c.finding(), c.Steady(), slices.Sorted(maps.Keys(asked)))
	}
	const want = `0: 1000 and 1040, 0.04 [0.039, 0.041] of 4, more work, steady true, asked for [2 3]
1: 1000 and 1040.1, 0.04002 [0.03833, 0.04172] of 4, more work, steady true, asked for [101 1101]
2: 1001.2 and 1040.2, 0.03893 [0.03548, 0.04237] of 4, more work, steady false, asked for [201 2201]
3: 992.1 and 1043, 0.05132 [0.01789, 0.08475] of 4, more work, steady false, asked for [301 3301]
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// Grown functions are limited in number, each with its costliest line in the file of
// most growth.
func TestGrowth(t *testing.T) {
	base, head := map[SourceLine]int64{}, map[SourceLine]int64{}
	for i := range keptGrown + 5 {
		at := SourceLine{Function: fmt.Sprintf("f%02d", i), File: "a.go", Number: i}
		base[at], head[at] = 100, 100+int64(10*i)
	}
	list := Growth(base, head, 10, 1)
	if len(list) != keptGrown || list[0].Function != "f34" || list[0].Base != 10 || list[0].Head != 44 || list[keptGrown-1].Function != "f05" {
		t.Errorf("%d functions, from %+v to %+v", len(list), list[0], list[len(list)-1])
	}
	if list := Growth(base, head, 10, 34); len(list) != 1 {
		t.Errorf("%+v grew by at least 34", list)
	}
	if list := Growth(base, head, 10, 34.1); len(list) != 0 {
		t.Errorf("%+v grew by at least 34.1", list)
	}
	head = map[SourceLine]int64{
		{Function: "f", File: "a.go", Number: 9}: 50, {Function: "f", File: "a.go", Number: 4}: 50, {Function: "f", File: "a.go", Number: 7}: 20,
		{Function: "f", File: "b.go", Number: 1}: 110, {Function: "f", File: "", Number: 2}: 500, {Function: "g", File: "c.go", Number: 3}: 1000, {Function: "h"}: 70,
	}
	want := []GrownFunction{{"g", "c.go", 3, 0, 1000}, {"f", "a.go", 4, 0, 730}, {"h", "", 0, 0, 70}}
	for range 20 { // independent of the order of lines
		if got := Growth(nil, head, 1, 1); !slices.Equal(got, want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
}

func TestFindings(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      Finding
		steady    bool
	}{
		{0.001, 0.002, More, true}, {0, 0.002, Same, true}, {-0.002, -0.001, Fewer, true}, {-0.002, 0, Same, true}, {-0.002, 0.002, Same, true}, {-0.0021, 0.002, Same, false},
		{-0.025, 0.025, Same, false}, {-0.03, 0.03, Unsteady, false}, {0.01, 0.9, More, false},
	} {
		c := Difference{Low: test.low, High: test.high}
		if c.finding() != test.want || c.Steady() != test.steady {
			t.Errorf("[%v, %v]: %s, steady %v", test.low, test.high, c.finding(), c.Steady())
		}
	}
}
