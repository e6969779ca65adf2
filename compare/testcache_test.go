package compare

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"
)

func sampleOf(values ...float64) *benchmath.Sample {
	return benchmath.NewSample(values, &benchmath.DefaultThresholds)
}

// A test that is remembered says what the test itself does, of samples of all sizes and
// with all kinds of ties.
func TestRememberedTests(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var cache testCache
	for range 400 {
		draw := func() *benchmath.Sample {
			values := make([]float64, 1+rng.IntN(4))
			for i := range values {
				values[i] = float64(1 + rng.IntN(5))
			}
			return sampleOf(values...)
		}
		a, b := draw(), draw()
		want := benchmath.AssumeNothing.Compare(a, b)
		if got := cache.compare(benchmath.AssumeNothing, a, b); !reflect.DeepEqual(*got, want) {
			t.Fatalf("%v and %v: %+v, want %+v", a.Values, b.Values, *got, want)
		}
	}
}

// Remembered is what depends on ranks alone, and of samples small enough for that to
// be dear.
func TestWhichTestsAreRemembered(t *testing.T) {
	var cache testCache
	long := make([]float64, stats.MannWhitneyExactLimit+1)
	for i := range long {
		long[i] = float64(i)
	}
	full := long[:stats.MannWhitneyExactLimit]
	for _, test := range []struct {
		what   string
		assume benchmath.Assumption
		a, b   []float64
		want   bool
	}{
		{"ranks", benchmath.AssumeNothing, []float64{1, 3, 3}, []float64{2, 3}, true},
		{"as many as are exact", benchmath.AssumeNothing, []float64{0.5}, full, true},
		{"more on the right", benchmath.AssumeNothing, []float64{0.5}, long, false},
		{"more on the left", benchmath.AssumeNothing, long, []float64{0.5}, false},
		{"distances", benchmath.AssumeNormal, []float64{1, 3, 3}, []float64{2, 3}, false},
	} {
		twice := func(values []float64) []float64 { // the same ranks
			values = slices.Clone(values)
			for i := range values {
				values[i] *= 2
			}
			return values
		}
		first := cache.compare(test.assume, sampleOf(slices.Clone(test.a)...), sampleOf(slices.Clone(test.b)...))
		if got := first == cache.compare(test.assume, sampleOf(twice(test.a)...), sampleOf(twice(test.b)...)); got != test.want {
			t.Errorf("%s: remembered %v, want %v", test.what, got, test.want)
		}
	}
}
