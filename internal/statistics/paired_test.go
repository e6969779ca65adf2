package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// The p-values were computed by hand from tables of the signed-rank
// distribution: with n rounds of one sign it is 2/2^n.
func TestKnownPValues(t *testing.T) {
	check := func(want float64, d ...float64) {
		t.Helper()
		if got := SignedRank(d); math.Abs(got-want) > 1e-12 {
			t.Errorf("Test(%v) = %v, want %v", d, got, want)
		}
	}
	check(1)
	check(1, 0, 0, 0)
	check(1, 3)
	check(2./8, 1, 2, 3)
	check(2./8, -1, -2, -3)
	check(2./16, 0, 1, 2, 3, 4)
}

// bySigns is the definition of the test: all signs of the ranks.
func bySigns(d []float64) float64 {
	ranks, plus := signedRanks(d)
	if len(ranks) == 0 {
		return 1
	}
	total := 0
	for _, r := range ranks {
		total += r
	}
	observed := math.Abs(float64(plus) - float64(total)/2)
	extreme := 0
	for signs := range 1 << len(ranks) {
		sum := 0
		for i, r := range ranks {
			if signs>>i&1 == 1 {
				sum += r
			}
		}
		if math.Abs(float64(sum)-float64(total)/2) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(ranks))
}

func TestEqualsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ints := rapid.SliceOfN(rapid.IntRange(-4, 4), 0, 10).Draw(t, "d") // many ties and zeros
		d := make([]float64, len(ints))
		for i, x := range ints {
			d[i] = float64(x)
		}
		if got, want := SignedRank(d), bySigns(d); math.Abs(got-want) > 1e-12 {
			t.Fatalf("Test(%v) = %v, by its definition %v", d, got, want)
		}
	})
}

func TestApproximationMeetsExactDistribution(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := make([]float64, signedRankExactLimit)
	for i := range d {
		d[i] = rng.NormFloat64() + 0.3
	}
	exact := SignedRank(d)
	withOneMore := SignedRank(append(d, 1e-9))
	if withOneMore < exact/1.5 || withOneMore > exact*1.5 {
		t.Errorf("p = %v for %d rounds, %v with one more zero", exact, len(d), withOneMore)
	}
}

func TestIntervalMovesWithTheData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.Float64Range(-1, 1), 8, 70).Draw(t, "d")
		shift := rapid.Float64Range(-1, 1).Draw(t, "shift")
		moved := slices.Clone(d)
		mirrored := slices.Clone(d)
		for i := range d {
			moved[i] += shift
			mirrored[i] = -d[i]
		}
		a, b, c := HodgesLehmann(d, 0.95), HodgesLehmann(moved, 0.95), HodgesLehmann(mirrored, 0.95)
		near := func(x, y float64) {
			if math.Abs(x-y) > 1e-9 {
				t.Fatalf("%v, shifted by %v %v, mirrored %v", a, shift, b, c)
			}
		}
		near(a.Lo+shift, b.Lo)
		near(a.Log+shift, b.Log)
		near(a.Hi+shift, b.Hi)
		near(a.Lo, -c.Hi)
		near(a.Hi, -c.Lo)
		if a.Lo > a.Log || a.Log > a.Hi {
			t.Fatalf("interval %v is out of order", a)
		}
	})
}

// Noise as on a shared machine: two speeds and rare long delays.
func noise(rng *rand.Rand) float64 {
	x := 0.01 * rng.NormFloat64()
	if rng.Float64() < 0.3 {
		x += 0.5
	}
	if rng.Float64() < 0.02 {
		x += 3 * rng.ExpFloat64()
	}
	return x
}

