package history

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

const secPerOp = "sec/op"

// measure runs rounds over all groups until each commit has the precision.
func (f *filler) measure(ctx context.Context, groups []*group, stop time.Time) error {
	var sources []*state
	for _, g := range groups {
		for _, i := range g.items {
			sources = lists.Add(sources, i.state)
		}
	}
	begun := time.Now()
	for r := 0; ; r++ {
		open := lists.Filter(groups, f.isOpen)
		if len(open) == 0 || f.Rounds == 0 && time.Now().After(stop) {
			return nil
		}
		open = slices.DeleteFunc(open, func(g *group) bool { return g.round() > r })
		if len(open) == 0 {
			continue // a round of an interrupted call
		}
		f.Progress("measuring", r, max(r+1, f.Rounds, fewestRounds), time.Duration(max(0, max(f.Rounds, fewestRounds)-r))*time.Since(begun)/time.Duration(r+1))
		rng := rand.New(rand.NewPCG(f.Seed, uint64(r)))
		for _, s := range sources {
			if err := s.src.Refresh(ctx, rng); err != nil {
				return err
			}
		}
		rng.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		for _, g := range open {
			if err := f.visit(ctx, rng, g, r); err != nil {
				return err
			}
		}
	}
}

func (g *group) round() (n int) {
	for _, i := range g.items {
		n = max(n, len(i.rounds))
	}
	return n
}

// visit measures each commit of a case once, in random order.
func (f *filler) visit(ctx context.Context, rng *rand.Rand, g *group, r int) error {
	values := map[string]ab.Block{}
	for _, at := range rng.Perm(len(g.items)) {
		i := g.items[at]
		if i.dead != nil {
			continue
		}
		value, err := i.meter.Sample(ctx, g.PlannedCase)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if i.dead = err; err != nil {
			continue
		}
		values[i.ID] = value
	}
	g.add(r, values)
	return f.journal.add(journalLine{Case: g.Case, Round: r, Values: values})
}

// add stores the values of a round by commit.
func (g *group) add(r int, values map[string]ab.Block) {
	for _, i := range g.items {
		if value, ok := values[i.ID]; ok {
			for len(i.rounds) < r {
				i.rounds = append(i.rounds, nil)
			}
			i.rounds = append(i.rounds, value)
		}
	}
}

// isOpen reports whether a case needs more rounds.
func (f *filler) isOpen(g *group) bool {
	alive := func(i *item) bool { return i.dead == nil && !i.isAnchor() }
	n := g.round()
	switch {
	case g.Operations == 0 || !slices.ContainsFunc(g.items, alive):
		return false
	case f.Rounds > 0:
		return n < f.Rounds
	case n < fewestRounds:
		return true
	case n >= mostRounds:
		return false
	}
	corrected := g.seconds()
	for at, i := range g.items {
		if alive(i) && statistics.MedianOf(corrected[at]).Precision() > f.Precision {
			return true
		}
	}
	return false
}

// seconds returns the corrected times of each item. If cycles are less noisy than time,
// they are corrected and converted by the mean clock.
func (g *group) seconds() [][]float64 {
	times, clocks, earlier := make([][]float64, len(g.items)), make([][]float64, len(g.items)), make([]float64, len(g.items))
	var sides []statistics.Clocked
	sum, n := 0.0, 0.0
	clocked := true
	for at, i := range g.items {
		earlier[at] = i.earlier
		var t, c []float64
		for _, b := range i.rounds {
			times[at], clocks[at] = append(times[at], math.Log(b[secPerOp])), append(clocks[at], math.Log(b[results.UnitClock]))
			if b == nil {
				times[at][len(times[at])-1], clocks[at][len(clocks[at])-1] = math.NaN(), math.NaN()
				continue
			}
			clocked = clocked && b[results.UnitClock] > 0
			t, c = append(t, b[secPerOp]), append(c, b[results.UnitClock])
			sum, n = sum+math.Log(b[results.UnitClock]), n+1
		}
		sides = append(sides, statistics.ClockedOf(t, c))
	}
	if clocked && statistics.Weigh(sides...).Choose(statistics.MetricLevel) == statistics.ByCycles {
		for at := range times {
			for r := range times[at] {
				times[at][r] += clocks[at][r] - sum/n
			}
		}
	}
	out := scaled(times, earlier)
	for at := range out {
		for r := range out[at] {
			out[at][r] = math.Exp(out[at][r])
		}
	}
	return out
}

// scaled corrects samples for their rounds: values[i][r] is the logarithm of the time of
// commit i in round r, NaN if it did not run. earlier has the levels of earlier files, NaN
// without one. The model is
//
//	values[i][r] = level[i] + round[r] + noise
//
// A sample is corrected by the median deviation of the other commits from their levels in
// the same round. Earlier levels stay equal on average.
func scaled(values [][]float64, earlier []float64) [][]float64 {
	levels := polish(values)
	move, anchors := 0.0, 0.0
	for i, level := range levels {
		if known := earlier[i] - level; !math.IsNaN(known) {
			move, anchors = move+known, anchors+1
		}
	}
	if anchors > 0 {
		move /= anchors
	}
	out := make([][]float64, len(values))
	for i, v := range values {
		for r, x := range v {
			if !math.IsNaN(x) {
				out[i] = append(out[i], x-deviation(values, levels, i, r)+move)
			}
		}
	}
	return out
}

const polishings = 10 // iterations; levels hardly change afterwards

// polish fits the levels of the model by medians (J. W. Tukey's median polish), NaN for
// commits without a value. The rounds are 0 on average.
func polish(values [][]float64) []float64 {
	levels, rounds := make([]float64, len(values)), 0
	for i, v := range values {
		levels[i], rounds = middle(v), max(rounds, len(v))
	}
	for range polishings {
		effects, sum := make([]float64, rounds), 0.0
		for r := range effects {
			effects[r] = deviation(values, levels, -1, r)
			sum += effects[r] / float64(rounds)
		}
		for i, v := range values {
			rest := make([]float64, len(v))
			for r, x := range v {
				rest[r] = x - effects[r] + sum
			}
			levels[i] = middle(rest)
		}
	}
	return levels
}

// deviation returns the median deviation of the other commits from their levels in a round,
// 0 if there are none.
func deviation(values [][]float64, levels []float64, but, round int) float64 {
	var others []float64
	for o, v := range values {
		if o != but && round < len(v) && !math.IsNaN(v[round]) {
			others = append(others, v[round]-levels[o])
		}
	}
	return statistics.Median(others)
}

// middle returns the median of the existing values, NaN without any.
func middle(values []float64) float64 {
	there := lists.Filter(values, func(v float64) bool { return !math.IsNaN(v) })
	if len(there) == 0 {
		return math.NaN()
	}
	return statistics.Median(there)
}
