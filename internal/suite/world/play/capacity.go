package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// A Capacity is the largest multiple of a world that meets its budget.
type Capacity struct {
	Multiple  float64 // of the unchanged world
	Low, High float64 // its confidence interval; equal to Multiple with too few probes
	Entities  int
	Probes    []Probe
	AtLeast   bool // the limit ended the search, not the budget
}

// Precision is half of the confidence interval, relative to the capacity.
func (c *Capacity) Precision() float64 {
	return max(c.High-c.Multiple, c.Multiple-c.Low) / c.Multiple
}

// A Probe is the world at a multiple, in a separate process.
type Probe struct {
	Multiple float64
	Took     float64   // nanoseconds at the percentile of the budget
	frames   []float64 // of each frame, sorted
	spec     drive.Spec
	result   *drive.Result
}

// The limits of a search.
const (
	mostProbes    = 40
	usualProbes   = 9
	enough        = 0.02 // precision at which the search ends
	mostEntities  = 4_000_000
	leastFrames   = 100
	mostFrames    = 600
	probeTime     = 1e9 // nanoseconds of frames per probe
	mostFailures  = 3
	furthest      = 8   // times the size of the probe before
	leastDistance = 0.1 // of two probes whose slope is used, in logarithms
	turns         = 6   // parts of a search, for its confidence interval
)

// around lists the sizes of probes relative to the estimated capacity: on both sides, so an
// error of the slope has no effect.
var around = [...]float64{1.06, 0.94, 1.03, 0.97}

// Search finds the capacity of every library that has not failed. The libraries take turns in
// random order, so a temporary disturbance affects a part of the probes of each. The search ends
// when no further probe fits into the time.
func (s *Experiment) Search(ctx context.Context) error {
	hunts := make(map[*Measurement]*hunt)
	for _, c := range s.Cases {
		if c.Err == nil && len(c.Results) > 0 {
			one := 1 / float64(max(1, s.Spec.Total()))
			hunts[c] = newHunt(float64(s.Spec.Budget), s.World.Percentile, s.took(c, s.World.Percentile), one, mostEntities*one)
		}
	}
	s.choose(ctx, hunts)
	s.frames = s.probeFrames(ctx, len(hunts))
	s.stages++
	done, begun := 0, time.Now()
	rounds := engine.Rounds[*Measurement]{Seed: s.Seed, Stream: s.stages}
	rounds.Open = func(int) []*Measurement {
		return lists.Filter(s.Cases, func(c *Measurement) bool { return hunts[c] != nil && !hunts[c].over && s.fits(ctx, c, hunts) })
	}
	rounds.Sample = func(ctx context.Context, _ engine.Round, c *Measurement) error {
		if !s.fits(ctx, c, hunts) {
			return nil
		}
		s.Progress.Report("capacity", done, mostProbes*len(hunts), begun)
		done++
		p, err := s.probe(ctx, c, hunts[c].next)
		if err == nil {
			hunts[c].add(p)
		}
		return err
	}
	if err := rounds.Run(ctx); err != nil {
		return err
	}
	return s.found(ctx, hunts)
}

// choose drops the slowest libraries if there is no time for all.
func (s *Experiment) choose(ctx context.Context, hunts map[*Measurement]*hunt) {
	cases := slices.SortedFunc(maps.Keys(hunts), func(a, b *Measurement) int { return cmp.Compare(s.took(a, 0.5), s.took(b, 0.5)) })
	needed := time.Duration(0)
	for i, c := range cases {
		spec := s.probed(hunts[c].next)
		needed += usualProbes*s.expect(c.Library.Name, &spec) + s.expect(s.reference.Library.Name, &spec)
		if i > 0 && needed > timeLeft(ctx) {
			delete(hunts, c)
		}
	}
}

// fits reports whether there is time for the next probe of a library, and then for the
// verification of all capacities.
func (s *Experiment) fits(ctx context.Context, c *Measurement, hunts map[*Measurement]*hunt) bool {
	probe, verification := time.Duration(0), time.Duration(0)
	for other, h := range hunts {
		spec := s.probed(h.next)
		took := s.expect(other.Library.Name, &spec)
		if other == c {
			probe = took
		}
		if other == c || len(h.found.Probes) > 0 {
			// The reference has only run in worlds of another size. It may be much slower than a
			// library there, and a capacity without verification is lost.
			verification += max(took, s.expect(s.reference.Library.Name, &spec))
		}
	}
	const margin = 1.5 // a larger world takes more than its share, since it exceeds the caches
	return probe+time.Duration(margin*float64(verification)) <= timeLeft(ctx)
}

// found gives each library its capacity, if its state is correct.
func (s *Experiment) found(ctx context.Context, hunts map[*Measurement]*hunt) error {
	var without []string
	for _, c := range s.Cases {
		h := hunts[c]
		if h != nil && len(h.found.Probes) > 0 {
			h.found.Entities = int(h.found.Multiple * float64(s.Spec.Total()))
			c.Capacity = &h.found
			err := s.verifyCapacity(ctx, c)
			if late(err) {
				c.Capacity = nil
			} else if err != nil {
				return err
			}
		}
		if c.Capacity == nil && c.Err == nil && (h == nil || h.failures == 0) {
			without = append(without, c.Library.Name)
		}
	}
	if len(without) > 0 {
		s.cut("no capacity of %s", strings.Join(without, ", "))
	}
	return nil
}