func TestCoverageAndFalseAlarms(t *testing.T) {
	for _, rounds := range []int{20, 60} {
		rng := rand.New(rand.NewPCG(uint64(rounds), 7))
		const experiments = 1000
		covered, alarms := 0, 0
		for range experiments {
			d := make([]float64, rounds)
			for i := range d {
				d[i] = noise(rng) - noise(rng)
			}
			if i := HodgesLehmann(d, 0.95); i.Lo <= 0 && 0 <= i.Hi {
				covered++
			}
			if SignedRank(d) < 0.05 {
				alarms++
			}
		}
		// Three standard errors of a share of 5% of 1,000 are 2.1%.
		if share := float64(covered) / experiments; share < 0.929 || share > 0.979 {
			t.Errorf("%d rounds: the 95%% interval holds the truth in %.1f%%", rounds, 100*share)
		}
		if share := float64(alarms) / experiments; share > 0.071 {
			t.Errorf("%d rounds: false alarms at p < 0.05 in %.1f%%", rounds, 100*share)
		}
	}
}

func TestTooFewRoundsGiveNoInterval(t *testing.T) {
	i := HodgesLehmann([]float64{1, 2, 3}, 0.99)
	if !math.IsInf(i.Lo, -1) || !math.IsInf(i.Hi, 1) || i.Log != 2 {
		t.Errorf("Estimate of three rounds = %v", i)
	}
}

func TestMDEIsDetected(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rule := PairedRule{Alpha: 0.01, Comparisons: 15, Threshold: math.Log(1.02)}
	draw := func(effect float64) []float64 {
		d := make([]float64, 80)
		for i := range d {
			d[i] = effect + noise(rng) - noise(rng)
		}
		return d
	}
	found := 0
	const experiments = 100
	for range experiments {
		smallest := rule.MDE(draw(0), 0.95)
		d := draw(smallest)
		if e := HodgesLehmann(d, 1-rule.Alpha); e.P*float64(rule.Comparisons) < rule.Alpha && e.Lo > rule.Threshold {
			found++
		}
	}
	if share := float64(found) / experiments; share < 0.85 {
		t.Errorf("changes called visible in 95%% of cases were found in %.0f%%", 100*share)
	}
}

func byDefinition(d []float64) []float64 {
	var means []float64
	for i, a := range d {
		for _, b := range d[i:] {
			means = append(means, (a+b)/2)
		}
	}
	slices.Sort(means)
	return means
}

func TestWalshEqualsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1, 1), rapid.Just(0.0)), 1, 12).Draw(t, "d")
		w := newWalsh(d)
		for k, want := range byDefinition(d) {
			if got := w.at(k + 1); math.Abs(got-want) > 2*resolution {
				t.Fatalf("mean %d of %v is %v, want %v", k+1, d, got, want)
			}
		}
	})
}

// draw simulates a machine that is disturbed more than half of the time.
func draw(rng *rand.Rand, rounds int, effect float64) (base, head []float64) {
	one := func() float64 {
		x := 0.003 * rng.ExpFloat64()
		if rng.Float64() < 0.6 {
			x += 0.4 * rng.Float64()
		}
		return x
	}
	for range rounds {
		base, head = append(base, one()), append(head, one()+effect)
	}
	return base, head
}

func TestFastestCoverageAndPower(t *testing.T) {
	for _, rounds := range []int{30, 100} {
		rng := rand.New(rand.NewPCG(uint64(rounds), 5))
		const experiments = 150
		covered, alarms, found := 0, 0, 0
		for range experiments {
			f := NewFastest(draw(rng, rounds, 0.02))
			if i := f.Estimate(0.95, 1); i.Lo <= 0.02 && 0.02 <= i.Hi {
				covered++
			}
			if f.Test(0.001) < 0.01 {
				found++
			}
			if NewFastest(draw(rng, rounds, 0)).Test(0.001) < 0.05 {
				alarms++
			}
		}
		// Three standard errors of a share of 5% of 150 are 5.3%.
		if share := float64(covered) / experiments; share < 0.897 {
			t.Errorf("%d rounds: the 95%% interval holds the truth in %.1f%%", rounds, 100*share)
		}
		if share := float64(alarms) / experiments; share > 0.103 {
			t.Errorf("%d rounds: false alarms at p < 0.05 in %.1f%%", rounds, 100*share)
		}
		if share := float64(found) / experiments; share < 0.9 {
			t.Errorf("%d rounds: 2%% found at p < 0.01 in %.1f%%", rounds, 100*share)
		}
	}
}

