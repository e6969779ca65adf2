package gate

import (
	"math"

	"github.com/ecsbench/ecsbench/results"
)

// A Comparison is one case and unit, measured on both sides.
type Comparison struct {
	Key       results.Key
	Case      string // the key in print: its name, and what else tells it from others
	Unit      string // tidied: sec, not ns
	Direction Direction
	Old, New  float64 // medians
	OldN      int     // samples
	NewN      int
	Effect    Effect
	Kind      Kind
	From      string // for Derived: the unit it restates

	MinP float64 // the smallest p that so many samples can have

	// Seen is the smallest change for the worse that would have been
	// significant with a chance of 95%, on the logarithmic scale of Effect; Fail
	// is the smallest that would have failed the gate. +Inf where no change
	// would have. They are set for Tested comparisons.
	Seen, Fail float64

	// Least is the smallest change for the worse that may fail the gate. It is
	// half of Seen where each side is a single run. Samples that are what they
	// are by chance alone make nothing smaller significant; one that is tells
	// of the moments at which they were taken.
	Least float64

	// Set by Judge.
	PHolm  float64 // p corrected for the number of tested comparisons
	Status Status
}

// Kind says how a comparison knows of a change.
type Kind string

const (
	Tested  Kind = "tested"  // by samples and their ranks
	Counted Kind = "counted" // each side has one value that is not a matter of chance
	Derived Kind = "derived" // restates another unit of the case, and changes with it
)

// Status is what a comparison comes to.
type Status string

const (
	Regression Status = "regression" // worse beyond what is allowed
	Suspect    Status = "suspect"    // worse, by estimate beyond what is allowed, but not certainly so
	Tolerated  Status = "tolerated"  // worse, within what is allowed
	Improved   Status = "improved"
	Undirected Status = "undirected" // changed, and nobody said which way is better
	Same       Status = "same"       // no significant change
	Untestable Status = "untestable" // too few samples to ever be significant
)

// Worse returns the change for the worse on the logarithmic scale, with its
// interval: positive for more time and for less throughput. Where the
// direction is unknown it is the change itself.
func (c *Comparison) Worse() (log, lo, hi float64) {
	if c.Direction == HigherBetter {
		return -c.Effect.Log, -c.Effect.Hi, -c.Effect.Lo
	}
	return c.Effect.Log, c.Effect.Lo, c.Effect.Hi
}

// status judges one comparison whose p is corrected.
func (c *Comparison) status(opts Options, tested int) Status {
	log, lo, _ := c.Worse()
	limit := math.Log1p(opts.MaxRegression)
	if c.Kind == Tested {
		if c.MinP > opts.Alpha/float64(tested)*(1+1e-9) {
			return Untestable
		}
		if c.PHolm > opts.Alpha {
			return Same
		}
	}
	switch {
	case log == 0:
		return Same
	case c.Direction == Unknown:
		return Undirected
	case log < 0:
		return Improved
	case lo > limit && log >= c.Least:
		return Regression
	case log > limit:
		return Suspect
	}
	return Tolerated
}
