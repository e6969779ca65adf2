package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/world/drive"
)

// A Capacity is the largest multiple of a world that meets its budget.
type Capacity struct {
	Multiple float64 // of the world as it is
	Entities int
	Probes   []Probe
	AtLeast  bool // the search ended at its limit and not at the budget
}

// A Probe is the world at a multiple.
type Probe struct {
	Multiple float64
	Took     float64 // nanoseconds at the percentile that the budget is for
}

// The limits of a search.
const (
	mostProbes   = 12
	fewestProbes = 4
	narrow       = 1.03 // ratio of the bracket at which the search ends
	mostEntities = 4_000_000
	leastFrames  = 100
	mostFrames   = 600
	probeTime    = 1.5e9 // nanoseconds of frames per probe
)

// Search finds the capacity of every library that has not failed.
func (s *Session) Search(ctx context.Context) error {
	for i, c := range s.Cases {
		if s.Observer != nil {
			s.Observer("capacity", i, len(s.Cases))
		}
		if c.Failure != "" || len(c.Results) == 0 {
			continue
		}
		if err := s.capacity(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// capacity searches for the capacity of a library. The state of the probe nearest to
// it is compared with the reference.
func (s *Session) capacity(ctx context.Context, c *Case) error {
	most := mostEntities / float64(max(1, s.Spec.Total()))
	least := 1 / float64(max(1, s.Spec.Total()))
	var stopped error
	found := search(float64(s.Spec.Budget), s.median(c), least, most, func(multiple float64) float64 {
		took, err := s.probe(ctx, c, multiple)
		if failure := (*Failure)(nil); err != nil && !errors.As(err, &failure) {
			stopped = err
		}
		if err != nil {
			return math.Inf(1)
		}
		return took
	})
	if stopped != nil {
		return stopped
	}
	if len(found.Probes) == 0 {
		return nil
	}
	found.Entities = int(found.Multiple * float64(s.Spec.Total()))
	nearest := slices.MinFunc(found.Probes, func(a, b Probe) int {
		return cmp.Compare(math.Abs(math.Log(a.Multiple/found.Multiple)), math.Abs(math.Log(b.Multiple/found.Multiple)))
	})
	spec := s.probed(nearest.Multiple)
	if _, err := s.Verified(ctx, c.Program, spec); err != nil {
		failure := (*Failure)(nil)
		if !errors.As(err, &failure) {
			return err
		}
		c.fail(fmt.Sprintf("with %d entities: %s", spec.Total(), failure.Reason))
		return nil
	}
	c.Capacity = found
	return nil
}

// search finds the multiple at which the time reaches the budget. Took is the time of
// the world as it is; probe returns the time at a multiple, infinity if it failed.
func search(budget, took, least, most float64, probe func(multiple float64) float64) *Capacity {
	found := &Capacity{}
	multiple := min(most, max(least, budget/took))
	b := bracket{hi: math.Inf(1)}
	confirmed := 0.0 // multiple that missed the budget twice
	for range mostProbes {
		took := probe(multiple)
		if !math.IsInf(took, 1) {
			found.Probes = append(found.Probes, Probe{multiple, took})
		}
		if multiple >= most && took <= budget {
			found.AtLeast = true
			break
		}
		if multiple == b.hi {
			confirmed = multiple
			if took <= budget { // the first time it was disturbed, which only ever adds
				found.Probes = slices.DeleteFunc(found.Probes, func(p Probe) bool { return p.Multiple == multiple && p.Took > budget })
				b.hi, b.hiAt = math.Inf(1), 0
			}
		}
		b.add(multiple, took/budget)
		if b.hi/b.lo <= narrow {
			if confirmed == b.hi && len(found.Probes) >= fewestProbes {
				break
			}
			multiple = b.hi
			continue
		}
		if multiple = min(b.next(), most); multiple < least {
			break
		}
	}
	found.Multiple = crossing(found.Probes, budget)
	if found.AtLeast {
		found.Multiple = most
	}
	return found
}

// median returns the time of a frame at the percentile of the budget.
func (s *Session) median(c *Case) float64 {
	var all []float64
	for _, r := range c.Results {
		frames, _ := Times(r)
		all = append(all, Percentile(frames, s.World.Percentile))
	}
	slices.Sort(all)
	return max(1, Percentile(all, 0.5))
}

// probed is the world at a multiple, with as many frames as a probe has.
func (s *Session) probed(multiple float64) drive.Spec {
	spec := s.Spec.Scaled(multiple)
	spec.Frames = max(leastFrames, min(mostFrames, int(probeTime/float64(spec.Budget))))
	spec.Warmup = spec.Frames / 5
	return spec
}

// probe measures the world at a multiple.
func (s *Session) probe(ctx context.Context, c *Case, multiple float64) (nanoseconds float64, err error) {
	spec := s.probed(multiple)
	r, err := c.Run(ctx, &spec, s.Limit)
	if err != nil {
		return 0, err
	}
	frames, _ := Times(r)
	return Percentile(frames, s.World.Percentile), nil
}

// A bracket encloses the multiple at which the budget is reached.
type bracket struct {
	lo, hi       float64 // multiples that meet the budget, and do not
	loAt, hiAt   float64 // shares of the budget there
	lastNarrowed int     // +1 if hi came closer, -1 if lo did: see next
	repeats      int
}

func (b *bracket) add(multiple, share float64) {
	side := 1
	if share <= 1 {
		side = -1
	}
	if side == b.lastNarrowed {
		b.repeats++
	} else {
		b.repeats = 0
	}
	b.lastNarrowed = side
	if side < 0 && multiple > b.lo {
		b.lo, b.loAt = multiple, share
	}
	if side > 0 && multiple < b.hi {
		b.hi, b.hiAt = multiple, share
	}
	if b.lo > b.hi { // noise: believe the newer one
		if side < 0 {
			b.hi, b.hiAt = math.Inf(1), 0
		} else {
			b.lo, b.loAt = 0, 0
		}
	}
}

// next returns the multiple to try next: where the line through both ends, in
// logarithms, reaches the budget; the middle if that has moved the same end twice.
func (b *bracket) next() float64 {
	const margin = 1.1 // beyond the estimate, so that the other end moves too
	switch {
	case b.lo == 0:
		return b.hi / min(8, b.hiAt*margin)
	case math.IsInf(b.hi, 1):
		return b.lo * min(8, margin/b.loAt)
	case b.repeats >= 2 || math.IsInf(b.hiAt, 1):
		return math.Sqrt(b.lo * b.hi)
	}
	slope := (math.Log(b.hiAt) - math.Log(b.loAt)) / (math.Log(b.hi) - math.Log(b.lo))
	if !(slope > 0) {
		return math.Sqrt(b.lo * b.hi)
	}
	at := math.Exp(math.Log(b.lo) - math.Log(b.loAt)/slope)
	return min(b.hi/1.005, max(b.lo*1.005, at))
}

// crossing fits a line to the probes near the budget, in logarithms, and returns
// where it reaches the budget. The slope is the median of the slopes of all pairs
// (P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau",
// Journal of the American Statistical Association 63, 1968), so that a single
// disturbed probe does no harm.
func crossing(probes []Probe, budget float64) float64 {
	const near = 0.5 // in logarithms of time
	var x, y []float64
	for _, p := range probes {
		if d := math.Log(p.Took / budget); math.Abs(d) <= near {
			x, y = append(x, math.Log(p.Multiple)), append(y, d)
		}
	}
	var slopes []float64
	for i := range x {
		for j := range i {
			if math.Abs(x[i]-x[j]) > 0.01 {
				slopes = append(slopes, (y[i]-y[j])/(x[i]-x[j]))
			}
		}
	}
	slope := 1.0
	if len(slopes) > 0 {
		slices.Sort(slopes)
		slope = min(3, max(0.5, Percentile(slopes, 0.5)))
	}
	if len(x) == 0 {
		return nearest(probes, budget)
	}
	var at []float64
	for i := range x {
		at = append(at, x[i]-y[i]/slope)
	}
	slices.Sort(at)
	return math.Exp(Percentile(at, 0.5))
}

// nearest is the largest multiple that met the budget, or 0.
func nearest(probes []Probe, budget float64) (multiple float64) {
	for _, p := range probes {
		if p.Took <= budget {
			multiple = max(multiple, p.Multiple)
		}
	}
	return multiple
}