// TestFastestEndsAreWhereTheTestTurns counts all swaps on both sides of both ends.
func TestFastestEndsAreWhereTheTestTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, rounds := range []int{12, 40, 130} {
		f := NewFastest(draw(rng, rounds, 0.02))
		const confidence = 0.95
		interval := f.Estimate(confidence, 1)
		accepts := func(shift float64) bool {
			pool, coins := f.pool(shift), f.coins()
			observed := f.swapped(pool, f.noSwap())
			low, high := 0, 0
			for range intervalSwaps {
				d := f.swapped(pool, coins.next()) - observed
				if d <= rounding {
					low++
				}
				if d >= -rounding {
					high++
				}
			}
			return float64(min(low, high)) > (1-confidence)/2*intervalSwaps
		}
		for _, end := range []float64{interval.Lo, interval.Hi} {
			if inside := interval.Log + 0.98*(end-interval.Log); accepts(end) || !accepts(inside) {
				t.Errorf("%d rounds, %v: %g is accepted %v, %g %v", rounds, interval, end, accepts(end), inside, accepts(inside))
			}
		}
	}
}

func TestFastestMDEIsDetected(t *testing.T) {
	fixture.Long(t)
	rng := rand.New(rand.NewPCG(5, 6))
	rule := PairedRule{Alpha: 0.01, Comparisons: 15, Threshold: math.Log(1.02)}
	found := 0
	const experiments = 100
	for range experiments {
		f := NewFastest(draw(rng, 60, 0))
		smallest := rule.MDEFastest(f, f.Estimate(1-rule.Alpha, 1), 0.95)
		f = NewFastest(draw(rng, 60, smallest))
		if e := f.Estimate(1-rule.Alpha, 1e-4); e.P*float64(rule.Comparisons) < rule.Alpha && e.Lo > rule.Threshold {
			found++
		}
	}
	if share := float64(found) / experiments; share < 0.85 {
		t.Errorf("changes called visible in 95%% of cases were found in %.0f%%", 100*share)
	}
}

func TestFastestOfEqualValues(t *testing.T) {
	same := slices.Repeat([]float64{1}, 30)
	f := NewFastest(same, same)
	if e := f.Estimate(0.99, 1e-4); e.P != 1 || e.Log != 0 || e.Lo < -1e-5 || e.Hi > 1e-5 {
		t.Errorf("%+v", e)
	}
	if i := NewFastest(same[:5], same[:5]).Estimate(0.99, 1); !math.IsInf(i.Lo, -1) || !math.IsInf(i.Hi, 1) {
		t.Errorf("interval of five rounds %v", i)
	}
}

// Draws that were only counted, not selected from, do not change the result.
func TestMDEEqualsAllDrawsSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 120 {
		rounds := 8 + i%9 // the count matters most for few rounds
		if i%10 == 0 {
			rounds = signedRankExactLimit + i/10
		}
		rule := PairedRule{Alpha: 0.05, Comparisons: 1 + i%5, Threshold: []float64{0, 0.3}[i%2]}
		d := make([]float64, rounds)
		for i := range d {
			d[i] = 0.1 * rng.NormFloat64()
			if rounds%4 == 0 {
				d[i] = math.Round(10*d[i]) / 10 // ties
			}
		}
		plain, corrected := tailCount(rounds, rule.Alpha/2), tailCount(rounds, rule.Alpha/2/float64(rule.Comparisons))
		want := math.Inf(1)
		if corrected > 0 {
			center, rng := newWalsh(d).median(), rand.New(rand.NewPCG(1, uint64(rounds)))
			needed := make([]float64, resamples)
			for i := range needed {
				draw := make([]float64, rounds)
				for j := range draw {
					draw[j] = d[rng.IntN(rounds)] - center
				}
				w := newWalsh(draw)
				needed[i] = max(rule.Threshold-w.at(plain), -w.at(corrected))
			}
			slices.Sort(needed)
			want = needed[resamples*95/100]
		}
		if got := rule.MDE(d, 0.95); got != want {
			t.Errorf("%d rounds, %+v: %v is visible, want %v", rounds, rule, got, want)
		}
	}
}
