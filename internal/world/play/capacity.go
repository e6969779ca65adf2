package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"golang.org/x/perf/benchmath"

	"github.com/ecsbench/ecsbench/internal/world/drive"
)

// A Capacity is the largest multiple of a world that meets its budget.
type Capacity struct {
	Multiple  float64 // of the world as it is
	Low, High float64 // its confidence interval of 95%; equal to Multiple with too few probes
	Entities  int
	Probes    []Probe
	AtLeast   bool // the search ended at its limit and not at the budget
}

// Precision is half of the confidence interval, relative to the capacity.
func (c *Capacity) Precision() float64 {
	return max(c.High-c.Multiple, c.Multiple-c.Low) / c.Multiple
}

// A Probe is the world at a multiple, in a process of its own.
type Probe struct {
	Multiple float64
	Took     float64 // nanoseconds at the percentile that the budget is for
	result   *drive.Result
}

// The limits of a search.
const (
	mostProbes    = 20
	enough        = 0.03 // precision at which the search ends
	mostEntities  = 4_000_000
	leastFrames   = 100
	mostFrames    = 600
	probeTime     = 1e9 // nanoseconds of frames per probe
	mostFailures  = 3
	leastDistance = 0.1 // of two probes whose slope counts, in logarithms
)

// around are the sizes of probes relative to the estimated capacity: on both sides, so
// that an error of the slope has no influence.
var around = [...]float64{1.06, 0.94, 1.03, 0.97}

