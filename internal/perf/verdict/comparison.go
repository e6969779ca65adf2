package verdict

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A Comparison is one case and unit, measured on both sides.
type Comparison struct {
	Key       results.Key
	Case      string        // the key as printed, see results.Labels
	Where     results.Place // position of the benchmark, if known
	Unit      string        // tidied: sec, not ns
	Direction Direction
	Old, New  float64 // medians; NaN if not measured
	OldN      int     // samples
	NewN      int
	Effect    Effect
	Evidence  Evidence
	From      string // for Derived: the unit it restates
	Status    Status

	Since Moment // of a step: the first commit after it

	// MDE is the minimum detectable effect: the smallest change for the worse that
	// is significant in 95% of runs, on the logarithmic scale of Effect. Failing is
	// the smallest change that fails in 95% of runs. Both are +Inf if no change is
	// detectable and NaN if unknown. They are set for Tested comparisons.
	MDE, Failing float64

	Secondary []Secondary
	Causes    []results.Cause // the largest share first
	NoCause   string          // why there are none, of a case that became worse
	Notes     []string        // remarks
}

// An Effect is a shift as one of many tested comparisons, usually from OLD to NEW: ns/op
// and op/s have opposite signs.
type Effect struct {
	statistics.Shift
	PHolm float64 // P corrected for the number of tested comparisons
	Of    string  // the samples used, if not all
}

// Reversed is the change from NEW to OLD, or the change of the inverse unit.
func (e Effect) Reversed() Effect {
	e.Log, e.Lo, e.Hi = -e.Log, -e.Hi, -e.Lo
	return e
}

// A Secondary is a secondary metric of the same change: a repeated measurement, or
// another unit of the same work.
type Secondary struct {
	Name     string  // "again", "instructions"
	Unit     string  // tidied; "" for that of the comparison
	Old, New float64 // NaN if not printed
	Effect   Effect
	Exact    bool   // counted and not estimated: no interval, no p
	N        int    // samples of each side
	Meaning  string // such as "more work"; may be empty
}

// A Moment is a commit and its date.
type Moment struct {
	Commit string `json:"commit"` // shortened
	Date   string `json:"date"`
}

// Direction is the better direction of a unit.
type Direction int

const (
	Unknown      Direction = 0
	LowerBetter  Direction = -1
	HigherBetter Direction = +1
)

// Evidence is how a change was determined.
type Evidence string

const (
	Tested  Evidence = "tested"  // by samples, statistically
	Counted Evidence = "counted" // each side has one exact value
	Derived Evidence = "derived" // restates another unit of the case
	Stepped Evidence = "stepped" // by a change point in a series of medians
	Proved  Evidence = "proved"  // not measured, because all code and data are the same
)

// Status is the result of a comparison.
type Status string

const (
	Regression  Status = "regression" // worse than the limit allows
	Suspect     Status = "suspect"    // worse, with an estimate beyond the limit but not its whole interval
	Undirected  Status = "undirected" // changed, and the better direction is unknown
	Tolerated   Status = "tolerated"  // worse, within the limit
	Refuted     Status = "refuted"    // a suspected regression that a repeated measurement did not confirm
	Improved    Status = "improved"
	Unconfirmed Status = "unconfirmed" // improved, measured in too few processes
	Untestable  Status = "untestable"  // too few samples to ever be significant
	Unjudged    Status = "unjudged"    // not tested, because the better direction is unknown
	Undecided   Status = "undecided"   // no significant change, but the interval exceeds the limit; set by Tally
	SameWork    Status = "same work"   // too noisy in time, but the same instructions and allocations
	Same        Status = "same"        // no significant change
)

// A description is a status in words.
type description struct {
	status        Status
	changed       bool // shown in the summary
	word, meaning string
}

// statuses are all of them, in the order of every table.
var statuses = []description{
	{Regression, true, "WORSE", string(Regression)},
	{Suspect, true, "worse?", "worse, perhaps beyond the limit"},
	{Undirected, true, "changed", "changed"},
	{Tolerated, true, "worse, allowed", "worse, within the limit"},
	{Refuted, true, "not again", string(Refuted)},
	{Improved, true, "better", string(Improved)},
	{Unconfirmed, true, "better?", "better, measured in too few processes"},
	{Untestable, false, "too few samples", "too few samples"},
	{Unjudged, false, string(Unjudged), string(Unjudged)},
	{Undecided, false, string(Undecided), "undecided: no significant change, but one beyond the limit cannot be excluded"},
	{SameWork, false, "same work", "too noisy in time, but the same instructions and allocations"},
	{Same, false, "~", "no significant change"},
}

// place is that of the status among all.
func (s Status) place() int {
	return slices.IndexFunc(statuses, func(t description) bool { return t.status == s })
}

// description returns the words of the status.
func (s Status) description() description {
	if at := s.place(); at >= 0 {
		return statuses[at]
	}
	return description{s, true, "~", string(s)}
}

// Word is the status in a table.
func (s Status) Word() string { return s.description().word }

// Meaning describes the status.
func (s Status) Meaning() string { return s.description().meaning }

// changed reports whether the comparison is shown in the summary. Units that restate
// another are not.
func (c *Comparison) changed() bool { return c.Evidence != Derived && c.Status.description().changed }

// Worse returns the change for the worse on the logarithmic scale, with its
// interval: positive for more time and for less throughput. If the direction is
// unknown, it returns the change itself.
func (c *Comparison) Worse() (log, lo, hi float64) {
	e := c.Effect
	if c.Direction == HigherBetter {
		e = e.Reversed()
	}
	return e.Log, e.Lo, e.Hi
}

// MaxMoreWork is the default limit for instructions: counts do not wander as times do.
const MaxMoreWork = 0.005

// AllocatesMore reports whether the allocations of the case may have grown by more than the
// limit. Such a case never passes by its instructions.
func (c *Comparison) AllocatesMore(limit float64) bool {
	log, _, _ := c.Worse()
	return results.UnitNamed(c.Unit).Counted > 0 && c.Status != Improved && (c.Status != Same || log > math.Log1p(limit))
}

// exact reports whether the change is exact.
func (c *Comparison) exact() bool { return c.Evidence == Counted || c.Evidence == Proved }

// Quiet reports whether the table of all comparisons leaves this one out: no sample
// differs, and the unit is not a time.
func (c *Comparison) Quiet() bool {
	e := c.Effect
	return c.Status == Same && c.Evidence != Derived && e.Log == 0 && e.Lo == 0 && e.Hi == 0 &&
		!results.UnitNamed(c.Unit).IsSpeed() && len(c.Secondary)+len(c.Notes) == 0 && !math.IsNaN(c.Old)
}

// OtherFunctions is in the place of a function for all functions that are not listed.
const OtherFunctions = "other functions"

// ByAllocations are causes found in profiles of all allocations.
const ByAllocations = "allocations"

// BySamples are causes found by a profiler instead of a count.
const BySamples = "samples"
