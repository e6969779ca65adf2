package measure

import (
	"cmp"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// MaxSamples limits the samples of a case. More would hardly narrow its interval.
const MaxSamples = 100

// A track follows one case through a run.
type track struct {
	Case
	values    []float64 // in the first unit of the case, of each sample
	cycles    []float64 // of the same samples; empty if the clock could not be read
	precision float64   // of the median of the values or of the cycles, whichever is narrower
	spent     time.Duration
	attempts  int                 // samples of this session, disturbed ones too
	counted   int                 // those that are used
	disturbed []results.Disturbed // samples that do not count
	excepted  bool                // failed or unsupported: no more samples
	cut       bool                // a sample was ended by the budget
}

// recall takes what a file has of the case.
func (t *track) recall(f *results.File) {
	if c := lists.First(f.Cases, func(c *results.Case) bool { return c.Name == t.Name }); c != nil {
		t.values, t.cycles = c.In(c.Units[0]), c.In(results.UnitCycles)
	}
	t.evaluate()
	t.spent = time.Duration(t.samples()) * t.guess()
	t.disturbed = lists.Filter(f.Disturbed, func(d results.Disturbed) bool { return d.Case == t.Name })
	t.excepted = slices.ContainsFunc(f.Unsupported, func(e results.Exception) bool { return e.Case == t.Name })
}

// add adds a sample. Its first value is in the first unit of the case.
func (t *track) add(sample []results.Value) {
	t.counted++
	t.values = append(t.values, sample[0].Value)
	for _, v := range sample {
		if v.Unit == results.UnitCycles {
			t.cycles = append(t.cycles, v.Value)
		}
	}
	t.evaluate()
}

// evaluate sets the precision. Cycles are steadier if the clock changes, time is steadier if the
// work waits for memory.
func (t *track) evaluate() {
	t.precision = statistics.MedianOf(t.values).Precision()
	if len(t.cycles) >= len(t.values) {
		t.precision = min(t.precision, statistics.MedianOf(t.cycles).Precision())
	}
}

func (t *track) samples() int { return len(t.values) }

// taken includes the samples that were put aside.
func (t *track) taken() int { return t.samples() + len(t.disturbed) }

// counted is the number of samples of this session that are in the results of a case.
func (s *schedule) counted() (n int) {
	for _, t := range s.tracks {
		if !t.excepted {
			n += t.counted
		}
	}
	return n
}

// A schedule decides which cases the next round measures.
type schedule struct {
	plan   Plan
	tracks []*track
}

// newSchedule returns the schedule of a plan after what was measured before.
func newSchedule(plan Plan, earlier *results.File) (s schedule, err error) {
	cases, err := plan.Cases()
	s.plan = plan
	for _, c := range cases {
		t := &track{Case: c}
		t.recall(earlier)
		s.tracks = append(s.tracks, t)
	}
	return s, err
}

func (s *schedule) done(t *track) bool {
	switch {
	case t.excepted:
		return true
	case s.plan.Rounds > 0:
		return t.samples() >= s.plan.Rounds
	case t.Unranked:
		return t.samples() >= statistics.MedianMinSamples
	}
	return t.samples() >= MaxSamples || s.precise(t) && t.samples() >= comparableSamples
}

// comparableSamples is the least number of samples per case if time allows. An interval
// takes [statistics.MedianMinSamples], but six against six samples have p >= 0.002, too
// much to correct for many cases. Stopping as soon as a series looks precise also
// overstates its precision.
const comparableSamples = 12

func (s *schedule) precise(t *track) bool { return t.precision <= s.plan.Precision }

// open lists the cases that are not done.
func (s *schedule) open() []*track {
	return lists.Filter(s.tracks, func(t *track) bool { return !s.done(t) })
}

// limited reports whether the budget ends the run.
func (s *schedule) limited() bool { return s.plan.Budget > 0 && s.plan.Rounds == 0 }

// promised reports whether a case gets its next sample whatever the budget. Retakes of disturbed
// samples are not promised.
func (s *schedule) promised(t *track) bool { return !s.done(t) && t.taken() < s.plan.AtLeast }

// withoutInterval returns the open cases without an interval of the first comparison group
// that has any. One group is finished after the other, so an early end leaves complete
// tables. Expensive cases wait, unless the plan promises their samples. With a budget, disturbed
// samples are taken again after those of all groups, or the first group would use it up.
func (s *schedule) withoutInterval() []*track {
	open := lists.Filter(s.open(), func(t *track) bool { return t.samples() < statistics.MedianMinSamples && !t.cut && !s.tooCostly(t) })
	if len(open) == 0 {
		return nil
	}
	first := lists.Filter(open, func(t *track) bool { return t.taken() < statistics.MedianMinSamples })
	if s.limited() && len(first) > 0 {
		open = first
	}
	group := slices.MinFunc(open, func(a, b *track) int { return cmp.Compare(a.order, b.order) }).order
	return lists.Filter(open, func(t *track) bool { return t.order == group })
}

// next returns the cases of a round. Missing intervals come first. Then these are all open
// cases if the remaining time suffices for their precision, and otherwise those that need
// least time. Expensive cases wait until no other is open. After the budget these are the
// cases with promised samples.
func (s *schedule) next(remaining time.Duration, limited bool) []*track {
	open := s.open()
	if limited && remaining <= 0 {
		open = lists.Filter(open, s.promised)
	} else if first := s.withoutInterval(); s.plan.Rounds == 0 && len(first) > 0 {
		open = first
	} else if limited {
		if slices.ContainsFunc(open, func(t *track) bool { return !s.tooCostly(t) }) {
			open = slices.DeleteFunc(open, s.tooCostly)
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
			return sum > remaining && sum > s.need(t) // always keep the first
		})
		slices.SortFunc(open, func(a, b *track) int { return cmp.Compare(a.Name, b.Name) })
	}
	return open
}

