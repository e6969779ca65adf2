package verdict

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/cause"
	"github.com/ecsbench/ecsbench/results"
)

// A Comparison is one case and unit, measured on both sides.
type Comparison struct {
	Key       results.Key
	Case      string      // the key in print, see Labels
	Where     cause.Place // where the benchmark stands, if that is known
	Unit      string      // tidied: sec, not ns
	Direction Direction
	Old, New  float64 // medians; NaN where nothing was measured
	OldN      int     // samples
	NewN      int
	Effect    Effect
	Kind      Kind
	From      string // for Derived: the unit it restates
	Status    Status

	Since Moment // where a step is: the first that was measured after it

	// Seen is the smallest change for the worse that would have been
	// significant with a chance of 95%, on the logarithmic scale of Effect; Fail
	// is the smallest that would have failed. +Inf where no change would have, NaN
	// where nobody knows. They are set for Tested comparisons.
	Seen, Fail float64

	Witnesses []Witness
	Causes    []cause.Cause // the largest share first
	Notes     []string      // what else to say of it
}

// An Effect is a change from OLD to NEW, estimated from samples. It is on the
// logarithmic scale, on which a doubling and a halving are equally far from no
// change, and ns/op and op/s are mirror images.
type Effect struct {
	Log, Lo, Hi float64 // ln(new/old) and the interval at level 1 - alpha; ±Inf from or to 0, or where samples are too few; NaN for no interval
	P           float64 // of no change, before any correction; NaN where that was not tested
	PHolm       float64 // corrected for the number of tested comparisons
	Of          string  // the samples it is taken from, if not from all
}

// Reversed is the change from NEW to OLD, or that of the unit turned upside down.
func (e Effect) Reversed() Effect {
	e.Log, e.Lo, e.Hi = -e.Log, -e.Hi, -e.Lo
	return e
}

// A Witness is what else was measured of the same change: the same once more,
// or another unit of the same work.
type Witness struct {
	Name     string  // "again", "instructions"
	Unit     string  // tidied; "" for that of the comparison
	Old, New float64 // NaN if they are not worth telling
	Effect   Effect
	Exact    bool   // counted and not estimated: no interval, no p
	N        int    // samples of each side
	Says     string // what is to be made of it, such as "more work"; may be empty
}

// A Moment is a state of the code in time.
type Moment struct {
	Commit string `json:"commit"` // shortened
	Date   string `json:"date"`
}

// Direction says which values of a unit are better.
type Direction int

const (
	Unknown      Direction = 0
	LowerBetter  Direction = -1
	HigherBetter Direction = +1
)

// Kind says how a comparison knows of a change.
type Kind string

const (
	Tested  Kind = "tested"  // by samples and their ranks
	Counted Kind = "counted" // each side has one value that is not a matter of chance
	Derived Kind = "derived" // restates another unit of the case, and changes with it
	Stepped Kind = "stepped" // by the place where a series of medians changes, which was searched for
	Proved  Kind = "proved"  // nothing that it depends on differs, so it was not measured
)

// Status is what a comparison comes to.
type Status string

const (
	Regression  Status = "regression" // worse beyond what is allowed
	Suspect     Status = "suspect"    // worse, by estimate beyond what is allowed, but not certainly so
	Undirected  Status = "undirected" // changed, and nobody said which way is better
	Tolerated   Status = "tolerated"  // worse, within what is allowed
	Refuted     Status = "refuted"    // was suspected, and measured again it was within what is allowed
	Improved    Status = "improved"
	Unconfirmed Status = "unconfirmed" // improved, as far as too few processes show
	Untestable  Status = "untestable"  // too few samples to ever be significant
	Unjudged    Status = "unjudged"    // nobody said which way is better, and so nothing was tested
	Undecided   Status = "undecided"   // no significant change, but its interval reaches beyond what is allowed; set by Tally
	SameWork    Status = "same work"   // too noisy in time, but the same instructions and allocations
	Same        Status = "same"        // no significant change
)

// A told status is one with its words.
type told struct {
	status        Status
	changed       bool // there is something to look at
	word, meaning string
}

// statuses are all of them, in the order of every table.
var statuses = []told{
	{Regression, true, "WORSE", string(Regression)},
	{Suspect, true, "worse?", "worse, not surely beyond what is allowed"},
	{Undirected, true, "changed", "changed"},
	{Tolerated, true, "worse, allowed", "worse, within what is allowed"},
	{Refuted, true, "not again", string(Refuted)},
	{Improved, true, "better", string(Improved)},
	{Unconfirmed, true, "better?", "better, not confirmed by enough processes"},
	{Untestable, false, "too few samples", "too few samples"},
	{Unjudged, false, string(Unjudged), string(Unjudged)},
	{Undecided, false, string(Undecided), "undecided: no visible change, but a larger one than is allowed cannot be excluded"},
	{SameWork, false, "same work", "too noisy in time, but the same instructions and allocations"},
	{Same, false, "~", "no visible change"},
}

// place is that of the status among all.
func (s Status) place() int {
	return slices.IndexFunc(statuses, func(t told) bool { return t.status == s })
}

// told returns the words of the status.
func (s Status) told() told {
	if at := s.place(); at >= 0 {
		return statuses[at]
	}
	return told{s, true, "~", string(s)}
}

// Word says what a status means to whoever reads a table.
func (s Status) Word() string { return s.told().word }

// Meaning says the same as Word in a few words more.
func (s Status) Meaning() string { return s.told().meaning }

// changed tells whether there is something to look at, which is not said by the
// unit that it restates.
func (c *Comparison) changed() bool { return c.Kind != Derived && c.Status.told().changed }

// Worse returns the change for the worse on the logarithmic scale, with its
// interval: positive for more time and for less throughput. Where the
// direction is unknown it is the change itself.
func (c *Comparison) Worse() (log, lo, hi float64) {
	e := c.Effect
	if c.Direction == HigherBetter {
		e = e.Reversed()
	}
	return e.Log, e.Lo, e.Hi
}

// exact tells whether there is no chance in it.
func (c *Comparison) exact() bool { return c.Kind == Counted || c.Kind == Proved }

// Quiet tells that nobody misses the comparison in a table of everything: no
// sample shows any difference, and it is not about time.
func (c *Comparison) Quiet() bool {
	e := c.Effect
	return c.Status == Same && c.Kind != Derived && e.Log == 0 && e.Lo == 0 && e.Hi == 0 &&
		!results.UnitNamed(c.Unit).IsSpeed() && len(c.Witnesses)+len(c.Notes) == 0 && !math.IsNaN(c.Old)
}
