package report_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"

	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// A pair are the samples of one row.
type pair [2][]float64

// comparisons returns the comparison of each pair, made in their order.
func comparisons(t *testing.T, assume string, pairs ...pair) (list []*benchmath.Comparison) {
	t.Helper()
	var file strings.Builder
	fmt.Fprintf(&file, "Unit x assume=%s\n", assume)
	for i, p := range pairs {
		for side, values := range p {
			for _, v := range values {
				fmt.Fprintf(&file, "Benchmark%04d/side=%d 1 %v x\n", i, side, v)
			}
		}
	}
	opts := report.DefaultCompareOptions()
	opts.Row, opts.Col = ".name", "/side"
	tables, err := report.Compare(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(file.String())}, opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(tables.Tables) != 1 || len(tables.Tables[0].Rows) != len(pairs) {
		t.Fatalf("%d tables, want one of %d rows", len(tables.Tables), len(pairs))
	}
	for i := range pairs {
		list = append(list, tables.Tables[0].Row(i)[1].Comparison)
	}
	return list
}

// A test that is remembered says what the test itself does, of samples of all sizes and
// with all kinds of ties.
func TestRememberedTests(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pairs := make([]pair, 400)
	for i := range pairs {
		for side := range pairs[i] {
			for range 1 + rng.IntN(4) {
				pairs[i][side] = append(pairs[i][side], float64(1+rng.IntN(5)))
			}
		}
	}
	for i, got := range comparisons(t, "nothing", pairs...) {
		var samples [2]*benchmath.Sample
		for side, values := range pairs[i] {
			samples[side] = benchmath.NewSample(values, &benchmath.DefaultThresholds)
		}
		if want := benchmath.AssumeNothing.Compare(samples[0], samples[1]); !reflect.DeepEqual(*got, want) {
			t.Fatalf("%v: %+v, want %+v", pairs[i], *got, want)
		}
	}
}

// Remembered is what depends on ranks alone, and of samples small enough for that to
// be dear.
func TestWhichTestsAreRemembered(t *testing.T) {
	long := make([]float64, stats.MannWhitneyExactLimit+1)
	for i := range long {
		long[i] = float64(i)
	}
	full := long[:stats.MannWhitneyExactLimit]
	for _, test := range []struct {
		what   string
		assume string
		pair   pair
		want   bool
	}{
		{"ranks", "nothing", pair{{1, 3, 3}, {2, 3}}, true},
		{"as many as are exact", "nothing", pair{{0.5}, full}, true},
		{"more on the right", "nothing", pair{{0.5}, long}, false},
		{"more on the left", "nothing", pair{long, {0.5}}, false},
		{"values", "exact", pair{{1, 1, 1}, {2, 2}}, false},
	} {
		var twice pair // the same ranks
		for side, values := range test.pair {
			for _, v := range values {
				twice[side] = append(twice[side], 2*v)
			}
		}
		both := comparisons(t, test.assume, test.pair, twice)
		if got := both[0] == both[1]; got != test.want {
			t.Errorf("%s: remembered %v, want %v", test.what, got, test.want)
		}
	}
}
