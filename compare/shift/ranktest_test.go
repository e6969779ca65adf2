package shift_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"
	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/compare/shift"
)

func close(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*math.Max(1e-3, math.Abs(a)+math.Abs(b))
}

// p must be that of x/perf's own test, ties or not.
func TestPEqualsMannWhitney(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(1, 100)
		if rapid.Bool().Draw(t, "ties") {
			value = rapid.Map(rapid.IntRange(1, 6), func(i int) float64 { return float64(i) })
		}
		x := sortedCopy(rapid.SliceOfN(value, 1, 12).Draw(t, "x"))
		y := sortedCopy(rapid.SliceOfN(value, 1, 12).Draw(t, "y"))
		want := 1.0
		if res, err := stats.MannWhitneyUTest(x, y, stats.LocationDiffers); err == nil {
			want = math.Min(1, res.P)
		}
		if got := shift.RankTestFor(len(x), len(y)).P(x, y); !close(got, want) {
			t.Fatalf("P(%v, %v) = %v, want %v", x, y, got, want)
		}
	})
}

// Equal values count half, and make their test another.
func TestTies(t *testing.T) {
	for _, c := range []struct{ x, y []float64 }{
		{[]float64{1, 2}, []float64{3, 4}},
		{[]float64{3, 4}, []float64{1, 2}},
		{[]float64{1, 1, 3}, []float64{2, 4, 5}},
		{[]float64{1, 2, 5}, []float64{3, 3, 4}},
		{[]float64{1, 3}, []float64{3, 4}},
		{[]float64{1, 3, 3, 7}, []float64{3, 4, 5, 7, 8}},
		{[]float64{2, 2}, []float64{2, 2}},
	} {
		want := 1.0 // of values that are all equal
		if res, err := stats.MannWhitneyUTest(c.x, c.y, stats.LocationDiffers); err == nil {
			want = math.Min(1, res.P)
		}
		if got := shift.RankTestFor(len(c.x), len(c.y)).P(c.x, c.y); !close(got, want) {
			t.Errorf("p(%v, %v) = %v, want %v", c.x, c.y, got, want)
		}
	}
}

func TestPOfLargeSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{49, 50, 51, 200} {
		x, y := normal(rng, n, 0), normal(rng, n+1, 0.3)
		res, err := stats.MannWhitneyUTest(x, y, stats.LocationDiffers)
		if err != nil {
			t.Fatal(err)
		}
		if got := shift.RankTestFor(n, n+1).P(x, y); math.Abs(got-res.P) > 1e-9 {
			t.Errorf("n=%d: p = %v, want %v", n, got, res.P)
		}
	}
}

func normal(rng *rand.Rand, n int, mean float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = mean + rng.NormFloat64()
	}
	return sortedCopy(out)
}

// Published critical values for two-sided tests: Hollander, Wolfe & Chicken,
// or any textbook's table of U.
func TestCritical(t *testing.T) {
	for _, c := range []struct {
		n1, n2 int
		alpha  float64
		want   int
	}{
		{3, 3, 0.05, -1}, {4, 4, 0.05, 0}, {5, 5, 0.05, 2}, {8, 8, 0.05, 13}, {10, 10, 0.05, 23},
		{20, 20, 0.05, 127}, {5, 5, 0.01, 0}, {10, 10, 0.01, 16}, {20, 20, 0.01, 105}, {7, 12, 0.05, 18},
		{60, 70, 0.05, 1679}, // by the normal distribution, with its correction for continuity
	} {
		if got := shift.RankTestFor(c.n1, c.n2).Critical(c.alpha); got != c.want {
			t.Errorf("critical U for %d and %d at %v = %d, want %d", c.n1, c.n2, c.alpha, got, c.want)
		}
	}
}

func TestNeeded(t *testing.T) {
	for _, c := range []struct {
		alpha float64
		want  int
	}{{0.05, 4}, {0.01, 5}, {0.01 / 100, 9}, {1, 1}} {
		if got := shift.Needed(c.alpha); got != c.want {
			t.Errorf("Needed(%v) = %d, want %d", c.alpha, got, c.want)
		}
		n := shift.Needed(c.alpha)
		if shift.RankTestFor(n, n).Critical(c.alpha) < 0 {
			t.Errorf("Needed(%v) = %d, but nothing is significant then", c.alpha, n)
		}
	}
}

// The order statistics are those of all differences.
func TestShiftsAreTheDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(rapid.Float64Range(-5, 5), rapid.Just(float64(shift.Zero)),
			rapid.Map(rapid.IntRange(0, 3), func(i int) float64 { return float64(i) }))
		x := sortedCopy(rapid.SliceOfN(value, 1, 12).Draw(t, "x"))
		y := sortedCopy(rapid.SliceOfN(value, 1, 12).Draw(t, "y"))
		var listed []float64
		for _, a := range x {
			for _, b := range y {
				listed = append(listed, b-a)
			}
		}
		slices.Sort(listed)
		found := &shift.Differences{X: x, Y: y}
		for i, want := range listed {
			if got := found.Nth(i + 1); got != want {
				t.Fatalf("Nth(%d) of %v and %v: %v, want %v", i+1, x, y, got, want)
			}
		}
	})
}

// The interval and the test are two views of one statistic: without ties, p is
// at most alpha exactly where the interval leaves out no change.
func TestIntervalAgreesWithTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(0, 1)
		x := sortedCopy(rapid.SliceOfNDistinct(value, 5, 15, rapid.ID).Draw(t, "x"))
		y := sortedCopy(rapid.SliceOfNDistinct(value, 5, 15, rapid.ID).Draw(t, "y"))
		if slices.ContainsFunc(x, func(v float64) bool { return slices.Contains(y, v) }) {
			t.Skip("ties")
		}
		e := shift.Of(x, y, 0.05)
		p := shift.RankTestFor(len(x), len(y)).P(x, y)
		if outside := e.Lo > 0 || e.Hi < 0; outside != (p <= 0.05) {
			t.Fatalf("p = %v, interval [%v, %v]", p, e.Lo, e.Hi)
		}
		if e.Log < e.Lo || e.Log > e.Hi {
			t.Fatalf("%v is not in [%v, %v]", e.Log, e.Lo, e.Hi)
		}
	})
}

// The interval must cover the true shift as often as it says.
func TestIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const rounds, moved = 2000, 0.07
	missed := 0
	for range rounds {
		x, y := normal(rng, 10, 0), normal(rng, 10, moved)
		if e := shift.Of(x, y, 0.05); moved < e.Lo || moved > e.Hi {
			missed++
		}
	}
	// 4.3% is the level that the sizes allow; 3 standard errors around it.
	if share := float64(missed) / rounds; share < 0.030 || share > 0.057 {
		t.Errorf("missed the shift in %.1f%% of samples, want about 4.3%%", 100*share)
	}
}

func sortedCopy(values []float64) []float64 { return slices.Sorted(slices.Values(values)) }
