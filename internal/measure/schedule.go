package measure

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// MaxSamples is how many samples of a case are taken at most while the
// interval stays too wide: more would hardly narrow it.
const MaxSamples = 100

// A track follows one case through a run.
type track struct {
	Case
	series    Series
	precision float64 // of series
	spent     time.Duration
	attempts  int                 // samples of this session, disturbed ones too
	disturbed []results.Disturbed // samples that do not count
	excepted  bool                // failed or unsupported: no more samples
}

// add adds a sample; the first value is in the first unit of the case.
func (t *track) add(sample []results.Value) {
	t.series.Values = append(t.series.Values, sample[0].Value)
	for _, v := range sample {
		if v.Unit == results.UnitCycles {
			t.series.Cycles = append(t.series.Cycles, v.Value)
		}
	}
	t.precision = t.series.Precision()
}

func (t *track) samples() int { return len(t.series.Values) }

// A schedule decides which cases the next round measures.
type schedule struct {
	plan   Plan
	tracks []*track
}

func (s *schedule) done(t *track) bool {
	switch {
	case t.excepted:
		return true
	case s.plan.Count > 0:
		return t.samples() >= s.plan.Count
	case t.Unranked:
		return t.samples() >= statistics.MedianMinSamples
	}
	return t.samples() >= MaxSamples || s.precise(t) && t.samples() >= comparableSamples
}

// comparableSamples is how many samples of each case there are at least where there is
// time for them. An interval takes [statistics.MedianMinSamples], but six against six of another run
// have p = 0.002 at least, which cannot be corrected for more than a few cases, and a
// series that stops as soon as it looks precise looks more so than it is.
const comparableSamples = 12

// precise tells whether a case is known as well as is asked for.
func (s *schedule) precise(t *track) bool { return t.precision <= s.plan.Precision }

// open lists the cases that are not done.
func (s *schedule) open() []*track {
	return slices.Collect(func(yield func(*track) bool) {
		for _, t := range s.tracks {
			if !s.done(t) && !yield(t) {
				return
			}
		}
	})
}

// next returns the cases of a round in random order: all open ones, unless
// the remaining time does not suffice to bring all of them to the precision.
// Then an interval for one more case comes before a narrower one for another,
// and within these what needs least comes first, because that is what the time
// can still buy; the others wait for what is left over, and dear ones until
// nothing else is open.
func (s *schedule) next(round int, remaining time.Duration, limited bool) []*track {
	open := s.open()
	if limited && s.plan.Count == 0 {
		if slices.ContainsFunc(open, func(t *track) bool { return !s.dear(t) }) {
			open = slices.DeleteFunc(open, s.dear)
		}
		slices.SortStableFunc(open, func(a, b *track) int {
			return cmp.Or(cmp.Compare(s.urgency(a), s.urgency(b)),
				cmp.Compare(s.need(a), s.need(b)), cmp.Compare(a.samples(), b.samples()))
		})
		var sum time.Duration
		open = slices.DeleteFunc(open, func(t *track) bool {
			if t.samples()+t.attempts == 0 {
				return false
			}
			sum += s.need(t)
			return sum > remaining && sum > s.need(t) // the first always goes on
		})
		slices.SortFunc(open, func(a, b *track) int { return cmp.Compare(a.Name, b.Name) })
	}
	order := rand.New(rand.NewPCG(s.plan.Seed, uint64(round)))
	order.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
	return open
}

// dearest is how many times its fair share of the budget a case may take before
// what the time buys for others is worth more. One that takes half a minute for a
// sample is measured once; three of 350 that take four seconds would have 40% of
// ten minutes for themselves.
const dearest = 20

// dear tells whether a case would take more than that by its next goal.
func (s *schedule) dear(t *track) bool {
	share := s.plan.Budget / time.Duration(len(s.tracks))
	return t.samples()+t.attempts > 0 && t.spent+s.need(t) > dearest*share
}

// urgency orders what the time is spent on: intervals that are missing, then
// those that are too wide, and last what is precise but has few samples.
func (s *schedule) urgency(t *track) int {
	switch {
	case s.precise(t):
		return 2
	case t.samples() >= statistics.MedianMinSamples:
		return 1
	}
	return 0
}

// need estimates how much longer a case has to be measured before it is worth
// looking again. Once there is an interval that is half as many samples again:
// what keeps it wide is mostly a few disturbed samples, and more good ones push
// these out of it, so its present width says little about how many it takes.
func (s *schedule) need(t *track) time.Duration {
	n, perSample, want := t.samples(), typicalSample, statistics.MedianMinSamples
	if n+t.attempts > 0 {
		perSample = t.spent / time.Duration(max(1, n))
	}
	if s.plan.Count > 0 {
		want = s.plan.Count
	} else if s.precise(t) {
		want = comparableSamples
	} else if n >= statistics.MedianMinSamples {
		want = min(MaxSamples, n+max(1, n/2))
	}
	return time.Duration(max(0, want-n)) * perSample
}

// typicalSample is the guess for cases that were not measured yet.
const typicalSample = 100 * time.Millisecond

// need of all open cases, but not more than the budget leaves.
func (s *schedule) remaining(left time.Duration, limited bool) time.Duration {
	var sum time.Duration
	for _, t := range s.open() {
		sum += s.need(t)
	}
	if limited {
		return min(sum, max(0, left))
	}
	return sum
}
