package statistics_test

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"
	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*math.Max(1e-3, math.Abs(a)+math.Abs(b))
}

// p equals that of x/perf's test. With ties this needs equal sizes, so that the U of
// both samples have the same distribution.
func TestPEqualsMannWhitney(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12)
		n1, n2 := n.Draw(t, "n1"), n.Draw(t, "n2")
		values := rapid.SliceOfNDistinct(rapid.Float64Range(1, 100), n1+n2, n1+n2, rapid.ID)
		if rapid.Bool().Draw(t, "ties") {
			n2 = n1
			values = rapid.SliceOfN(few, n1+n2, n1+n2)
		}
		all := values.Draw(t, "values")
		x, y := sortedCopy(all[:n1]), sortedCopy(all[n1:])
		want := 1.0
		if res, err := stats.MannWhitneyUTest(x, y, stats.LocationDiffers); err == nil {
			want = math.Min(1, res.P)
		}
		if got := statistics.RankTestFor(len(x), len(y)).P(x, y); !near(got, want) {
			t.Fatalf("P(%v, %v) = %v, want %v", x, y, got, want)
		}
	})
}

// few has many equal values.
var few = rapid.Map(rapid.IntRange(1, 6), func(i int) float64 { return float64(i) })

// p is twice the share of all draws with a U as extreme on the same side.
func TestPEqualsAllDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.SliceOfN(few, 1, 6).Draw(t, "x"), rapid.SliceOfN(few, 1, 6).Draw(t, "y")
		all := slices.Concat(x, y)
		// beyond returns the distance of the U of a set from the middle.
		beyond := func(set int) (sum int) {
			for i, a := range all {
				for j, b := range all {
					if set>>i&1 == 1 && set>>j&1 == 0 {
						sum += cmp.Compare(a, b)
					}
				}
			}
			return sum
		}
		observed := beyond(1<<len(x) - 1)
		asFar, draws := 0., 0.
		for set := range 1 << len(all) {
			if bits.OnesCount(uint(set)) == len(x) {
				draws++
				if at := beyond(set); observed < 0 && at <= observed || observed > 0 && at >= observed {
					asFar++
				}
			}
		}
		want := min(1, 2*asFar/draws)
		if observed == 0 {
			want = 1
		}
		x, y = sortedCopy(x), sortedCopy(y)
		if got := statistics.RankTestFor(len(x), len(y)).P(x, y); !near(got, want) {
			t.Fatalf("P(%v, %v) = %v, want %v", x, y, got, want)
		}
	})
}

// Equal values count half and change the distribution.
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
		if got := statistics.RankTestFor(len(c.x), len(c.y)).P(c.x, c.y); !near(got, want) {
			t.Errorf("p(%v, %v) = %v, want %v", c.x, c.y, got, want)
		}
	}
}

func TestPOfLargeSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{49, 50, 51, 200} {
		x, y := normal(rng, n, 0), normal(rng, n+1, 0.3)
		res, err := stats.MannWhitneyUTest(x, y, stats.LocationDiffers)
		fixture.Check(t, err)
		if got := statistics.RankTestFor(n, n+1).P(x, y); math.Abs(got-res.P) > 1e-9 {
			t.Errorf("n=%d: p = %v, want %v", n, got, res.P)
		}
	}
}

// Small samples have an exact p, also beyond tiesLimit if there are no ties.
func TestPOfManyTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, n := range []int{24, 25, 26} {
		x, y := normal(rng, n, 0), normal(rng, n, 0.5)
		for _, side := range [][]float64{x, y} {
			for i, v := range side {
				side[i] = math.Round(5 * v)
			}
		}
		res, err := stats.MannWhitneyUTest(x, y, stats.LocationDiffers)
		fixture.Check(t, err)
		if got := statistics.RankTestFor(n, n).P(x, y); math.Abs(got-res.P) > 1e-9 {
			t.Errorf("n=%d: p = %v, want %v", n, got, res.P)
		}
		equal := slices.Repeat([]float64{7}, n)
		if p := statistics.RankTestFor(n, n).P(equal, equal); p != 1 {
			t.Errorf("%d equal values on both sides: p = %v", n, p)
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
		if got := statistics.RankTestFor(c.n1, c.n2).Critical(c.alpha); got != c.want {
			t.Errorf("critical U for %d and %d at %v = %d, want %d", c.n1, c.n2, c.alpha, got, c.want)
		}
	}
}

func TestNeeded(t *testing.T) {
	for _, c := range []struct {
		alpha float64
		want  int
	}{{0.05, 4}, {0.01, 5}, {0.01 / 100, 9}, {1, 1}} {
		if got := statistics.Needed(c.alpha); got != c.want {
			t.Errorf("Needed(%v) = %d, want %d", c.alpha, got, c.want)
		}
		n := statistics.Needed(c.alpha)
		if statistics.RankTestFor(n, n).Critical(c.alpha) < 0 {
			t.Errorf("Needed(%v) = %d, but nothing is significant then", c.alpha, n)
		}
	}
}

func TestShiftsAreTheDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(rapid.Float64Range(-5, 5), rapid.Just(float64(statistics.LogZero)),
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
		found := &statistics.Differences{X: x, Y: y}
		for i, want := range listed {
			if got := found.Nth(i + 1); got != want {
				t.Fatalf("Nth(%d) of %v and %v: %v, want %v", i+1, x, y, got, want)
			}
		}
	})
}

// The interval and the test agree: without ties, p is at most alpha exactly if the
// interval excludes no change.
func TestIntervalAgreesWithTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Float64Range(0, 1)
		x := sortedCopy(rapid.SliceOfNDistinct(value, 5, 15, rapid.ID).Draw(t, "x"))
		y := sortedCopy(rapid.SliceOfNDistinct(value, 5, 15, rapid.ID).Draw(t, "y"))
		if slices.ContainsFunc(x, func(v float64) bool { return slices.Contains(y, v) }) {
			t.Skip("ties")
		}
		e := statistics.ShiftOf(x, y, 0.05, 0)
		p := statistics.RankTestFor(len(x), len(y)).P(x, y)
		if outside := e.Lo > 0 || e.Hi < 0; outside != (p <= 0.05) {
			t.Fatalf("p = %v, interval [%v, %v]", p, e.Lo, e.Hi)
		}
		if e.Log < e.Lo || e.Log > e.Hi {
			t.Fatalf("%v is not in [%v, %v]", e.Log, e.Lo, e.Hi)
		}
	})
}

// The interval covers the true shift at its level.
func TestIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const rounds, moved = 2000, 0.07
	missed := 0
	for range rounds {
		x, y := normal(rng, 10, 0), normal(rng, 10, moved)
		if e := statistics.ShiftOf(x, y, 0.05, 0); moved < e.Lo || moved > e.Hi {
			missed++
		}
	}
	// 4.3% is the level that the sizes allow; 3 standard errors around it.
	if share := float64(missed) / rounds; share < 0.030 || share > 0.057 {
		t.Errorf("missed the shift in %.1f%% of samples, want about 4.3%%", 100*share)
	}
}

func sortedCopy(values []float64) []float64 { return slices.Sorted(slices.Values(values)) }