// verifyCapacity compares the state of the probe nearest to the capacity with the
// reference.
func (s *Experiment) verifyCapacity(ctx context.Context, c *Measurement) error {
	off := func(p Probe) float64 { return math.Abs(math.Log(p.Multiple / c.Capacity.Multiple)) }
	nearest := slices.MinFunc(c.Capacity.Probes, func(a, b Probe) int { return cmp.Compare(off(a), off(b)) })
	want, err := s.reach(ctx, nearest.spec)
	if err != nil {
		return err
	}
	if reason := s.wrong(ctx, c.Program, nearest.spec, nearest.result, want); reason != "" {
		c.Err = &Failure{Reason: fmt.Sprintf("with %s: %s", display.Count(nearest.spec.Total(), "entity"), reason)}
	}
	return nil
}

// took returns the time of a frame at a percentile.
func (s *Experiment) took(c *Measurement, percentile float64) float64 {
	all := lists.Map(c.Results, func(r *drive.Result) float64 { return Percentile(undisturbed(r), percentile) })
	return max(1, statistics.Median(all))
}

// probed returns the world at a multiple, with the frames of a probe.
func (s *Experiment) probed(multiple float64) drive.Spec {
	spec := s.Spec.Scaled(multiple)
	spec.Frames = max(leastFrames, min(mostFrames, s.frames))
	spec.Warmup = spec.Frames / 5
	return spec
}

// probeFrames returns the number of frames of a probe: one second of them, or fewer, so that so
// many libraries have time for all their probes.
func (s *Experiment) probeFrames(ctx context.Context, libraries int) int {
	const besides = 2 // other work: warm-up, selections, set-up and verification, relative to the frames
	most := float64(timeLeft(ctx)) / float64(usualProbes*libraries) / besides
	return int(min(probeTime, most) / float64(s.Spec.Budget))
}

// probe measures the world at a multiple. The time of a failed program is infinite.
func (s *Experiment) probe(ctx context.Context, c *Measurement, multiple float64) (Probe, error) {
	spec := s.withWork(s.probed(multiple))
	r, err := s.run(ctx, c.Program, &spec)
	if _, is := errors.AsType[*Failure](err); is {
		return Probe{Multiple: multiple, Took: math.Inf(1)}, nil
	}
	if err != nil {
		return Probe{}, err
	}
	frames := undisturbed(r)
	return Probe{multiple, max(1, Percentile(frames, s.World.Percentile)), frames, spec, r}, nil
}

// A hunt is the search for one capacity. It approaches the budget, and then measures
// sizes around the estimate until the confidence interval is narrow enough.
type hunt struct {
	budget, percentile float64
	least, most        float64
	next               float64 // multiple of the next probe
	failures           int
	over               bool
	found              Capacity
}

// newHunt begins a search. Took is the time of the unchanged world.
func newHunt(budget, percentile, took, least, most float64) *hunt {
	return &hunt{budget: budget, percentile: percentile, least: least, most: most, next: min(most, furthest, max(least, budget/took))}
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
	h.next = min(h.most, furthest*p.Multiple, max(h.next, p.Multiple/furthest))
	if h.next < h.least {
		h.found.Multiple, h.found.Low, h.found.High = 0, 0, 0
	}
	h.over = h.next < h.least || len(h.found.Probes) >= mostProbes || near >= 2*turns && h.found.Precision() <= enough
}

// estimate computes the multiple that the frames of all near probes allow, and its interval. It
// returns the number of near probes.
//
// The machine is slower for seconds at a time, because other programs use its caches and memory.
// This affects some probes of a search, and the slowest frames of every search. So a percentile
// of all frames repeats better than the median of the probes, and is more conservative. The
// lowest and the highest estimate of six turns are an interval of 97% for their median, and
// include changes of the machine.
func (h *hunt) estimate() int {
	const near = 0.2 // in logarithms of sizes: times are disturbed
	last := h.found.Probes[len(h.found.Probes)-1]
	if h.far(last) {
		h.found.Multiple = last.Multiple * h.budget / last.Took
		return 0
	}
	probes := slices.DeleteFunc(slices.Clone(h.found.Probes), func(p Probe) bool { return math.Abs(math.Log(p.Multiple/last.Multiple)) > near })
	n, slope := len(probes), h.slope()
	h.found.Multiple = h.allowed(probes, slope)
	h.found.Low, h.found.High = h.found.Multiple, h.found.Multiple
	for i := 0; i < turns && n >= turns; i++ {
		turn := h.allowed(probes[i*n/turns:(i+1)*n/turns], slope)
		h.found.Low, h.found.High = min(h.found.Low, turn), max(h.found.High, turn)
	}
	return n
}

// far is too far from the budget for a linear model in logarithms.
func (h *hunt) far(p Probe) bool { return math.Abs(math.Log(p.Took/h.budget)) > 1 }

// allowed extends each frame to the budget along a line in logarithms. It returns the multiple
// at the percentile.
func (h *hunt) allowed(probes []Probe, slope float64) float64 {
	var all []float64
	for _, p := range probes {
		for _, ns := range p.frames {
			all = append(all, math.Log(p.Multiple)+math.Log(h.budget/max(1, ns))/slope)
		}
	}
	slices.Sort(all)
	return math.Exp(Percentile(all, 1-h.percentile))
}

// slope is the median of the slopes of all pairs of probes (P. K. Sen, "Estimates of the
// regression coefficient based on Kendall's tau", Journal of the American Statistical
// Association 63, 1968), at their median frames, which are least disturbed.
func (h *hunt) slope() float64 {
	slopes := []float64{1}
	for i, p := range h.found.Probes {
		for _, q := range h.found.Probes[:i] {
			if x := math.Log(p.Multiple / q.Multiple); math.Abs(x) > leastDistance && !h.far(p) && !h.far(q) {
				slopes = append(slopes, math.Log(Percentile(p.frames, 0.5)/Percentile(q.frames, 0.5))/x)
			}
		}
	}
	return min(3, max(0.5, statistics.Median(slopes)))
}