// mostShares limits a case to this many times its fair share of the budget. A case with
// samples of half a minute is measured once. Without the limit three of 350 cases at
// four seconds a sample would use 40% of ten minutes.
const mostShares = 20

// tooCostly reports whether a case would exceed the limit at its next goal.
func (s *schedule) tooCostly(t *track) bool {
	if !s.limited() || s.promised(t) {
		return false
	}
	share := s.plan.Budget / time.Duration(len(s.tracks))
	return t.samples()+t.attempts > 0 && t.spent+s.need(t) > mostShares*share
}

// urgency orders cases: missing intervals, then intervals that are too wide, then
// precise cases with few samples.
func (s *schedule) urgency(t *track) int {
	switch {
	case s.precise(t):
		return 2
	case t.samples() >= statistics.MedianMinSamples:
		return 1
	}
	return 0
}

// need estimates the time until the next look at a case. With an interval it is the
// time of half as many samples again. The present width predicts little: a few
// disturbed samples make it wide until more good ones displace them.
func (s *schedule) need(t *track) time.Duration {
	n, want := t.samples(), statistics.MedianMinSamples
	if s.plan.Rounds > 0 {
		want = s.plan.Rounds
	} else if s.precise(t) {
		want = comparableSamples
	} else if n >= statistics.MedianMinSamples {
		want = min(MaxSamples, n+max(1, n/2))
	}
	return time.Duration(max(0, want-n)) * s.perSample(t)
}

// perSample estimates the time of a sample that counts, or of any if none does yet.
func (s *schedule) perSample(t *track) time.Duration {
	if t.samples()+t.attempts == 0 {
		return t.guess()
	}
	return t.spent / time.Duration(cmp.Or(t.samples(), len(t.disturbed), 1))
}

// guess estimates the time of one sample: process start, set-up, warm-up, timed part
// and verification, for the slower half of the implementations.
func (t *track) guess() time.Duration {
	const (
		start     = 25 * time.Millisecond
		perEntity = 2 * time.Microsecond
	)
	return start + 3*t.MinTime + time.Duration(t.At["n"])*perEntity
}

// remaining is the need of all open cases within the budget, and that of promised samples.
func (s *schedule) remaining(left time.Duration, limited bool) time.Duration {
	var sum time.Duration
	for _, t := range s.open() {
		sum += s.need(t)
	}
	if limited {
		return max(min(sum, left), s.owed())
	}
	return sum
}

// owed estimates the time of all promised samples.
func (s *schedule) owed() (sum time.Duration) {
	for _, t := range s.tracks {
		if s.promised(t) {
			sum += time.Duration(s.plan.AtLeast-t.taken()) * s.perSample(t)
		}
	}
	return sum
}
