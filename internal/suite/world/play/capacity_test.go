package play

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// A frame is proportional to the entities, slower per entity once they leave the
// cache, and slower for some probes at a time while another program uses the cache.
func simulated(r *rand.Rand, noise, slower float64) func(float64) float64 {
	busy, left := 0.0, 0
	return func(multiple float64) float64 {
		if left--; left < 0 {
			busy, left = r.Float64()*slower, r.IntN(5*frames)
		}
		return multiple * (1 + 0.5/(1+math.Exp(3-multiple))) * (1 + busy) * (1 + noise*r.NormFloat64())
	}
}

const frames = 80 // of a probe

// search feeds a hunt with probes. Took is the time of the world as it is.
func search(budget, took, least, most float64, frame func(multiple float64) float64) *Capacity {
	h := newHunt(budget, 0.95, took, least, most)
	for !h.over {
		p := Probe{Multiple: h.next}
		for range frames {
			p.frames = append(p.frames, frame(h.next))
		}
		slices.Sort(p.frames)
		p.Took = p.frames[frames*95/100]
		h.add(p)
	}
	return &h.found
}

// The capacity repeats within 5%, even if other programs slow some of the probes down,
// and is in the interval of each search.
func TestCapacityRepeats(t *testing.T) {
	fixture.Long(t)
	for _, test := range []struct{ noise, slower, within float64 }{{0, 0, 0.01}, {0.02, 0, 0.02}, {0.04, 0, 0.03}, {0.04, 0.15, 0.05}} {
		r := rand.New(rand.NewPCG(5, 6))
		var all []*Capacity
		for range 50 {
			all = append(all, search(8, 1, 1e-3, 100, simulated(r, test.noise, test.slower)))
		}
		slices.SortFunc(all, func(a, b *Capacity) int { return cmp.Compare(a.Multiple, b.Multiple) })
		middle := all[len(all)/2].Multiple
		if exact := 5.475; test.noise == 0 && math.Abs(middle/exact-1) > 0.01 {
			t.Errorf("%v, want %v", middle, exact)
		}
		covered := 0
		for _, c := range all {
			if math.Abs(c.Multiple/middle-1) > test.within {
				t.Errorf("noise %v, slower %v: %v, the median is %v", test.noise, test.slower, c.Multiple, middle)
			}
			if c.Low <= middle && middle <= c.High {
				covered++
			}
		}
		if covered < len(all)*17/20 {
			t.Errorf("noise %v, slower %v: %d of %d intervals contain %v", test.noise, test.slower, covered, len(all), middle)
		}
	}
}

func TestCapacityAtItsLimits(t *testing.T) {
	if c := search(8, 1, 1e-3, 3, func(m float64) float64 { return m }); !c.AtLeast || c.Multiple != 3 {
		t.Errorf("%+v", c)
	}
	if c := search(8, 100, 1e-3, 50, func(float64) float64 { return 100 }); c.Multiple != 0 {
		t.Errorf("a world whose frames never meet the budget has capacity %+v", c)
	}
	if c := search(8, 1, 1e-3, 50, func(float64) float64 { return math.Inf(1) }); len(c.Probes) != 0 || c.Multiple != 0 {
		t.Errorf("%+v", c)
	}
}