// Search finds the capacity of every library that has not failed. The libraries take
// turns in random order, so that a neighbour who comes and goes disturbs a part of the
// probes of each.
func (s *Session) Search(ctx context.Context) error {
	hunts := make(map[*Case]*hunt)
	for _, c := range s.Cases {
		if c.Failure == "" && len(c.Results) > 0 {
			one := 1 / float64(max(1, s.Spec.Total()))
			hunts[c] = newHunt(float64(s.Spec.Budget), s.atPercentile(c), one, mostEntities*one)
		}
	}
	random := rand.New(rand.NewPCG(s.Seed, 2))
	began := time.Now()
	for done, rounds := 0, 0; !spent(s.Budget.Capacity, began, rounds) && slices.ContainsFunc(s.Cases, func(c *Case) bool { return hunts[c] != nil && !hunts[c].over }); rounds++ {
		for _, i := range random.Perm(len(s.Cases)) {
			c := s.Cases[i]
			if h := hunts[c]; h != nil && !h.over {
				if s.Observer != nil {
					s.Observer("capacity", done, mostProbes*len(hunts))
				}
				done++
				p, err := s.probe(ctx, c, h.next)
				if err != nil {
					return err
				}
				h.add(p)
			}
		}
	}
	for _, c := range s.Cases {
		if h := hunts[c]; h != nil && len(h.found.Probes) > 0 {
			h.found.Entities = int(h.found.Multiple * float64(s.Spec.Total()))
			c.Capacity = &h.found
			if err := s.verifyCapacity(ctx, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// verifyCapacity compares the state of the probe nearest to the capacity with the
// reference.
func (s *Session) verifyCapacity(ctx context.Context, c *Case) error {
	nearest := slices.MinFunc(c.Capacity.Probes, func(a, b Probe) int {
		return cmp.Compare(math.Abs(math.Log(a.Multiple/c.Capacity.Multiple)), math.Abs(math.Log(b.Multiple/c.Capacity.Multiple)))
	})
	spec := s.probed(nearest.Multiple)
	want, err := s.reach(ctx, spec)
	if err != nil {
		return err
	}
	if reason := s.wrong(ctx, c, spec, nearest.result, want); reason != "" {
		c.fail(fmt.Sprintf("with %d entities: %s", spec.Total(), reason))
	}
	return nil
}

// atPercentile returns the time of a frame at the percentile of the budget.
func (s *Session) atPercentile(c *Case) float64 {
	var all []float64
	for _, r := range c.Results {
		all = append(all, Percentile(undisturbed(r), s.World.Percentile))
	}
	return max(1, median(all))
}

// probed is the world at a multiple, with as many frames as a probe has.
func (s *Session) probed(multiple float64) drive.Spec {
	spec := s.Spec.Scaled(multiple)
	spec.Frames = max(leastFrames, min(mostFrames, int(probeTime/float64(spec.Budget))))
	spec.Warmup = spec.Frames / 5
	return spec
}

// probe measures the world at a multiple. A program that fails there takes infinitely
// long.
func (s *Session) probe(ctx context.Context, c *Case, multiple float64) (Probe, error) {
	spec := s.probed(multiple)
	r, err := c.Run(ctx, &spec, s.Limit)
	if errors.As(err, new(*Failure)) {
		return Probe{Multiple: multiple, Took: math.Inf(1)}, nil
	}
	if err != nil {
		return Probe{}, err
	}
	return Probe{multiple, max(1, Percentile(undisturbed(r), s.World.Percentile)), r}, nil
}

// A hunt is the search for one capacity. It approaches the budget, and then measures
// sizes around the estimate until the confidence interval is narrow enough.
type hunt struct {
	budget, least, most float64
	next                float64 // multiple of the next probe
	failures            int
	over                bool
	found               Capacity
}

// newHunt begins a search. Took is the time of the world as it is.
func newHunt(budget, took, least, most float64) *hunt {
	return &hunt{budget: budget, least: least, most: most, next: min(most, max(least, budget/took))}
}

// add takes the probe of the next multiple.
func (h *hunt) add(p Probe) {
	if math.IsInf(p.Took, 1) {
		h.failures++
		h.most = p.Multiple / 1.2
		h.next = h.most
		h.over = h.failures == mostFailures || h.next < h.least
		return
	}
	h.found.Probes = append(h.found.Probes, p)
	if h.found.AtLeast = p.Multiple >= h.most && p.Took <= h.budget; h.found.AtLeast {
		h.found.Multiple, h.found.Low, h.found.High = h.most, h.most, h.most
		h.over = true
		return
	}
	near := h.estimate()
	if h.next = h.found.Multiple; near > 0 {
		h.next *= around[len(h.found.Probes)%len(around)]
	}
	h.next = min(h.most, 8*p.Multiple, max(h.next, p.Multiple/8))
	if h.next < h.least {
		h.found.Multiple, h.found.Low, h.found.High = 0, 0, 0
	}
	h.over = h.next < h.least || len(h.found.Probes) >= mostProbes || near >= fewestNear && h.found.Precision() <= enough
}

// fewestNear allow a confidence interval of 95%.
const fewestNear = 6

// estimate is the median of the multiples at which the probes near to it reach the
// budget, with its interval. It returns how many are near.
//
// Each probe is extended to the budget along a line, in logarithms, whose slope is the
// median of the slopes of all pairs (P. K. Sen, "Estimates of the regression coefficient
// based on Kendall's tau", Journal of the American Statistical Association 63, 1968), so
// that a single disturbed probe does no harm. Near is a matter of sizes and not of times,
// which are disturbed.
func (h *hunt) estimate() int {
	const near, far = 0.2, 1 // in logarithms
	var x, y, slopes []float64
	for _, p := range h.found.Probes {
		if d := math.Log(p.Took / h.budget); math.Abs(d) <= far {
			x, y = append(x, math.Log(p.Multiple)), append(y, d)
		}
	}
	last := h.found.Probes[len(h.found.Probes)-1]
	if math.Abs(math.Log(last.Took/h.budget)) > far {
		h.found.Multiple = last.Multiple * h.budget / last.Took
		return 0
	}
	for i := range x {
		for j := range i {
			if math.Abs(x[i]-x[j]) > leastDistance {
				slopes = append(slopes, (y[i]-y[j])/(x[i]-x[j]))
			}
		}
	}
	slope := 1.0
	if len(slopes) > 0 {
		slope = min(3, max(0.5, median(slopes)))
	}
	at := make([]float64, len(x))
	for i := range x {
		at[i] = x[i] - y[i]/slope
	}
	var crossings, off []float64
	for i, middle := 0, median(slices.Clone(at)); i < len(x); i++ {
		if math.Abs(x[i]-middle) <= near {
			crossings, off = append(crossings, at[i]), append(off, y[i])
		}
	}
	n := len(crossings)
	if n == 0 || math.Abs(median(off)) > near/2 { // too far to trust the slope
		n, crossings = 0, at
	}
	s := benchmath.AssumeNothing.Summary(benchmath.NewSample(crossings, &benchmath.DefaultThresholds), 0.95)
	h.found.Multiple, h.found.Low, h.found.High = math.Exp(s.Center), math.Exp(s.Lo), math.Exp(s.Hi)
	if n < fewestNear {
		h.found.Low, h.found.High = h.found.Multiple, h.found.Multiple
	}
	return n
}

func median(values []float64) float64 {
	slices.Sort(values)
	return Percentile(values, 0.5)
}
